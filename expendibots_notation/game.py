"""What a game is: the names that every game fills in, so that nothing else needs to know which game it is.

A `Game` is one object of facts and functions. A `Position` is immutable and knows its rules. A `Cursor` is a position that
moves: it plays actions and takes them back without making a new object for each, which is what replaying needs.

Players choose, and chance acts. What chance does stands in the record like an action, so that a replay needs no dice: as a part
of an action, which then has a choice and its completion, or as an event of its own between actions (an item of the notation).
Rules judge both alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TYPE_CHECKING, Any, ClassVar

from expendibots_notation.arguments import check_text, kind_of
from expendibots_notation.diagnostics.codes import message_of
from expendibots_notation.diagram import NO_TRACE, Diagram, Trace

if TYPE_CHECKING:
    from random import Random

    from expendibots_notation.games.engine import Machine

Action = Any
"""An action of some game, or an event of chance: a hashable value that only the game itself looks into."""

Claim = Any
"""What a record says about an action's effect (`=5`, `=3:5`): a value that only the game itself looks into, or None."""

WHITE_SPACE = " \t\n\f\v\r"
"""All the white space that the notation knows."""

BLANKS = " \t"

MOST = 10**15
"""The largest number in a position string."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
UNFINISHED = "*"
DRAW = "1/2-1/2"

# How a game can end; a game may add its own.
ILLEGAL_ACTION = "illegal-action"
TRUNCATED = "truncated"
AWAY_TERMINATIONS = (
    ILLEGAL_ACTION,
    "time",
    "memory",
    "crash",
    "resignation",
    "agreement",
    "adjudication",
    TRUNCATED,
    "unknown",
)
"""Ends that no replay can see: they are taken from the record."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands: the result in turn order, and by what it ended; `*` and None while it goes on."""

    result: str = UNFINISHED
    termination: str | None = None

    @property
    def is_over(self) -> bool:
        return self.termination is not None


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is not allowed: a row of the table of diagnostics, and the facts for its message."""

    name: str
    facts: Mapping[str, object]

    @property
    def message(self) -> str:
        return message_of(self.name, self.facts)


class IllegalAction(ValueError):
    """Raised by `Position.play`; `violation` is the reason that the validator would give."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.message)
        self.violation = violation

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Violation]]:
        return type(self), (self.violation,)


class NotationError(ValueError):
    """Raised where a text that a caller hands in (an action, a position, a set of rules) cannot be read.

    `tag` names the tag that is at fault, where a game reads others than Rules and Setup.
    """

    def __init__(self, message: str, tag: str | None = None) -> None:
        super().__init__(message)
        self.tag = tag


@dataclass(frozen=True, slots=True)
class ReadAction:
    """An action as a text was understood."""

    action: Action
    claim: Claim
    text: str
    """The canonical text, with the claim."""
    is_canonical: bool
    """Whether that is also what was written."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A named reading of a game's rules, with the value it gives to each option."""

    name: str
    summary: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Rules:
    """The rules that judge one record: a reading, and the options that differ from it."""

    reading: str
    options: Mapping[str, str]
    """Every option of the game with its value."""
    text: str
    """The canonical value of the Rules tag."""
    compares: bool = False
    """Whether they judge a record of another reading, to show where the two differ; what that record fixes is accepted then."""

    def __str__(self) -> str:
        return self.text

    @property
    def changed(self) -> list[str]:
        """The options that differ from the reading, as `key=value`."""
        return self.text.split(",")[1:]

    def under(self, reading: str) -> str:
        """The Rules value that asks for the same options under another reading."""
        return ",".join([reading, *self.changed])


class Position(ABC):
    """A position of a game. Immutable; it remembers as much of its past as its rules need."""

    __slots__ = ()
    game: ClassVar[Game]

    @property
    @abstractmethod
    def text(self) -> str:
        """The position string."""

    @property
    @abstractmethod
    def player(self) -> str:
        """Who is to move: one of `game.players`."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The number of the turn that is about to be played."""

    @abstractmethod
    def legal_actions(self) -> list[Action]:
        """Everything that the player may choose, in a fixed order; nothing when the game is over or chance has to act first."""

    def completions(self, choice: Action) -> list[Action]:
        """The actions that chance may make of a legal choice: only itself, where chance has no part in it."""
        self.game.check_action(choice)
        return [choice]

    def continuations(self) -> list[Action]:
        """Every action with which a record may go on here: each legal choice in each of its completions."""
        return [action for choice in self.legal_actions() for action in self.completions(choice)]

    def count_continuations(self) -> int:
        """How many there are; a game may know without listing them."""
        return len(self.continuations())

    @property
    def awaits_chance(self) -> bool:
        """Whether an event of chance has to come before anybody can act."""
        return False

    def drawn(self, source: Random) -> Action:
        """An event of chance that is awaited, at random by the game's own odds."""
        raise NotImplementedError("this game awaits no events of chance")

    @abstractmethod
    def violation(self, action: Action) -> Violation | None:
        """Why `action`, or an event of chance, is not allowed here; for actions None exactly for `continuations()`.

        Raises TypeError for what is neither (`Game.check_action`), and so do the other methods that take an action.
        """

    @abstractmethod
    def outcome(self) -> Outcome:
        """How the game stands here."""

    @abstractmethod
    def nearest(self, action: Action, limit: int = 3) -> list[Action]:
        """The legal actions most like `action`, the likeliest first."""

    @abstractmethod
    def diagram(self) -> Diagram:
        """What there is to draw."""

    @property
    def caption(self) -> str:
        """The line below the diagram; a game may know it without drawing."""
        return self.diagram().caption

    @property
    def counters(self) -> tuple[tuple[str, str], ...]:
        """What is counted beside the diagram; likewise."""
        return self.diagram().counters

    def trace(self, action: Action) -> Trace:
        """What there is to draw of an action, or of an event of chance, that is tried here, be it legal or not.

        Squares off the board are left out.
        """
        self.game.check_action(action)
        return NO_TRACE

    @abstractmethod
    def facts(self, action: Action) -> dict[str, Any]:
        """What a record document says about a legal `action` beside the position after it: JSON values."""

    def derived_tags(self) -> Mapping[str, str]:
        """Tags whose value follows from the position with which a record ends, such as a score."""
        return {}

    def conditions(self) -> Mapping[str, str]:
        """What fixes the game to come beside the position string and the rules: tags with their canonical values."""
        return {}

    def repetition_key(self) -> str | None:
        """What two positions share where the rules take one for a repetition of the other; None where no rule asks."""
        return None

    def mirrored_text(self) -> str | None:
        """The position string with left and right exchanged; None where the game tells left from right."""
        return None

    def mirrored_action(self, action: Action) -> Action:
        """What `action` is in the mirrored position. Asked only where there is one."""
        self.game.check_action(action)
        return action

    @abstractmethod
    def _after(self, action: Action) -> Position:
        """The position after a legal action."""

    def advanced(self, action: Action) -> Position:
        """The position after an action that is known to be legal: it is not judged again."""
        self.game.check_action(action)
        return self._after(action)

    def play(self, action: Action | str | tuple[Any, ...]) -> Position:
        """The position after `action`, given as a value, in XBN, or as the tuple that the game's own program takes.

        Raises IllegalAction with the reason where it is not allowed or its text claims a false effect (`d2-d3=9`), NotationError
        where a text or a tuple is not an action at all, TypeError for anything else.
        """
        read = self.game.read_action(action) if isinstance(action, str) else None
        action = read.action if read is not None else self.game.as_action(action)
        violation = self.violation(action)
        if violation is None and read is not None and read.claim is not None:
            violation = self._false_claim(read)
        if violation is not None:
            raise IllegalAction(violation)
        return self._after(action)

    def _false_claim(self, read: ReadAction) -> Violation | None:
        """Why a legal action does not have the effect that its text claims; None where it has."""
        cursor = self.game.cursor(self)
        cursor.refuse(read.action)
        contradiction = cursor.contradiction(read.claim)
        if contradiction is None:
            return None
        claimed, actual = contradiction
        return Violation("wrong-effect", {"text": read.text, "claimed": claimed, "actual": actual})

    def __eq__(self, other: object) -> bool:
        """Whether both are written alike; a game may look at more. What came before does not count."""
        return type(self) is type(other) and self.text == getattr(other, "text", None)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __str__(self) -> str:
        from expendibots_notation.drawing.text import plain_text  # loaded here: judging draws nothing

        return plain_text(self.diagram())

    def _repr_svg_(self) -> str:
        from expendibots_notation.drawing.scene import Scene
        from expendibots_notation.drawing.svg import draw_svg

        return draw_svg(Scene(self.diagram()))


class Cursor(ABC):
    """A position that moves along a line of play."""

    @abstractmethod
    def refuse(self, action: Action) -> Violation | None:
        """Play `action` if it is legal; why it is not, otherwise (the cursor then stays where it is)."""

    @abstractmethod
    def undo(self) -> None:
        """Take the last action back."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended here."""

    @abstractmethod
    def position(self) -> Position:
        """The position where the cursor stands."""

    def glimpse(self) -> Position:
        """The same for who does not keep it: it need not be right any more when the cursor moves on."""
        return self.position()

    @abstractmethod
    def contradiction(self, claim: Claim) -> tuple[str, str] | None:
        """What `claim` says about the last action's effect, and what that really was, where the two differ."""

    def readings_part(self) -> bool:
        """Whether another named reading of the rules would have judged the line so far differently."""
        return False


@dataclass(frozen=True, eq=False)
class Game:
    """A game: what it is called, how its actions are written, and how it is played. There is one object of each."""

    id: str
    """The name in documents and on the command line."""
    name: str
    """The name in the Game tag."""
    summary: str
    players: tuple[str, ...]
    """In turn order."""
    grammar: str
    """The file that defines the syntax of a record: a name in `grammar/`, or a full path."""
    readings: tuple[Reading, ...]
    """The named readings of the rules; the first is the one that holds where a record names none."""
    terminations: tuple[str, ...]
    """How the game can end on the board."""
    forms: tuple[tuple[str, str], ...]
    """The forms of an action, each with an example, for people."""
    actions: tuple[type, ...]
    """The classes of its actions, and of its events of chance."""
    read_action: Callable[[str], ReadAction]
    """An action or an item from its text, in any spelling that the grammar allows. Raises NotationError."""
    start: Callable[[Rules, str | None, Mapping[str, str]], Position]
    """The first position, by the rules, a position string and the record's tags. Raises NotationError."""
    cursor: Callable[[Position], Cursor]
    write_action: Callable[[Action], str] = str
    """The canonical text of an action or an item."""
    action_json: Callable[[Action], dict[str, Any]] = lambda action: action.to_json()
    """An action or an item as a JSON object."""
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys that a Rules tag may set, with the values of each."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """The tags of its own that the game reads or checks, each with what it says."""
    turns_vary: Callable[[Rules], bool] = lambda _: False
    """Whether, under these rules, who acts next depends on the position: then `next_turn` alone does not know."""
    read_raw: Callable[[str], Action | None] | None = None
    """An action from a raw text that a player sent to the game's own program; None where that speaks XBN or does not exist."""
    machine: Machine | None = None
    """Engine and reader, to judge many records fast; None where there are only positions."""
    item: tuple[str, str] | None = None
    """What may stand between actions (an event of chance, in angle brackets), with an example; None where nothing may."""

    def action(self, text: str) -> Action:
        """The action that `text` writes. Raises NotationError."""
        check_text(text, "an action")
        return self.read_action(text).action

    def as_action(self, value: Any) -> Action:
        """The action that a value is, or that a tuple means in the game's own program, such as `("BOOM", (3, 4))`.

        Raises NotationError for a tuple that means none, TypeError for anything else.
        """
        if self.read_raw is not None and isinstance(value, tuple) and not isinstance(value, self.actions):
            action = self.read_raw(repr(value))
            if action is None:
                raise NotationError(f"{value!r} is not an action of {self.name}")
            return action
        self.check_action(value)
        return value

    def check_action(self, action: Action) -> None:
        """Raise TypeError where a value is not an action or an event of this game."""
        if not isinstance(action, self.actions):
            names = ", ".join(each.__name__ for each in self.actions)
            raise TypeError(f"{kind_of(action)} is not an action of {self.name}; it must be one of: {names}, or text for `play`")

    def interpret(self, raw: str) -> Action | None:
        """The action that a player's raw text means: XBN, or the words of the game's own program. None where it means none.

        White space around it does not count. An event of chance is not an action of a player.
        """
        check_text(raw, "an action")
        text = raw.strip(WHITE_SPACE)
        try:
            return None if text.startswith("<") else self.read_action(text).action
        except NotationError:
            return self.read_raw(text) if self.read_raw else None

    def rules(self, text: str | None = None) -> Rules:
        """The rules that a Rules tag asks for: a reading's name, key=value pairs with commas, or both.

        Nothing, or blanks only, asks for the first reading. Raises NotationError for an unknown name, key or value.
        """
        check_text(text, "rules", is_optional=True)
        reading = self.readings[0]
        asked = (text or "").strip(BLANKS) or reading.name
        parts = [part.strip(BLANKS) for part in asked.split(",")]
        if "=" not in parts[0]:
            reading = self._reading(parts.pop(0))
        options = dict(reading.options)
        given: set[str] = set()
        for part in parts:
            key, _, value = part.partition("=")
            if key in given:
                raise NotationError(f"the option {key!r} is given twice")
            given.add(key)
            if key not in self.options:
                raise NotationError(f"{self.name} has no rule option {key!r}{_choices(self.options)}")
            if value not in self.options[key]:
                raise NotationError(f"{key} cannot be {value!r}{_choices(self.options[key])}")
            options[key] = value
        changed = [f"{key}={options[key]}" for key in self.options if options[key] != reading.options[key]]
        return Rules(reading.name, options, ",".join([reading.name, *changed]))

    def _reading(self, name: str) -> Reading:
        for reading in self.readings:
            if reading.name == name:
                return reading
        raise NotationError(f"{self.name} has no reading {name!r}{_choices(each.name for each in self.readings)}")

    def next_turn(self, turn: int, player: int) -> tuple[int, int]:
        """The number of the turn after `turn` and the index of its player, where the players simply take turns."""
        return (turn, player + 1) if player + 1 < len(self.players) else (turn + 1, 0)

    def loss_of(self, player: int) -> str:
        """The result with which the player of that index loses."""
        return "0-1" if player == 0 else "1-0"

    def all_terminations(self) -> tuple[str, ...]:
        """The closed list for the Termination tag."""
        return self.terminations + AWAY_TERMINATIONS


# Position strings


def position_fields(text: str, least: int, defaults: tuple[str, ...], what: str) -> list[str]:
    """The fields of a position string, which spaces or `_` separate; `least` are needed, `defaults` stand for those that follow.

    Raises NotationError, with `what` it has, where there are fewer or more.
    """
    fields = [field for field in text.replace("_", " ").split(" ") if field]
    if not least <= len(fields) <= least + len(defaults):
        raise NotationError(f"it has {what}")
    return [*fields, *defaults[len(fields) - least :]]


def whole_number(digits: str, what: str, least: int = 0, most: int = MOST) -> int:
    """The number of a position string that ASCII digits write, leading zeros or not. Raises NotationError."""
    significant = digits.lstrip("0")
    # The length comes first: Python refuses to read a number of thousands of digits.
    if digits.isascii() and digits.isdigit() and len(significant) <= len(str(most)):
        number = int(significant or "0")
        if least <= number <= most:
            return number
    raise NotationError(f"{what} is a whole number from {least} to {most:,}, not {digits[:20]!r}")


def _choices(names: Iterable[str]) -> str:
    listed = ", ".join(names)
    return f"; it is one of: {listed}" if listed else ""


def likest(candidates: Iterable[Action], difference: Callable[[Action], Any], limit: int) -> list[Action]:
    """The candidates that differ least, at most `limit`; between equals, their text decides.

    Only that of the likeliest is made: there may be hundreds of candidates, and one illegal action after another.
    """
    ranked = [(difference(each), each) for each in candidates]
    least = nsmallest(limit, (apart for apart, _ in ranked))
    near = [(apart, str(each), each) for apart, each in ranked if least and apart <= least[-1]]
    return [each for _, _, each in sorted(near, key=lambda row: row[:2])[:limit]]
