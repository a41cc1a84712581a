"""Plain games in columns: the data sets are the same, to the letter, as those made of records one by one."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from expendibots_notation.exporters.json import jsonl_pieces
from expendibots_notation.exporters.parquet import rows, write_parquet
from expendibots_notation.exporters.plain import PlainGames
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import columns
from expendibots_notation.importers.text import TextStream
from expendibots_notation.pipeline import Overrides, extract_records, read_stream

ROOT = Path(__file__).parents[2]
SETUPS = [
    None,
    "b12.7/.8/.8/.3w120b3.3/.8/.8/.8/w5.7 w 40 7",
    ".8/.8/.2b.b.3/.3w.4/.2b.b.3/.8/.8/w1000000000000.7 b 249 0",
    "b.7/.8/.8/.8/.8/.8/.8/.7w w 250 3",
]
TAGS = [
    ("Event", '"plain"'),
    ("White", r'"a \"quoted\" name"'),
    ("Black", '"Zoë 🤖"'),
    ("Path", r'"c:\\games"'),
]


def record(chance: random.Random, notes: bool = False) -> str:
    """A canonical record of a random game."""
    setup, rules = chance.choice(SETUPS), chance.choice(["text", "referee"])
    position: Any = expendibots.start(setup, rules)
    words: list[str] = []
    for ply in range(chance.choice([0, 1, 7, 60])):
        actions = [] if position.outcome().is_over else _actions(position, chance)
        if not actions:
            break
        if position.player == "white" or ply == 0:
            words.append(("\n" if ply else "") + f"{position.turn}{'.' if position.player == 'white' else '...'}")
        words.append(str(actions[0]) + (" {a remark}" if notes and ply == 3 else ""))
        position = position.play(actions[0])
    outcome = position.outcome()
    tags = [("Format", '"xbn 1"'), ("Game", '"Expendibots"'), ("Rules", f'"{rules}"')]
    tags += [("Setup", f'"{setup}"')] if setup else []
    tags += [("Result", f'"{outcome.result}"')]
    tags += [("Termination", f'"{outcome.termination}"')] if outcome.is_over and chance.random() < 0.5 else []
    tags += chance.sample(TAGS, chance.randrange(len(TAGS)))
    head = "".join(f"[{name} {value}]\n" for name, value in tags)
    return head + "\n" + " ".join([*words, outcome.result]).replace(" \n", "\n") + "\n"


def _actions(position: Any, chance: random.Random) -> list[Any]:
    """An action or none; the tallest stacks have too many to list."""
    if position.count_continuations() < 10_000:
        return [chance.choice(position.legal_actions())]
    return [chance.choice(position.nearest(expendibots.Move(chance.randrange(1, 10**6), *_squares(chance)), 3))]


def _squares(chance: random.Random) -> list[Any]:
    return [expendibots.GAME.read_action(f"x{chance.choice('abcdefgh')}{chance.randrange(1, 9)}").action.square for _ in range(2)]


def check(data: bytes, folder: Path, **overrides: Any) -> int:
    """Make both data sets both ways; how many games went the quick one."""
    how = Overrides(**overrides)
    quick = list(extract_records(TextStream(BytesIO(data)), "games.xbn", how))
    plain = sum(len(each.games) for each in quick if isinstance(each, PlainGames))
    found = "".join(jsonl_pieces(_records(extract_records(TextStream(BytesIO(data)), "games.xbn", how))))
    expected = "".join(jsonl_pieces(_records(read_stream(BytesIO(data), "games.xbn", how))))
    assert found == expected
    write_parquet(rows(_records(extract_records(TextStream(BytesIO(data)), "games.xbn", how))), str(folder / "quick.parquet"))
    write_parquet(rows(_records(read_stream(BytesIO(data), "games.xbn", how))), str(folder / "full.parquet"))
    for table in ("games", "plies"):
        mine, other = (pq.read_table(folder / f"{way}.parquet" / f"{table}.parquet") for way in ("quick", "full"))
        assert mine.schema == other.schema
        assert mine.to_pylist() == other.to_pylist()
    return plain


def _records(found: Any) -> Any:
    return (each for each in found if not hasattr(each, "message") and not hasattr(each, "diagnostic"))


@pytest.mark.parametrize("seed", range(12))
def test_games_of_all_kinds(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    assert check("\n".join(record(chance) for _ in range(8)).encode(), tmp_path) >= 6


@pytest.mark.parametrize("seed", range(4))
def test_plain_games_among_others(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    texts = [record(chance, notes=chance.random() < 0.4) for _ in range(8)]
    texts.insert(2, texts[0].replace("1. ", "2. ", 1))
    texts.insert(5, (ROOT / "samples" / "stacks" / "breakthrough.xbn").read_text() if seed % 2 else "what is this?\n")
    data = "\n".join(texts).encode()
    assert 0 < check(data, tmp_path) < len(texts)
    check(data.replace(b"\n", b"\r\n"), tmp_path)


def test_giant_stacks(tmp_path: Path) -> None:
    head = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Setup "{}"]\n[Result "0-1"]\n\n{} 0-1\n'
    text = head.format("b.7/.8/.8/.8/.8/.8/.8/w900000000000000.7 w 7 0", "7. 123456789012345a1-h1 xa8\n8. xa1 xh8")
    check(text.replace(" xa8", " a8-b8").replace(" xh8", "").replace("8. xa1 0-1", "8. xa1 b8-c8\n9. xh1 0-1").encode(), tmp_path)


def test_all_samples(tmp_path: Path) -> None:
    check(b"\n".join(path.read_bytes() for path in sorted((ROOT / "samples").glob("*/*.xbn"))), tmp_path)


def test_batches_may_be_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "ROWS", 50)
    chance = random.Random(9)
    assert check("\n".join(record(chance) for _ in range(12)).encode(), tmp_path) >= 8


def test_one_record_is_read_the_full_way(tmp_path: Path) -> None:
    chance = random.Random(3)
    assert check("\n".join(record(chance) for _ in range(3)).encode(), tmp_path, record=2) == 0
    assert check("\n".join(record(chance) for _ in range(3)).encode(), tmp_path, game="stacks") == 0
