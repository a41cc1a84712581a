"""The lines of a vector file, as pydantic models: how they are read, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from expendibots_notation.perft import DEEPEST

READER = "records"
"""What the header of the vectors for readers has for a game."""


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Question(_Line):
    """Where the question is asked: the position after `moves` were played from `position`."""

    ask: str
    game: str
    rules: str = Field(description="The reading of the rules and its options, as in a Rules tag.")
    tags: dict[str, str] = Field(description="Tags of the game that fix its board; mostly none.")
    position: str | None = Field(description="A position string; null is the start of a game.")
    moves: list[str] = Field(description="Legal actions, and events of chance, that are played first.")


class ActionQuestion(_Question):
    """Is this action allowed, and what comes of it?"""

    ask: Literal["action"] = "action"
    action: str = Field(description="An action or an event of chance, in canonical XBN.")


class PerftQuestion(_Question):
    """How many sequences of so many actions are there?"""

    ask: Literal["perft"] = "perft"
    depth: int = Field(ge=0, le=DEEPEST)


class ReadQuestion(_Line):
    """Which records does this file have, and what is wrong with their text?"""

    ask: Literal["read"] = "read"
    text: str | None = Field(description="The text of an XBN file; null where it is not UTF-8.")
    data: str | None = Field(description="The bytes of the file as base64, where there is no text.")


Question = Annotated[ActionQuestion | PerftQuestion | ReadQuestion, Field(discriminator="ask")]


class OutcomeAnswer(_Line):
    """How the game stands after the action."""

    result: str
    termination: str | None


class Legal(_Line):
    legal: Literal[True] = True
    after: str = Field(description="The position string after the action.")
    outcome: OutcomeAnswer


class Illegal(_Line):
    legal: Literal[False] = False
    reason: str = Field(description="The name of a diagnostic: `xbn explain` has a page for each.")


class Count(_Line):
    count: int


class RecordAnswer(_Line):
    """One record, as a reader sees it."""

    canonical: str | None = Field(description="The canonical text; null where a formatter leaves the record as it stands.")
    tags: list[tuple[str, str]] = Field(description="Names and values of all tags that are not the frame's, in their order.")
    actions: list[str] = Field(description="The canonical actions and items of the main line, without a rejected action.")
    result: str | None = Field(description="The result token in canonical form.")
    findings: list[tuple[str, int, int]] = Field(description="Code, line and column of each finding that needs no replay.")


class Reading(_Line):
    records: list[RecordAnswer]


Answer = Legal | Illegal | Count | Reading


class Header(_Line):
    """The first line of a file."""

    format: Literal["xbn-vectors"] = "xbn-vectors"
    version: Literal[1] = 1
    game: str = Field(description="The game; `records` in the file for readers, which has no readings, options or seed.")
    readings: dict[str, str] = Field(description="The named readings of the rules, the usual one first, with what they say.")
    options: dict[str, list[str]] = Field(description="What a Rules value may set beside a reading.")
    seed: int | None = Field(description="Of the random games.")
    vectors: int = Field(description="How many lines follow.")


class Vector(_Line):
    """One question with its answer."""

    id: str
    why: str = Field(description="What is tried, in words.")
    question: Question
    answer: Answer


class BadVectors(Exception):
    """Raised where a file holds no vectors that can be used; the message says which line, and why."""


@dataclass(frozen=True)
class VectorFile:
    """A whole file."""

    header: Header
    vectors: tuple[Vector, ...]

    def text(self) -> Iterator[str]:
        """Its lines, as they stand in the file."""
        for line in (self.header, *self.vectors):
            yield line.model_dump_json() + "\n"


Kind = TypeVar("Kind", bound=_Line)


def read_vectors(path: Path) -> VectorFile:
    """The vectors of a file. Raises BadVectors."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadVectors(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    lines = text.splitlines()
    header = _read(Header, lines[0] if lines else b"", path, 1)
    vectors = tuple(_read(Vector, line, path, number) for number, line in enumerate(lines[1:], start=2))
    if len(vectors) != header.vectors:
        raise BadVectors(f"{path} has {len(vectors)} vectors, but its header promises {header.vectors}")
    return VectorFile(header, vectors)


def _read(kind: type[Kind], line: bytes, path: Path, number: int) -> Kind:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        raise BadVectors(f"{path}:{number}: {problem_of(error)}") from None


def problem_of(error: ValidationError) -> str:
    """The first problem of a line, with its place."""
    first = error.errors(include_url=False)[0]
    return ": ".join(filter(None, (".".join(map(str, first["loc"])), first["msg"])))
