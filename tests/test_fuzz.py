"""The fuzz targets of `make fuzz`, in small: every seed that once broke something, some seeds, and some damaged ones.

`fuzz/regressions/TARGET/` holds what fuzzing has found; each file is replayed here for ever.
"""

from __future__ import annotations

import random
import zlib
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fuzz
from expendibots_notation.notation.tables import FRAME
from fuzz import lark_oracle, oracles, seeds
from fuzz.growth import trials
from fuzz.targets import TARGETS, Target, find_target

REGRESSIONS = Path(fuzz.__file__).parent / "regressions"
FOUND = sorted(path for path in REGRESSIONS.rglob("*") if path.is_file())

each_target = pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)


def test_regressions_belong_to_targets() -> None:
    assert {path.parent.name for path in FOUND} <= {target.name for target in TARGETS}
    assert FOUND


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_once_is_mended(path: Path) -> None:
    target = find_target(path.parent.name)
    assert target is not None
    target.try_one(path.read_bytes())


@each_target
def test_damaged_seeds(target: Target) -> None:
    """Seeds, and what little damage makes of them: the same ones each time."""
    chance = random.Random(zlib.crc32(target.name.encode()))
    short = [seed for seed in target.seeds() if len(seed) < 3_000]
    for seed in chance.sample(short, min(len(short), 4)):
        target.try_one(seed)
        target.try_one(damaged(seed, chance))


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Some data with a stretch of it gone, doubled, or exchanged for other bytes."""
    start = chance.randrange(len(data) + 1)
    end = min(start + chance.choice([0, 1, 3, 40]), len(data))
    other = chance.choice([b"", data[start:end] * 2, chance.randbytes(2), b'"', b"{", b"(", b"\n", b"\\", b"9" * 30])
    return data[:start] + other + data[end:]


@each_target
@settings(max_examples=20)
@given(data=st.binary(max_size=200))
def test_any_bytes(target: Target, data: bytes) -> None:
    target.try_one(data)


PIECES = st.sampled_from(
    [
        *(
            '[Game "',
            "Robots",
            "STACKS",
            "Stack Wars",
            '"]\n',
            '[Setup "',
            '[Result "*"]\n',
            "1. ",
            "2... ",
            "a2-a3 ",
            "xe5 ",
            "3d4-d5",
        ),
        *(
            "+a1 ",
            "--",
            "{note} ",
            "{%eval=1} ",
            "(",
            ") ",
            "~",
            '"raw" ',
            "$3 ",
            "!? ",
            "<+ r2> ",
            "; line\n",
            "1-0\n",
            "*\n",
            "1/2 ",
        ),
        *("1/2 ", "\n\n", "\ufeff", "é"),
    ]
)


@settings(max_examples=60)
@given(data=st.lists(PIECES, max_size=25).map(lambda pieces: "".join(pieces).encode()))
@pytest.mark.parametrize("name", ["reader", "detection"])
def test_pieces_of_notation(name: str, data: bytes) -> None:
    target = find_target(name)
    assert target is not None
    target.try_one(data)


def test_every_target_has_seeds() -> None:
    for target in TARGETS:
        assert len(list(islice(target.seeds(), 3))) == 3


def test_a_target_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle that never complains would prove nothing."""
    reader = find_target("reader")
    assert reader is not None
    reader.try_one(b"1. a2-a3 *\n")
    monkeypatch.setattr(oracles, "write", lambda *_: "1. a2-a4 *\n")
    with pytest.raises(AssertionError, match="not read as the same"):
        reader.try_one(b"1. a2-a3 *\n")


def test_a_difference_between_the_two_paths_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    judging = find_target("judging")
    assert judging is not None
    judging.try_one(b"\0" + next(seeds.records()))
    monkeypatch.setattr(oracles, "validate_stream", lambda *_: [])
    with pytest.raises(AssertionError, match="differ"):
        judging.try_one(b"\0" + next(seeds.records()))


def test_a_difference_from_lark_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    lark = find_target("lark")
    assert lark is not None
    lark.try_one(b"1. d2-d3 *")
    monkeypatch.setattr(lark_oracle, "by_lark", lambda file, text: lark_oracle.by_driver(file, text[:-1])[0])
    with pytest.raises(AssertionError, match=FRAME):
        lark.try_one(b"1. d2-d3 *")


def test_shapes_of_large_inputs_are_judged_in_small() -> None:
    """What `make growth` measures at megabytes; here only that each reader has something to say, whatever the shape."""
    for trial in trials():
        data = trial.shape.of_size(400 * trial.shape.share)
        assert trial.run(data) >= 0, (trial.reader, trial.shape.name)
