"""A record under construction: played action by action, each checked by the rules as it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from expendibots_notation.arguments import check_text
from expendibots_notation.checks import judge
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import RESULTS, Action, Claim, Game, NotationError, Position
from expendibots_notation.games import find_game, game_called
from expendibots_notation.judging.replaying import forfeit, rejection
from expendibots_notation.notation.borders import split
from expendibots_notation.notation.tree import (
    FRAME_TAGS,
    AttributeValue,
    Comment,
    Item,
    Line,
    Notes,
    Ply,
    Record,
    Rejected,
    Tag,
    Variation,
    values_by_name,
)
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.writer import write


@dataclass(slots=True)
class _Step:
    """An action, an event of chance or a rejected action, with what is said about it."""

    text: str
    action: Action
    claim: Claim = None
    raw: str | None = None
    glyphs: list[str] = field(default_factory=list)
    attributes: dict[str, AttributeValue] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    lines: list[DraftLine] = field(default_factory=list)
    items: list[_Step] = field(default_factory=list)

    def notes(self) -> Notes:
        return Notes(
            glyphs=tuple(self.glyphs),
            attributes=tuple(self.attributes.items()),
            comments=_comments(self.comments),
            variations=tuple(Variation(line.line()) for line in self.lines),
        )

    def rejected(self) -> Rejected:
        return Rejected(None if self.raw is not None else self.text, self.raw, self.action, self.notes())

    def closed_items(self) -> tuple[Item, ...]:
        return tuple(Item(item.text, item.action, item.notes()) for item in self.items)


class DraftLine:
    """A line of play under construction: the main line of a draft, or a variation."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.position = position
        """The position after the last action, and after what chance has done since."""
        self._before = position
        """The position in which the last action was played."""
        self._lead: list[str] = []
        self._items: list[_Step] = []
        self._steps: list[_Step] = []
        self._rejected: _Step | None = None
        self._last: _Step | None = None
        """What a comment belongs to."""
        self._result: str | None = None

    def play(
        self, action: Action | str | tuple[Any, ...], *, comment: str | None = None, glyph: str | None = None, **attributes: Any
    ) -> Self:
        """Add an action, in any spelling and form that `Position.play` takes, or an event of chance such as a spawn of Robots.

        `glyph` is one of `!` to `?!`, or a NAG such as `$7`; several are separated by blanks. Other names are attributes:
        `emt=0.4` seconds used, `clk=59.6` left, `eval`, `depth`, `nodes`, `mem`, or keys of your own.
        Raises what `Position.play` raises; nothing has changed then.
        """
        self._check_open()
        read = self.game.read_action(action) if isinstance(action, str) else None
        after = self.position.play(action)
        value = read.action if read is not None else self.game.as_action(action)
        step = _Step(read.text if read is not None else self.game.write_action(value), value, read.claim if read else None)
        if step.text.startswith("<"):
            if glyph is not None or attributes:
                raise TypeError("an event of chance takes a comment, but no glyph and no attributes")
            (self._steps[-1].items if self._steps else self._items).append(step)
        else:
            step.glyphs = glyph.split() if glyph else []
            step.attributes = {name: _attribute(name, value) for name, value in attributes.items()}
            self._before = self.position
            self._steps.append(step)
        self.position = after
        self._last = step
        return self if comment is None else self.comment(comment)

    def comment(self, text: str) -> Self:
        """Add a comment: on the last action, or on the line before its first one."""
        check_text(text, "a comment")
        (self._lead if self._last is None else self._last.comments).append(text)
        return self

    def variation(self) -> DraftLine:
        """A new line that replaces the last action; play on it like on the draft."""
        if not self._steps:
            raise ValueError("there is no action yet that a variation could replace")
        line = DraftLine(self.game, self._before)
        (self._last or self._steps[-1]).lines.append(line)
        return line

    def reject(self, action: Action | str | tuple[Any, ...], *, comment: str | None = None) -> Self:
        """End the line with an action that the referee refused: an illegal action, or a text that is no action at all.

        Raises NotationError where the action is legal.
        """
        self._check_open()
        text = action if isinstance(action, str) else None
        try:
            read = self.game.read_action(text) if text is not None else None
            value = read.action if read is not None else None if text is not None else self.game.as_action(action)
        except NotationError:
            read, value = None, None
        raw = (text if text is not None else repr(action)) if value is None else None
        written = raw or (read.text if read is not None else self.game.write_action(value))
        if rejection(Rejected(None if raw is not None else written, raw, value), self.position, self.game) is None:
            raise NotationError(f"{written} is legal here, so it cannot be a rejected action")
        self._rejected = self._last = _Step(written, value, raw=raw)
        return self if comment is None else self.comment(comment)

    def end(self, result: str) -> Self:
        """Close a variation with a result, which `finish` checks like the record's own."""
        self._result = _known_result(result)
        return self

    def line(self) -> Line:
        """The line so far, as a syntax tree."""
        return Line(
            plies=tuple(Ply(step.text, step.action, step.claim, step.notes(), items=step.closed_items()) for step in self._steps),
            lead=_comments(self._lead),
            rejected=None if self._rejected is None else self._rejected.rejected(),
            result=self._result,
            items=tuple(Item(item.text, item.action, item.notes()) for item in self._items),
        )

    def _check_open(self) -> None:
        if self._rejected is not None:
            raise ValueError("a rejected action ends its line, so nothing can follow it")


class Draft(DraftLine):
    """A record under construction; `new` makes one, and `finish` gives the record."""

    def __init__(self, game: Game, rules: str | None, setup: str | None, tags: Mapping[str, str]) -> None:
        self.rules = game.rules(rules)
        self.setup = setup
        self.tags = dict(tags)
        """The record's tags, by name and in order; they may be changed until the record is finished."""
        super().__init__(game, game.start(self.rules, setup, values_by_name(self._tags())))

    def finish(self, result: str | None = None, termination: str | None = None) -> Record:
        """The record, with the result and the termination that the board shows, or those of the caller.

        Where the board shows no end and the caller names none, the result is `*`. Raises NotationError where the validator would
        find an error: a result that the board contradicts, a termination that does not exist, a comment that no text can hold.
        The draft stays as it is, and may go on.
        """
        outcome = self.position.outcome()
        if self._rejected is not None and not outcome.is_over:
            outcome = forfeit(self.position, self.game)
        self._result = outcome.result if result is None else _known_result(result)
        record = Record(
            game=self.game.id,
            rules=self.rules.text,
            setup=self.setup,
            tags=self._tags(),
            result=self._result,
            termination=outcome.termination if termination is None else termination,
            line=self.line(),
        )
        self._result = None
        return _read_back(write(record, self.game))

    def _tags(self) -> tuple[Tag, ...]:
        for name, value in self.tags.items():
            check_text(value, f"the tag {name}")
            if name in FRAME_TAGS:
                raise ValueError(
                    f"{name} is no tag to set: `new` and `finish` have an argument for it, or it follows from the game"
                )
        return tuple(Tag(name, value) for name, value in self.tags.items())


def new(
    game: str = "expendibots",
    *,
    rules: str | None = None,
    setup: str | None = None,
    tags: Mapping[str, str] | None = None,
    **names: str,
) -> Draft:
    """Begin a record of a game, by a reading of its rules and from a position string.

    Tags are given as names in small letters (`white="Ada"`, `white_elo="1600"` for the tag WhiteElo), or in `tags` as they are
    written. Raises NotationError where the game, its rules or the set-up cannot be read.
    """
    known = game_called(game)
    check_text(setup, "a setup", is_optional=True)
    return Draft(known, rules, setup, {**(tags or {}), **{_tag_name(name): value for name, value in names.items()}})


def _tag_name(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _attribute(name: str, value: object) -> AttributeValue:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError(f"the attribute {name} is a number or text")
    return value


def _known_result(result: str) -> str:
    check_text(result, "a result")
    if result not in RESULTS:
        raise NotationError(f"there is no result {result!r}; it is one of: {', '.join(RESULTS)}")
    return result


def _comments(texts: list[str]) -> tuple[Comment, ...]:
    return tuple(map(Comment, texts))


def _read_back(text: str) -> Record:
    """The record of a canonical text, as a file would give it. Raises NotationError for the first error in it."""
    found = list(split([text.encode("utf-8", "surrogateescape")], "<new>"))
    if len(found) != 1:
        raise NotationError("a tag or a comment of this record cannot be written")
    (only,) = found
    if isinstance(only, Diagnostic):
        raise NotationError(only.message)
    record = parse(only, find_game)
    _, findings = judge(record, find_game(record.game))
    for each in findings:
        if each.is_error:
            raise NotationError(each.message)
    return record
