"""The overview of an HTML report: one JSON object, read when the page opens.

Each replay is packed by itself, and both it and what the two pages share have the shapes of `viewer/page_data.py`. Every text of a
record has gone through `shown`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from expendibots_notation.diagram import Cell
from expendibots_notation.judging.timeline import Kind
from expendibots_notation.schema import Summary
from expendibots_notation.viewer.page_data import ArrowRow, FrameRow, PieceRow


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FindingRow(_Part):
    """What the validator has to say, with the line of the file in question."""

    code: str = Field(description="A key of `codes`.")
    severity: str
    message: str
    hint: str = ""
    line: int
    column: int
    excerpt: tuple[str, str, str] | None = Field(default=None, description="The line before the place, there, and behind it.")


class SightBoard(NamedTuple):
    """What stands on a small board."""

    frame: int
    """Index in `frames`."""
    caption: str
    pieces: tuple[int, ...]
    """Indices in `pieces`."""


class SightData(_Part):
    """A small board, and what was done or tried on it."""

    board: int = Field(description="Index in `boards`.")
    kind: str = Kind.ACTION.value
    arrows: tuple[ArrowRow, ...] = ()
    cells: tuple[Cell, ...] = ()
    waves: tuple[tuple[Cell, ...], ...] = ()


class TroubleRow(_Part):
    """A place in a record, and what is wrong there."""

    place: str = Field(description="The action as people write it, `12... d7-d5`, or what else the board shows.")
    address: str = Field(default="", description="Where the replay shows it, behind the number of the record: `ply=24`.")
    sight: SightData | None = None
    findings: tuple[FindingRow, ...]


class EvidenceRow(_Part):
    """Why one should believe that a game ended as it is said to have ended."""

    proof: str = Field(description="What shows it: `board`, `rejected-action`, `claim` or `none`.")
    words: tuple[str, ...]
    plies: tuple[int, ...] = Field(default=(), description="The plies that it rests on.")


class ReadingsRow(_Part):
    """A record that another reading of the rules would have judged differently."""

    ply: int
    words: tuple[str, ...]


class CopyRow(NamedTuple):
    """A record of a group of duplicates."""

    row: int
    """Index in `rows`."""
    relation: str
    """To the first of the group, as in the report document: `first`, `same`, `mirrored`, or, for one that goes on where
    that stops, `prefix` and `mirrored-prefix`."""


class CopiesData(_Part):
    """Records that hold the same game."""

    id: str
    records: tuple[CopyRow, ...]


VerdictName = Literal["valid", "warnings", "invalid", "file"]


class Row(_Part):
    """A record in the overview, or a file in which there is none."""

    verdict: VerdictName = Field(description="`warnings`: valid, but there is something to say; `file`: about a file as a whole.")
    file: str
    index: int = Field(default=0, description="The number of the record in its file; 0 for a file.")
    line: int = 1
    game: str = ""
    rules: str = ""
    players: tuple[str, ...] = Field(default=(), description="Names, in turn order; empty where one is not known.")
    event: str = ""
    result: str = ""
    ending: str = Field(default="", description="By what it ended, as the board shows or, failing that, as the record says.")
    claimed: str = Field(default="", description="What the record says, where the board shows something else or nothing at all.")
    plies: int = 0
    troubles: tuple[TroubleRow, ...] = ()
    end: SightData | None = Field(default=None, description="The last position that was reached.")
    evidence: EvidenceRow | None = None
    readings: ReadingsRow | None = Field(default=None, description="Where the readings of the rules part, if they do.")
    has_replay: bool = False


class CodeData(_Part):
    """A kind of finding that occurs in the report."""

    name: str
    why: str
    remedy: str


class Overview(_Part):
    """What the page knows when it opens."""

    format: Literal["xbn-report-page"]
    version: Literal[1]
    title: str
    strict: bool
    summary: Summary
    codes: dict[str, CodeData]
    frames: tuple[FrameRow, ...]
    pieces: tuple[PieceRow, ...]
    boards: tuple[SightBoard, ...]
    rows: tuple[Row, ...]
    copies: tuple[CopiesData, ...] = ()
