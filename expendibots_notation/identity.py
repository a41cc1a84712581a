"""The content id: which game a record holds, whatever format, tags, comments and turn numbers surround it.

An id is `xbn1-` and the SHA-256 of a canonical text: the game, the position in which it begins, and each action of the main line
with what chance did between them. `docs/identity.md` says exactly how, so that other programs come to the same ids.

It does not depend on the judge, the reading of the rules, the claimed end, variations, or a rejected action: that was not played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from expendibots_notation.game import Action, Game, NotationError, Position
from expendibots_notation.games import find_game, game_called
from expendibots_notation.notation.tree import Record, values_by_name
from expendibots_notation.verdict import CleanRun

PREFIX = "xbn1-"
"""The version of the definition; another definition will have another prefix."""
FIRST_LINE = "xbn-content 1"

_REMEMBERED_STARTS = 256
_REMEMBERED_ACTIONS = 1 << 14


@dataclass(frozen=True, slots=True)
class Content:
    """What a record holds, as canonical texts in which every line is closed by a line feed."""

    text: str
    mirrored_text: str | None
    """With left and right exchanged; None where the game tells left from right."""
    plies: int
    """How many actions it has."""
    is_whole: bool
    """False where the record could not be read to its end: then this is what stands before the trouble."""

    @property
    def id(self) -> str:
        """The content id."""
        return content_id(self.text.encode())

    @property
    def mirror_id(self) -> str | None:
        """The content id of the same game with left and right exchanged."""
        return None if self.mirrored_text is None else content_id(self.mirrored_text.encode())


def content_id(text: bytes) -> str:
    """The id of a canonical text."""
    return PREFIX + sha256(text).hexdigest()


def content_of(record: Record) -> Content | None:
    """What a record holds; None where its game is not known or the position in which it begins cannot be read."""
    game = find_game(record.game)
    if game is None:
        return None
    tags = values_by_name(tag for tag in record.tags if tag.name in game.tags)
    scribe = _scribe(game, record.setup, tuple(tags.items()))
    if scribe is None:
        return None
    events = [item.event for item in record.line.items]
    for ply in record.line.plies:
        events.append(ply.action)
        events.extend(item.event for item in ply.items)
    # An event that the reader could not make out is None; what follows it has no meaning.
    readable = events[: events.index(None)] if None in events else events
    lines = [scribe.line(event) for event in readable]
    return Content(
        scribe.head + "".join(line for line, _ in lines),
        scribe.mirrored_head + "".join(line for _, line in lines) if scribe.mirrors else None,
        len(record.line.plies),
        record.is_whole and len(readable) == len(events),
    )


def scribes_of(run: CleanRun) -> list[Scribe | None]:
    """What writes the canonical texts of a run with transcripts, by the numbers that `rules_of` has."""
    game = game_called(run.game)
    starts = run.transcripts.starts if run.transcripts is not None else ()
    return [_scribe(game, setup, tags) for setup, tags in starts]


class Scribe:
    """Writes the canonical texts of games that begin in one position."""

    def __init__(self, game: Game, start: Position) -> None:
        self._game = game
        self._start = start
        mirrored_start = start.mirrored_text()
        self.mirrors = mirrored_start is not None
        self.head = _head(game, start.text, start)
        self.mirrored_head = _head(game, mirrored_start or "", start)
        self.line = lru_cache(maxsize=_REMEMBERED_ACTIONS)(self._line)
        self._plain_line = lru_cache(maxsize=_REMEMBERED_ACTIONS)(self._plain)
        self._mirrored_line = lru_cache(maxsize=_REMEMBERED_ACTIONS)(self._mirrored)

    def text(self, lines: bytes) -> bytes:
        """The text of a game with these lines of actions, which may claim effects."""
        return self.head.encode() + b"".join(map(self._plain_line, lines.splitlines(True)))

    def mirrored_text(self, lines: bytes) -> bytes | None:
        """The text of its mirror image."""
        return self.mirrored_head.encode() + b"".join(map(self._mirrored_line, lines.splitlines(True))) if self.mirrors else None

    def compares(self, lines: bytes) -> int:
        """Whether the text of the mirror image is smaller (-1), the same (0) or larger (1); it is larger where there is none."""
        if not self.mirrors:
            return 1
        one, other = self.head.encode(), self.mirrored_head.encode()
        if one == other:
            both = ((self._plain_line(line), self._mirrored_line(line)) for line in lines.splitlines(True))
            one, other = next((pair for pair in both if pair[0] != pair[1]), (b"", b""))
        return (other > one) - (other < one)

    def _plain(self, line: bytes) -> bytes:
        action = self._game.read_action(line.decode().removesuffix("\n")).action
        return f"{self._game.write_action(action)}\n".encode()

    def _mirrored(self, line: bytes) -> bytes:
        action = self._game.read_action(line.decode().removesuffix("\n")).action
        return f"{self._game.write_action(self._start.mirrored_action(action))}\n".encode()

    def _line(self, action: Action) -> tuple[str, str]:
        """The line of an action or of an event of chance, and the mirrored one."""
        write = self._game.write_action
        mirrored = f"{write(self._start.mirrored_action(action))}\n" if self.mirrors else ""
        return f"{write(action)}\n", mirrored


def _head(game: Game, start_text: str, start: Position) -> str:
    conditions = [f"{name} {value}" for name, value in sorted(start.conditions().items())]
    return "\n".join([FIRST_LINE, f"game {game.id}", f"start {start_text}", *conditions, "actions", ""])


@lru_cache(maxsize=_REMEMBERED_STARTS)
def _scribe(game: Game, setup: str | None, tags: tuple[tuple[str, str], ...]) -> Scribe | None:
    """By the game's first reading, whatever reading judges the record: the same game has the same id under all of them."""
    try:
        return Scribe(game, game.start(game.rules(), setup, dict(tags)))
    except NotationError:
        return None
