"""The JSON documents, as pydantic models: a record (`xbn-record`), a report (`xbn-report`) and a table (`xbn-table`)."""

from __future__ import annotations

import json
import re
from operator import not_
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasPath, BaseModel, ConfigDict, Field, RootModel, StringConstraints
from pydantic_core import PydanticSerializationError
from pydantic_core import to_json as dumped

from expendibots_notation.diagnostics.render import is_seen
from expendibots_notation.notation.numbering import MOST_TURNS
from expendibots_notation.notation.tree import FRAME_TAGS


def _is_none(value: object) -> bool:
    return value is None


def _no_frame_tag(name: str) -> str:
    if name in FRAME_TAGS:
        raise ValueError(f"{name} has a field of its own")
    return name


def _not_empty(name: str) -> str:
    if not name:
        raise ValueError("it is empty")
    return name


# Not by min_length, for which pydantic wants whole characters: a record may hold anything here.
GameName = Annotated[str, AfterValidator(_not_empty), Field(json_schema_extra={"minLength": 1})]
TagName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*$"), AfterValidator(_no_frame_tag)]
ResultToken = Annotated[str, StringConstraints(pattern=r"^(?:1-0|0-1|1/2-1/2|\*)$")]
Glyph = Annotated[str, StringConstraints(pattern=r"^(?:!!|\?\?|!\?|\?!|!|\?|\$[0-9]+)$")]
Attributes = dict[Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_.-]*$")], int | float | str]


_DANGLING = "The turn number that no action follows, where it is wrong."


class _Document(BaseModel):
    # What a document tells of is mostly there as an object with attributes of the same names.
    model_config = ConfigDict(extra="forbid", from_attributes=True)


class Claimed(_Document):
    """What a record says about its end."""

    result: str | None = Field(description="The result that the record gives.")
    termination: str | None = Field(description="The Termination tag.")


class ClaimedInFull(_Document):
    """What a record says about its end, to the letter."""

    result: ResultToken | None = Field(description="The result token that closes the record; null where it is missing (XBN113).")
    termination: str | None = Field(description="The Termination tag.")
    tag: str | None = Field(default=None, exclude_if=_is_none, description="The Result tag, where it contradicts the token.")


class Reached(_Document):
    """What the replay establishes."""

    result: str = Field(description="1-0, 0-1 or 1/2-1/2 in turn order; * while the game goes on.")
    termination: str | None = Field(description="By what the game ended; null while it goes on.")
    ply: int | None = Field(description="The ply that ended it; null while it goes on.")


TurnNumber = Annotated[int, Field(ge=0, le=MOST_TURNS)]


class RejectedAction(_Document):
    """An action that the referee refused."""

    ply: int
    turn: int
    player: str
    text: str | None = Field(description="The action in XBN; null where only the raw text is known.")
    raw: str | None = Field(description="The raw text that was sent; null where the action is written in XBN.")
    reason: str | None = Field(description="Why it is illegal; null where it is legal or could not be judged.")
    glyphs: list[Glyph] = []
    attributes: Attributes = {}
    before: list[str] = Field(default=[], exclude_if=not_)
    comments: list[str] = []
    variations: list[VariationDocument] = []
    mark: TurnNumber | None = Field(default=None, exclude_if=_is_none)


class ItemDocument(_Document):
    """What stands between two actions: an event of chance."""

    text: str = Field(description="The canonical text, with its angle brackets.")
    event: dict[str, Any] | None = Field(description="The event taken apart; null where the game is not known.")
    comments: list[str] = []
    variations: list[VariationDocument] = []
    position: str | None = Field(description="The position after the event; null from an illegal one on.")


class PlyDocument(BaseModel):
    """One action of a line. Games add facts of their own about an action's effect."""

    model_config = ConfigDict(extra="allow")

    ply: int = Field(description="Counted from 1 at the start of the record.")
    turn: int
    player: str
    text: str = Field(description="The canonical text, with the effect that the record claims.")
    action: dict[str, Any] | None = Field(description="The action taken apart; null where the game is not known.")
    glyphs: list[Glyph] = Field(default=[], description="At most one of ! ? !! ?? !? ?!, then NAGs as $n.")
    attributes: Attributes = {}
    before: list[str] = Field(default=[], exclude_if=not_, description="Comments between turn number and action.")
    comments: list[str] = []
    variations: list[VariationDocument] = []
    mark: TurnNumber | None = Field(default=None, exclude_if=_is_none, description="The turn number as written, where it is wrong.")
    waves: list[list[str]] | None = Field(default=None, exclude_if=_is_none, description="A chain reaction in generations.")
    removed: dict[str, int] | None = Field(default=None, exclude_if=_is_none, description="Tokens removed, by player.")
    position: str | None = Field(description="The position after the action; null from an illegal action on.")
    items: list[ItemDocument] = Field(default=[], exclude_if=not_, description="What follows before the next action.")


class VariationDocument(_Document):
    """A line that replaces the action at which it stands."""

    comments: list[str] = Field(default=[], description="Comments before its first action.")
    items: list[ItemDocument] = Field(default=[], exclude_if=not_, description="What comes before its first action.")
    plies: list[PlyDocument]
    rejected: RejectedAction | None = None
    dangling: TurnNumber | None = Field(default=None, exclude_if=_is_none, description=_DANGLING)
    result: ResultToken | None = None
    outcome: Reached
    after: list[str] = Field(default=[], description="Comments behind the variation.")


class RecordDocument(_Document):
    """A record with its replay. Everything that stands in the notation stands here too."""

    format: Literal["xbn-record"] = "xbn-record"
    version: Literal[1] = 1
    game: GameName
    rules: str
    tags: dict[TagName, str] = Field(description="All tags but Format, Game, Rules, Setup, Result and Termination, in order.")
    setup: str | None
    preface: list[str] = Field(default=[], exclude_if=not_, description="Comments before the tags.")
    comments: list[str] = Field(default=[], exclude_if=not_, description="Comments before the first action.")
    items: list[ItemDocument] = Field(default=[], exclude_if=not_, description="What comes before the first action.")
    plies: list[PlyDocument]
    rejected: RejectedAction | None
    dangling: TurnNumber | None = Field(default=None, exclude_if=_is_none, description=_DANGLING)
    closing: list[str] = Field(default=[], exclude_if=not_, description="Comments behind the result.")
    claimed: ClaimedInFull
    outcome: Reached
    final: str | None = Field(description="The last position that was reached.")


class Finding(_Document):
    """One diagnostic."""

    code: str
    name: str
    severity: Literal["error", "warning", "notice"]
    message: str
    file: str = Field(validation_alias=AliasPath("place", "file"))
    line: int = Field(validation_alias=AliasPath("place", "line"), description="From 1.")
    column: int = Field(validation_alias=AliasPath("place", "column"), description="From 1, in characters.")
    end_line: int = Field(validation_alias=AliasPath("place", "end_line"))
    end_column: int = Field(validation_alias=AliasPath("place", "end_column"))
    ply: int | None
    hint: str | None
    alternatives: list[str]


class OccurrenceDocument(_Document):
    """When the repeated position stood on the board."""

    ply: int = Field(description="0 is the start.")
    player: str = Field(description="Who was to move then.")


class RepetitionDocument(_Document):
    """A position that came back."""

    position: str = Field(description="As far as the rules compare it: the board, and where it matters the side to move.")
    occurrences: list[OccurrenceDocument]


class ExplosionDocument(_Document):
    """A chain reaction that ended the game."""

    square: str = Field(description="Where it was set off.")
    waves: list[list[str]]
    removed: dict[str, int] = Field(description="By player.")


class CounterDocument(_Document):
    """What is counted beside the board, where the last action has changed it."""

    name: str
    before: str
    after: str


class BrokenRuleDocument(_Document):
    """Why an action is illegal."""

    code: str
    name: str
    message: str


class LegalActionsDocument(_Document):
    """What would have been allowed."""

    count: int
    nearest: list[str] = Field(description="Those most like what was tried, the likeliest first.")
    all: list[str] = Field(description="Every choice; empty where there are too many to list.")


class EvidenceDocument(_Document):
    """How a game ended, and what proves it (`--explain-end`)."""

    proof: Literal["board", "rejected-action", "claim", "none"] = Field(
        description="The replay; an illegal action that the referee refused; only the record's word; or nothing."
    )
    words: list[str] = Field(description="The evidence in sentences.")
    ply: int | None = Field(description="The ply that ended the game, or that was refused.")
    player: str | None = Field(description="Who acted there; where the game goes on, who is to move.")
    action: str | None = Field(description="What was done there, or tried.")
    position: str | None = Field(description="The position at the end; for a refused action, where it was tried.")
    repetition: RepetitionDocument | None = Field(default=None, exclude_if=_is_none)
    turns: int | None = Field(default=None, exclude_if=_is_none, description="Of each player, where their number ended the game.")
    explosion: ExplosionDocument | None = Field(default=None, exclude_if=_is_none)
    counters: list[CounterDocument] = Field(default=[], exclude_if=not_)
    broken_rule: BrokenRuleDocument | None = Field(default=None, exclude_if=_is_none, validation_alias="broken")
    legal_actions: LegalActionsDocument | None = Field(default=None, exclude_if=_is_none, validation_alias="legal")


class RulingDocument(_Document):
    """What one reading of the rules makes of a record."""

    rules: str
    result: str = Field(validation_alias=AliasPath("outcome", "result"))
    termination: str | None = Field(validation_alias=AliasPath("outcome", "termination"))
    ply: int | None = Field(description="The ply that ended the game; null while it goes on.")
    plies: int = Field(description="How many actions are legal.")
    illegal_ply: int | None = Field(description="The action at which the replay stopped; null where it did not.")
    repetition: RepetitionDocument | None = Field(default=None, exclude_if=_is_none)


class AdjudicationDocument(_Document):
    """A record under every reading of its rules (`--both-rules`)."""

    differs: bool = Field(description="Whether the readings disagree about the end or the result.")
    ply: int | None = Field(
        validation_alias="parting_ply", description="The first ply that they judge differently; null where they agree."
    )
    rulings: list[RulingDocument] = Field(description="The first is the one in force.")


class CopyDocument(_Document):
    """A record of a group of duplicates."""

    file: str
    index: int
    line: int
    plies: int
    relation: Literal["first", "same", "mirrored", "prefix", "mirrored-prefix"] = Field(
        description="What the group's first record is to this one: itself, the same, its mirror image, its beginning, or the "
        "mirror image of its beginning."
    )


class CopyGroupDocument(_Document):
    """Records that hold the same game (`--duplicates`)."""

    id: str = Field(description="The content id of the first record.")
    plies: int
    records: list[CopyDocument] = Field(description="Those with the same actions, mirrored or not.")
    prefix_of: list[CopyDocument] = Field(description="Of each longer game that begins with these actions, the first record.")


class RecordReport(_Document):
    """The verdict on one record."""

    file: str
    index: int = Field(description="The record's number in its file, from 1.")
    line: int = Field(description="The line on which the record begins.")
    game: str
    rules: str
    valid: bool
    plies: int = Field(description="The legal prefix of the main line.")
    claimed: Claimed
    outcome: Reached
    final: str | None
    diagnostics: list[Finding]
    id: str | None = Field(default=None, exclude_if=_is_none, description="The content id, with --duplicates.")
    evidence: EvidenceDocument | None = Field(default=None, exclude_if=_is_none, description="With --explain-end.")
    adjudication: AdjudicationDocument | None = Field(default=None, exclude_if=_is_none, description="With --both-rules.")


class FileReport(_Document):
    """Findings about a file as a whole: a line of the report in lines."""

    file: str
    diagnostics: list[Finding]


class ReportLine(RootModel[RecordReport | FileReport]):
    """One line of `xbn validate --report jsonl`: the verdict on a record, or what is to be said about a file without one."""


class Summary(_Document):
    files: int
    records: int
    valid: int
    invalid: int
    errors: int
    warnings: int
    plies: int
    notices: int = Field(default=0, exclude_if=not_, description="Findings that count neither as errors nor as warnings.")
    skipped: int = Field(default=0, exclude_if=not_, description="Files of the given folders that were not read.")
    ignored: int = Field(default=0, exclude_if=not_, description="Findings that the settings set aside.")


class ReportDocument(_Document):
    """The verdicts on any number of files."""

    format: Literal["xbn-report"] = "xbn-report"
    version: Literal[1] = 1
    stopped: bool = Field(
        default=False, exclude_if=not_, description="Whether somebody stopped the command, so that this is not all."
    )
    summary: Summary
    records: list[RecordReport]
    diagnostics: list[Finding] = Field(default=[], description="Findings about whole files.")
    duplicates: list[CopyGroupDocument] | None = Field(default=None, exclude_if=_is_none, description="With --duplicates.")


class PlayerRow(_Document):
    """One player of a table."""

    rank: int = Field(description="From 1: most points first, then most wins, fewest losses, and by name.")
    player: str
    named: bool = Field(description="Whether a record names the player; otherwise `player` is a side of the game.")
    games: int
    points: float = Field(description="1 for a win, 0.5 for a draw.")
    wins: int
    losses: int
    forfeits: int = Field(description="How many of the losses are by illegal-action, time, memory or crash.")
    draws: dict[str, int] = Field(description="By the kind of ending.")
    undecided: int = Field(description="Games that were not finished, or whose result does not tell who of several has won.")
    average_plies: float
    seconds_per_action: float | None = Field(description="By the attribute emt; null where no time is known.")
    timed_actions: int = Field(description="The number of the player's actions with a known time.")


class EncounterDocument(_Document):
    """How one player did against another, as the first of the two sees it."""

    player: str
    rank: int
    opponent: str
    opponent_rank: int
    wins: int
    losses: int
    draws: int
    undecided: int


class GameTable(_Document):
    """All that was played of one game."""

    game: str
    games: int
    players: list[PlayerRow]
    encounters: list[EncounterDocument] = Field(description="Every pair that has met, in both directions.")


class StandingsDocument(_Document):
    """The table of a tournament (`xbn table --format json`)."""

    format: Literal["xbn-table"] = "xbn-table"
    version: Literal[1] = 1
    tables: list[GameTable]
    left_out: list[str] = Field(description="The places of records that are invalid and do not count.")


DOCUMENTS: dict[str, type[BaseModel]] = {
    "record": RecordDocument,
    "report": ReportDocument,
    "report-line": ReportLine,
    "table": StandingsDocument,
}


_PERHAPS_UNSEEN = re.compile(r"[^\n\x20-\x7e]")


def to_json(document: BaseModel | dict[str, Any], indent: int | None = None) -> str:
    """A document as JSON text. What is not seen, or what UTF-8 cannot hold, is escaped: the same document, safe on a terminal."""
    try:
        text = dumped(document, indent=indent, inf_nan_mode="null").decode()
    except PydanticSerializationError:
        separators = (",", ":") if indent is None else None
        values = document.model_dump() if isinstance(document, BaseModel) else document
        text = json.dumps(values, ensure_ascii=False, indent=indent, separators=separators)
    return escaped_unseen(text)


def escaped_unseen(text: str) -> str:
    """A JSON text in which characters that are not seen stand as escapes, and so does what makes `##` a workflow command."""
    seen = _PERHAPS_UNSEEN.sub(lambda found: found[0] if is_seen(found[0]) else json.dumps(found[0])[1:-1], text)
    return seen.replace("##", "#\\u0023")
