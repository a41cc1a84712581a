"""Record documents, judged as they are decoded: the plies of plain ones go to the engine, all others become trees.

A document is plain if it holds what `xbn convert` writes for an Expendibots record of tags, actions, perhaps a rejected one, a
result, comments and attributes. It is judged here only if all of it is true, so that there is nothing to say. msgspec decodes it
into the fields that these have; of a repeated key it keeps the last, so that the colons are counted: each of the text belongs to a
key that is known, or is in a string.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from time import monotonic
from typing import Literal

from msgspec import UNSET, MsgspecError, Struct, UnsetType, field
from msgspec.json import Decoder

from expendibots_notation.bulk.document_judge import DOUBT, DocumentJudge, Known
from expendibots_notation.bulk.judge import RESULTS
from expendibots_notation.bulk.register import Register
from expendibots_notation.bulk.rows import Rows
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.files import Unreadable
from expendibots_notation.game import NotationError, Outcome
from expendibots_notation.games import find_game
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.actions import Move as MoveAction
from expendibots_notation.games.expendibots.codes import GOING_ON
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.rules import MACHINE
from expendibots_notation.importers import json
from expendibots_notation.importers.json_documents import DocumentLines, DocumentList, Documents
from expendibots_notation.importers.text import TextStream
from expendibots_notation.judging.replaying import rejection
from expendibots_notation.limits import in_force
from expendibots_notation.notation.excess import may_pass_limits
from expendibots_notation.notation.strings import NUMERIC_KEYS, BadText, read_attributes, write_attributes
from expendibots_notation.notation.tree import FRAME_TAGS, Record, Rejected
from expendibots_notation.verdict import CleanRun, end_ply

_LONGEST_WAIT = 0.1
"""Seconds that results are kept back to be handed on together with others."""
_ESCAPED_COLON = re.compile(rb"\\u003[aA]")
_LARGE = 1e15
"""A number below it has no more characters than an attribute may have."""
_TAG_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")


# What a plain document holds. Fields that the schema lets a writer leave out are UNSET then, so that their keys are not counted.


class Move(Struct, tag="move", forbid_unknown_fields=True, gc=False):
    count: int
    source: str = field(name="from")
    to: str


class Boom(Struct, tag="boom", forbid_unknown_fields=True, gc=False):
    square: str


class PlainPly(Struct, forbid_unknown_fields=True, gc=False):
    ply: int
    turn: int
    player: str
    text: str
    action: Move | Boom | None
    position: str
    glyphs: tuple[str, ...] | UnsetType = UNSET
    attributes: dict[str, object] | UnsetType = UNSET
    comments: tuple[str, ...] | UnsetType = UNSET
    variations: tuple[object, ...] | UnsetType = UNSET
    waves: list[list[str]] | UnsetType | None = UNSET
    removed: dict[str, int] | UnsetType | None = UNSET


class PlainRejected(Struct, forbid_unknown_fields=True, gc=False):
    ply: int
    turn: int
    player: str
    text: str | None
    raw: str | None
    reason: str | None
    glyphs: tuple[str, ...] | UnsetType = UNSET
    attributes: dict[str, object] | UnsetType = UNSET
    comments: tuple[str, ...] | UnsetType = UNSET
    variations: tuple[object, ...] | UnsetType = UNSET


class PlainClaim(Struct, forbid_unknown_fields=True, gc=False):
    result: str
    termination: str | None


class PlainOutcome(Struct, forbid_unknown_fields=True, gc=False):
    result: str
    termination: str | None
    ply: int | None


class PlainDocument(Struct, forbid_unknown_fields=True, gc=False):
    game: str
    rules: str
    tags: dict[str, str]
    setup: str | None
    plies: list[PlainPly]
    rejected: PlainRejected | None
    claimed: PlainClaim
    outcome: PlainOutcome
    final: str | None
    preface: tuple[str, ...] | UnsetType = UNSET
    comments: tuple[str, ...] | UnsetType = UNSET
    closing: tuple[str, ...] | UnsetType = UNSET
    format: Literal["xbn-record"] | UnsetType = UNSET
    version: Literal[1] | UnsetType = UNSET


_FIXED_KEYS = 9 + 2 + 3
"""Those that every plain document has: of its own, of its claim and of its outcome."""
_REJECTED_KEYS = 6


def scan_list(
    text: TextStream, file: str, game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """Runs of clean documents, and each other one, of a file with one or a list of them. `game` and `rules` override theirs."""
    return _scan(DocumentList(text, file), game, rules, finals)


def scan_lines(
    text: TextStream, file: str, game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """The same for a file with one document a line."""
    return _scan(DocumentLines(text, file), game, rules, finals)


def _scan(documents: Documents, game: str | None, rules: str | None, finals: bool) -> Iterator[CleanRun | Record | Diagnostic]:
    try:
        register = Register(GAME, MACHINE, GAME.rules(rules) if rules else None)
    except NotationError:
        # They may be those of another game.
        return json.read_documents(documents, game)
    if game is not None and find_game(game) is not GAME:
        return json.read_documents(documents, game)
    return _Scan(documents, game, register, finals).results()


class _Scan:
    """One pass through a file."""

    def __init__(self, documents: Documents, game: str | None, register: Register, finals: bool) -> None:
        self.documents = documents
        self.game = game
        self.register = register
        self.judge = DocumentJudge(_known, _weigh)
        self.rows = Rows(finals)
        self.index = 0
        """The number of documents that have been dealt with, without those in the rows."""
        self.decode = Decoder(PlainDocument).decode
        self.due = monotonic() + _LONGEST_WAIT
        """When what is known must be handed on, although more is to come."""

    def results(self) -> Iterator[CleanRun | Record | Diagnostic]:
        """What the file holds, in its order. Raises Unreadable."""
        try:
            yield from self.found()
        except Unreadable:
            # What was read before that is known.
            yield from self.run()
            raise
        yield from self.run()

    def found(self) -> Iterator[CleanRun | Record | Diagnostic]:
        """The same, without the clean documents that are not yet handed on."""
        documents, buffer = self.documents, self.documents.buffer
        for found in documents.starts():
            if self.rows.is_full():
                yield from self.run()
                self.register.forget_if_many()
            if found is None:
                while (end := documents.likely_end()) is None and not may_pass_limits(buffer.size):
                    if monotonic() > self.due:
                        yield from self.run()
                    buffer.read_more()
                if end is not None and not may_pass_limits(end - buffer.at) and self.take(buffer.data[buffer.at : end]):
                    buffer.move_to(end)
                    continue
            yield from self.run()
            self.index += 1
            yield found or json.read_document(documents.take(), self.index, self.game)

    def run(self) -> Iterator[CleanRun]:
        """The clean documents so far, if there are any."""
        self.due = monotonic() + _LONGEST_WAIT
        if self.rows.size:
            run = self.register.run(self.rows, self.documents.file, self.index + 1)
            self.index += len(run)
            yield run

    def take(self, data: bytes) -> bool:
        """Judge a document: whether it is clean. It then has a row."""
        try:
            document = self.decode(data)
        except (MsgspecError, ValueError, RecursionError):
            return False
        if document.game != GAME.id and self.game is None:
            return False
        start = self.register.find_start(document.rules.encode(), None if document.setup is None else document.setup.encode(), ())
        if start < 0:
            return False
        begun = self.register.starts[start]
        assert isinstance(begun, Engine)
        colons = self.judge.play(begun, document.plies)
        engine = self.judge.engine
        if colons == DOUBT or engine.readings_part() or not _are_tags(document.tags):
            return False
        rejected = document.rejected
        ending = engine.ending if rejected is None else self.forfeit(rejected, start)
        if ending == DOUBT or document.final not in (None, engine.text()):
            return False
        outcome, ended = document.outcome, self.register.endings[ending]
        if (Outcome(outcome.result, outcome.termination), outcome.ply) != (ended, end_ply(ended, engine.ply)):
            return False
        claimed = document.claimed
        termination = None if claimed.termination is None else claimed.termination.encode()
        claim = self.register.find_claim(ending, RESULTS.index(claimed.result), termination) if claimed.result in RESULTS else -1
        if claim < 0 or colons + _colons_beside_plies(document) != data.count(b":"):
            return False
        if b"\\" in data and _ESCAPED_COLON.search(data):
            return False
        self.rows.add(engine, ending, self.documents.buffer.line, start, claim)
        return True

    def forfeit(self, rejected: PlainRejected, start: int) -> int:
        """How the game ends by a rejected action; DOUBT where that is not plain or not true."""
        engine = self.judge.engine
        if engine.ending != GOING_ON or (rejected.text is None) == (rejected.raw is None):
            return DOUBT
        if _weigh(rejected) == DOUBT:
            return DOUBT
        if (rejected.ply, rejected.turn, rejected.player) != (engine.ply + 1, engine.turn, GAME.players[engine.player]):
            return DOUBT
        action = None
        if rejected.text is not None:
            if _known(rejected.text) is None:
                return DOUBT
            action = GAME.read_action(rejected.text).action
        position = MACHINE.position(engine, self.register.rules[start])
        violation = rejection(Rejected(rejected.text, rejected.raw, action), position, GAME)
        if violation is None or rejected.reason not in (None, violation.message):
            return DOUBT
        return self.register.forfeits + engine.player


def _known(text: str) -> Known | None:
    """What the judge should know of an action; None where its text is not canonical, or claims an effect."""
    try:
        read = GAME.read_action(text)
    except NotationError:
        return None
    if not read.is_canonical or read.claim is not None:
        return None
    action = read.action
    if isinstance(action, MoveAction):
        source, target = action.source, action.target
        parts = Move(action.count, source.name, target.name)
        return action.count, source.x, source.y, target.x, target.y, parts, len(Move.__struct_fields__) + 1
    square = action.square
    return 0, square.x, square.y, square.x, square.y, Boom(square.name), len(Boom.__struct_fields__) + 1


def _weigh(noted: PlainPly | PlainRejected) -> int:
    """The number of colons in the notes to an action, without those of their own keys; DOUBT where they are not plain."""
    colons = _colons_in_comments(noted.comments)
    if noted.glyphs or noted.variations or colons == DOUBT:
        return DOUBT
    for key, value in ({} if noted.attributes is UNSET else noted.attributes).items():
        colons += 1
        if key in NUMERIC_KEYS and isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGE:
            continue
        try:
            if not isinstance(value, str) or read_attributes(write_attributes(((key, value),))) != ((key, value),):
                return DOUBT
        except BadText:
            return DOUBT
        colons += value.count(":")
    return colons


def _colons_in_comments(comments: tuple[str, ...] | UnsetType) -> int:
    """The number of colons in comments; DOUBT where XBN cannot write one."""
    if comments is UNSET or not comments:
        return 0
    together = "".join(comments)
    return DOUBT if "\0" in together else together.count(":")


def _colons_beside_plies(document: PlainDocument) -> int:
    """The number of colons in a document but for its plies; far too few where a comment is not plain."""
    tags, rejected = document.tags, document.rejected
    colons = _FIXED_KEYS + (document.format is not UNSET) + (document.version is not UNSET)
    colons += len(tags) + "".join((*tags, *tags.values())).count(":")
    for comments in (document.preface, document.comments, document.closing):
        if comments is not UNSET:
            number = _colons_in_comments(comments)
            if number == DOUBT:
                return -sys.maxsize
            colons += 1 + number
    if rejected is not None:
        notes = (rejected.glyphs, rejected.attributes, rejected.comments, rejected.variations)
        colons += _REJECTED_KEYS + sum(each is not UNSET for each in notes) + _weigh(rejected)
        colons += (rejected.raw or "").count(":") + (rejected.reason or "").count(":")
    return colons


def _are_tags(tags: dict[str, str]) -> bool:
    """Whether these are tags that a document may have."""
    if len(tags) + len(FRAME_TAGS) > in_force().tags:
        return False
    return all(_TAG_NAME.fullmatch(name) and name not in FRAME_TAGS for name in tags)
