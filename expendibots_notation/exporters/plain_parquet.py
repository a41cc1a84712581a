"""Plain games as rows of the two Parquet tables, column by column: those that `parquet.py` makes of the same records one by one."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import Any

from expendibots_notation.board import Square
from expendibots_notation.exporters.plain import PlainGames
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.codes import SQUARES, WIDTH
from expendibots_notation.notation.strings import read_string

_HALF_CHARACTERS = re.compile("[\ud800-\udfff]")
_NAMES = [Square(square % WIDTH, square // WIDTH).name for square in range(SQUARES)]


def text_of(text: str) -> str:
    """A text that UTF-8 can hold: what was no character when it was read is replaced."""
    return text if text.isascii() else _HALF_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text)


def game_rows(batch: PlainGames) -> Iterator[tuple[Any, ...]]:
    """A row for each game."""
    for number, game in enumerate(batch.games):
        yield (
            number,
            text_of(game.file),
            game.index,
            GAME.id,
            game.rules,
            game.setup,
            [(name, read_string(value)) for name, value in game.tags],
            game.outcome.result,
            game.outcome.termination,
            game.claimed.result,
            game.claimed.termination,
            None,
            game.plies,
            True,
        )


def ply_batch(batch: PlainGames, schema: Any) -> Any:
    """The rows of all plies, as one batch of the schema."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = batch.columns
    size = columns.size

    def numbers(values: array[int], kind: Any) -> Any:
        return pa.Array.from_buffers(kind, size, [None, pa.py_buffer(bytes(memoryview(values)[:size]))])

    def texts(data: array[int], ends: array[int]) -> Any:
        borders = memoryview(ends)[: size + 1]
        buffers = [None, pa.py_buffer(bytes(borders)), pa.py_buffer(bytes(memoryview(data)[: borders[-1]]))]
        return pa.StringArray.from_buffers(size, buffers[1], buffers[2])

    def repeated(values: list[Any], kind: Any) -> Any:
        """A value of each game, on all of its plies."""
        return pa.array(values, kind).take(owners)

    owners = pa.array([at for at, game in enumerate(batch.games) for _ in range(game.plies)], pa.int32())
    counts = numbers(columns.counts, pa.int64())
    is_move = pc.not_equal(counts, 0)
    sources, targets = numbers(columns.sources, pa.int8()), numbers(columns.targets, pa.int8())
    names = pa.array(_NAMES)
    of_boom = {
        "waves": numbers(columns.waves, pa.int32()),
        "removed_own": numbers(columns.removed_own, pa.int64()),
        "removed_enemy": numbers(columns.removed_enemy, pa.int64()),
    }
    made = {
        "game_id": owners.cast(pa.int64()),
        "file": repeated([text_of(game.file) for game in batch.games], pa.string()),
        "index": repeated([game.index for game in batch.games], pa.int64()),
        "game": pa.repeat(pa.scalar(GAME.id), size),
        "ply": pa.array([ply for game in batch.games for ply in range(1, game.plies + 1)], pa.int32()),
        "turn": numbers(columns.turns, pa.int64()),
        "player": pa.array(GAME.players).take(numbers(columns.players, pa.int8())),
        "action": texts(columns.actions, columns.action_ends),
        "kind": pc.if_else(is_move, "move", "boom"),
        "count": pc.if_else(is_move, counts, pa.scalar(None, pa.int64())),
        "from": names.take(sources),
        "to": pc.if_else(is_move, names.take(targets), pa.scalar(None, pa.string())),
        **{name: pc.if_else(is_move, pa.scalar(None, values.type), values) for name, values in of_boom.items()},
        "position": texts(columns.positions, columns.position_ends),
        "hash": numbers(columns.hashes, pa.uint64()),
    }
    return pa.RecordBatch.from_arrays([made[field.name] for field in schema], schema=schema)


def renumbered(batch: Any, number: int, index: int) -> Any:
    """The batch with so much added to the numbers of its games, and to those that they have in their file."""
    import pyarrow.compute as pc

    for name, added in (("game_id", number), ("index", index)):
        at = batch.schema.get_field_index(name)
        batch = batch.set_column(at, batch.schema.field(at), pc.add(batch.column(at), added))
    return batch
