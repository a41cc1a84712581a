"""Records as two Parquet tables, games and plies, in a folder. `docs/data.md` describes every column.

Rows are written in groups of some ten thousand, so that memory does not grow with the number of records. The same records give the
same bytes under the same version of pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from os import path as paths
from typing import Any, Self

from expendibots_notation.checks import judge
from expendibots_notation.document import repeated_tags
from expendibots_notation.exporters import plain_parquet
from expendibots_notation.exporters.losses import lost_annotations
from expendibots_notation.exporters.plain import PlainGames
from expendibots_notation.exporters.plain_parquet import text_of
from expendibots_notation.game import UNFINISHED, Action, Game, Outcome, Position
from expendibots_notation.games import find_game
from expendibots_notation.judging.replaying import Replay
from expendibots_notation.judging.timeline import Kind, Timeline
from expendibots_notation.notation.tree import Ply, Record
from expendibots_notation.writing import write_whole_folder

GAMES_FILE, PLIES_FILE = "games.parquet", "plies.parquet"
FILES = (GAMES_FILE, PLIES_FILE)

_ROWS_IN_A_GROUP = 1 << 16
_MOST = 1 << 63
_PLIES = 12
"""Where a row of games has the number of legal actions."""

Row = tuple[Any, ...]


class MissingPackage(Exception):
    """Raised where the package of the extra is missing; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of some records, in which the records are numbered from 0."""

    games: Sequence[Row]
    plies: Any
    """Rows too, or a batch of the schema."""
    index: int = 0
    """What is added to the numbers that the records have in their file."""

    def __len__(self) -> int:
        return len(self.games)

    def beginning(self, number: int) -> Rows:
        """Those of the first so many records."""
        kept = self.games[:number]
        return replace(self, games=kept, plies=self.plies[: sum(row[_PLIES] for row in kept)])


def rows(records: Iterable[Record | PlainGames]) -> Iterator[Rows]:
    """The rows of the records, one by one, and those of plain games together."""
    for record in records:
        if isinstance(record, PlainGames):
            yield Rows([*plain_parquet.game_rows(record)], plain_parquet.ply_batch(record, plies_schema()))
            continue
        game = find_game(record.game)
        replayed, findings = judge(record, game)
        is_valid = not any(finding.is_error for finding in findings)
        yield Rows([_game_row(record, replayed, is_valid)], [*_ply_rows(replayed.timeline if replayed else Timeline(record, game))])


def write_parquet(parts: Iterable[Rows], path: str) -> None:
    """Write the folder with both tables, replacing one as a whole. Raises MissingPackage before it asks for rows; Unwritable."""
    try:
        import pyarrow
        import pyarrow.parquet  # noqa: F401 - before any work is done
    except ImportError as error:
        raise MissingPackage(
            f"parquet needs the package {error.name or 'of the extra'}: pip install 'expendibots-notation[parquet]'"
        ) from error
    with (
        write_whole_folder(path, FILES) as folder,
        _Table(paths.join(folder, GAMES_FILE), games_schema()) as games,
        _Table(paths.join(folder, PLIES_FILE), plies_schema()) as plies,
    ):
        number = 1
        for part in parts:
            games.add(part.games, number, part.index)
            plies.add(part.plies, number, part.index)
            number += len(part)


def losses(record: Record) -> list[str]:
    """What the tables cannot hold: all that is said about a game, effects that actions claim, and what chance did."""
    found = [*lost_annotations(record), *repeated_tags(record)]
    line = record.line
    if any(ply.claim is not None for ply in line.plies):
        found.append("effects of actions")
    if line.items or any(ply.items for ply in line.plies):
        found.append("events of chance")
    return found


# The tables


def games_schema() -> Any:
    """One row a record."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field("game_id", pa.int64(), nullable=False),
            pa.field("file", pa.string(), nullable=False),
            pa.field("index", pa.int64(), nullable=False),
            pa.field("game", pa.string(), nullable=False),
            pa.field("rules", pa.string(), nullable=False),
            pa.field("setup", pa.string()),
            pa.field("tags", pa.map_(pa.string(), pa.string()), nullable=False),
            pa.field("result", pa.string(), nullable=False),
            pa.field("termination", pa.string()),
            pa.field("claimed_result", pa.string(), nullable=False),
            pa.field("claimed_termination", pa.string()),
            pa.field("rejected", pa.string()),
            pa.field("plies", pa.int32(), nullable=False),
            pa.field("valid", pa.bool_(), nullable=False),
        ]
    )


def plies_schema() -> Any:
    """One row an action of a record's main line."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field("game_id", pa.int64(), nullable=False),
            pa.field("file", pa.string(), nullable=False),
            pa.field("index", pa.int64(), nullable=False),
            pa.field("game", pa.string(), nullable=False),
            pa.field("ply", pa.int32(), nullable=False),
            pa.field("turn", pa.int64()),
            pa.field("player", pa.string()),
            pa.field("action", pa.string(), nullable=False),
            pa.field("kind", pa.string()),
            pa.field("count", pa.int64()),
            pa.field("from", pa.string()),
            pa.field("to", pa.string()),
            pa.field("waves", pa.int32()),
            pa.field("removed_own", pa.int64()),
            pa.field("removed_enemy", pa.int64()),
            pa.field("position", pa.string()),
            pa.field("hash", pa.uint64()),
        ]
    )


class _Table:
    """A Parquet file that rows are added to. How they are grouped in it does not depend on how they come."""

    def __init__(self, path: str, schema: Any) -> None:
        import pyarrow.parquet as pq

        self.rows: list[Row] = []
        self.batches: list[Any] = []
        self.size = 0
        self.schema = schema
        self.writer = pq.ParquetWriter(path, schema, compression="zstd")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._write_groups(1)
        finally:
            self.writer.close()

    def add(self, rows: Any, number: int, index: int) -> None:
        """Add rows; so much is added to the numbers of their records, and to those that these have in their file."""
        self.size += len(rows)
        if isinstance(rows, list):
            self.rows += ((row[0] + number, row[1], row[2] + index, *row[3:]) for row in rows)
        else:
            self._close_batch()
            self.batches.append(plain_parquet.renumbered(rows, number, index))
        if self.size >= _ROWS_IN_A_GROUP:
            self._write_groups(_ROWS_IN_A_GROUP)

    def _close_batch(self) -> None:
        import pyarrow as pa

        if self.rows:
            columns = zip(zip(*self.rows, strict=True), self.schema, strict=True)
            arrays = [pa.array(column, field.type) for column, field in columns]
            self.batches.append(pa.RecordBatch.from_arrays(arrays, schema=self.schema))
            self.rows.clear()

    def _write_groups(self, least: int) -> None:
        """Write groups, as long as there are so many rows."""
        import pyarrow as pa

        self._close_batch()
        table = pa.Table.from_batches(self.batches, self.schema)
        while len(table) >= least:
            # In one chunk: otherwise the pages of the file would show where chunks begin.
            self.writer.write_table(table[:_ROWS_IN_A_GROUP].combine_chunks(), _ROWS_IN_A_GROUP)
            table = table[_ROWS_IN_A_GROUP:]
        self.batches, self.size = table.to_batches(), len(table)


# Rows


def _game_row(record: Record, replayed: Replay | None, is_valid: bool) -> Row:
    outcome = replayed.outcome if replayed else Outcome()
    tags: dict[str, str] = {}
    for tag in record.tags:
        tags.setdefault(text_of(tag.name), text_of(tag.value))
    rejected = record.line.rejected
    return (
        0,
        text_of(record.source.file),
        record.index,
        text_of(record.game),
        text_of(replayed.rules.text if replayed else record.rules),
        _optional(record.setup),
        list(tags.items()),
        outcome.result,
        outcome.termination,
        text_of(record.line.result or record.result or UNFINISHED),
        _optional(record.termination),
        _optional(None if rejected is None else rejected.text if rejected.text is not None else rejected.raw),
        replayed.main.played if replayed else 0,
        is_valid,
    )


def _ply_rows(timeline: Timeline) -> Iterator[Row]:
    """A row for each action of the main line; from an illegal one on, there is no position."""
    record, game = timeline.record, timeline.game
    of_record = (0, text_of(record.source.file), record.index, text_of(record.game))
    for moment in timeline.passing():
        if not isinstance(moment.node, Ply):
            continue
        before = moment.before if moment.kind is Kind.ACTION else None
        player = moment.player or None if before is None else before.player
        effects = (None, None, None) if before is None else _effects(before, moment.node)
        position = moment.position if before is not None else None
        reached = (None, None) if position is None else _text_and_hash(position)
        yield (*of_record, moment.ply, _number(moment.turn[0]), player, *_parts(moment.node, game), *effects, *reached)


def _parts(node: Ply, game: Game | None) -> Row:
    """An action taken apart: its text without the effect that it claims, kind, count, from and to."""
    return (text_of(node.text), None, None, None, None) if game is None or node.action is None else _known_parts(game, node.action)


@lru_cache(1 << 12)  # few different actions make most games
def _known_parts(game: Game, action: Action) -> Row:
    parts = game.action_json(action)
    source, target = parts.get("from", parts.get("square")), parts.get("to", parts.get("target"))
    return (game.write_action(action), parts["type"], _number(parts.get("count")), _square(source), _square(target))


def _square(value: str | list[int] | None) -> str | None:
    """A square as the notation writes it: most games have names for them, some only coordinates."""
    return ",".join(map(str, value)) if isinstance(value, list) else value


def _effects(before: Position, node: Ply) -> Row:
    """The waves of a chain reaction, and the tokens that the player and everybody else lose by an action."""
    facts = before.facts(node.action)
    waves: list[object] | None = facts.get("waves")
    removed: dict[str, int] | None = facts.get("removed")
    if removed is None:
        return (None, None, None)
    own = removed.get(before.player, 0)
    return (None if waves is None else len(waves), own, sum(removed.values()) - own)


def _text_and_hash(position: Position) -> tuple[str, int]:
    """The position string, and the position's own 64-bit hash, where the game has one; otherwise one of that text."""
    text, own = position.text, getattr(position, "hash", None)
    return text, own if own is not None else int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def _optional(text: str | None) -> str | None:
    return None if text is None else text_of(text)


def _number(number: int | None) -> int | None:
    """A number of a record, which may be anything; None where 64 bits cannot hold it."""
    return number if number is None or -_MOST <= number < _MOST else None
