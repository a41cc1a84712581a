"""The valid samples are what they say they are: free of findings, canonical, and exported exactly as expected.

`XBN_REFRESH=1` rewrites the expected JSON; look at the difference before keeping it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

import expendibots_notation as xn
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.game import Game
from expendibots_notation.games import GAMES
from expendibots_notation.pipeline import validate_files
from expendibots_notation.schema import RecordDocument
from expendibots_notation.verdict import Verdict

SAMPLES = Path(__file__).parent.parent / "samples"
FOLDER = SAMPLES / "expendibots"
FILES = sorted(path for game in GAMES for path in (SAMPLES / game.id).glob("*.xbn"))
REFRESH = os.environ.get("XBN_REFRESH") == "1"

SHOWN: dict[str, tuple[str, str | None, int]] = {
    "annotated": ("1-0", "elimination", 15),
    "chain-reaction": ("0-1", "elimination", 32),
    "effects": ("1-0", "elimination", 25),
    "elimination-black": ("0-1", "elimination", 16),
    "elimination-white": ("1-0", "elimination", 21),
    "mutual-destruction": ("1/2-1/2", "mutual-destruction", 18),
    "rejected": ("1-0", "illegal-action", 3),
    "rejected-raw": ("0-1", "illegal-action", 2),
    "repetition": ("1/2-1/2", "repetition", 14),
    "self-elimination": ("0-1", "elimination", 5),
    "setup": ("0-1", "elimination", 3),
    "time-forfeit": ("*", None, 5),
    "turn-limit": ("1/2-1/2", "turn-limit", 500),
    "unfinished": ("*", None, 5),
}
"""By name, for Expendibots: the result and termination that the replay must establish, and how many plies it must come to."""

TOLD = {"stack_wars/recorded-game": ["readings-differ"]}
"""Warnings that belong to a sample: the author's own game follows the program, where the text of the rules says otherwise."""

each_sample = pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])


def _verdict(path: Path) -> Verdict:
    """The only verdict on a file that holds one record."""
    (verdict,) = validate_files([str(path)])
    assert isinstance(verdict, Verdict)
    return verdict


def _document(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return document


def _validator() -> Draft202012Validator:
    schema = RecordDocument.model_json_schema(mode="serialization")
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@each_sample
def test_a_sample_has_no_findings(path: Path) -> None:
    """Samples are what people copy from, so not even a warning is allowed, unless it is what the sample shows."""
    verdict = _verdict(path)
    assert [each.name for each in verdict.diagnostics] == TOLD.get(f"{path.parent.name}/{path.stem}", [])
    assert verdict.valid


@each_sample
def test_a_sample_shows_what_its_name_says(path: Path) -> None:
    verdict = _verdict(path)
    assert path.parent.name == verdict.game
    if path.parent == FOLDER:
        assert (verdict.outcome.result, verdict.outcome.termination, verdict.plies) == SHOWN[path.stem]


@each_sample
def test_a_sample_is_canonical(path: Path) -> None:
    """Compared as bytes: the formatter must have nothing to do, down to the last line feed."""
    assert "".join(xbn_pieces(xn.read(path))).encode() == path.read_bytes()


@each_sample
def test_a_sample_is_exported_as_expected(path: Path, tmp_path: Path) -> None:
    expected = path.with_suffix(".json")
    written = tmp_path / expected.name
    xn.write(xn.read(path), written)
    if REFRESH:
        expected.write_bytes(written.read_bytes())
    assert written.read_bytes() == expected.read_bytes()


@each_sample
def test_the_json_follows_the_schema(path: Path) -> None:
    """The published schema is what other programs rely on, so it must describe what is really written."""
    _validator().validate(_document(path))


@pytest.mark.parametrize("field", ["plies", "outcome", "game"])
def test_the_schema_refuses_half_a_document(field: str) -> None:
    """A schema that accepts everything would make the test above worthless."""
    document = _document(FOLDER / "setup.xbn")
    del document[field]
    with pytest.raises(ValidationError, match=field):
        _validator().validate(document)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_way_to_end_on_the_board_is_shown(game: Game) -> None:
    shown = {_document(path)["outcome"]["termination"] for path in FILES if path.parent.name == game.id}
    assert shown >= set(game.terminations)


def test_an_illegal_action_is_shown() -> None:
    assert _document(FOLDER / "rejected.xbn")["outcome"]["termination"] == "illegal-action"


def test_the_chain_reaction_is_long() -> None:
    """The showpiece of the demonstration: one boom, many waves, and the game is over."""
    document = _document(FOLDER / "chain-reaction.xbn")
    assert document["setup"] is None
    last = document["plies"][-1]
    assert len(last["waves"]) == 8
    assert last["removed"] == {"white": 12, "black": 2}
    assert last["ply"] == document["outcome"]["ply"]


def test_the_annotated_game_uses_every_kind_of_note() -> None:
    document = _document(FOLDER / "annotated.xbn")
    plies = document["plies"]
    assert document["preface"]
    assert document["comments"]
    assert {glyph for ply in plies for glyph in ply["glyphs"]} >= {"!", "?", "!!", "??", "!?", "?!", "$4", "$14"}
    assert any(ply.get("before") for ply in plies)
    assert any(isinstance(value, str) for ply in plies for value in ply["attributes"].values())
    variations = [variation for ply in plies for variation in ply["variations"]]
    assert any(variation["after"] for variation in variations)
    assert any(ply["variations"] for variation in variations for ply in variation["plies"])


def test_the_set_up_game_begins_with_black() -> None:
    document = _document(FOLDER / "setup.xbn")
    assert document["setup"].split()[1] == "b"
    assert (document["plies"][0]["player"], document["plies"][0]["turn"]) == ("black", 20)


def test_rejected_actions_are_kept_as_they_were_sent() -> None:
    written, raw = _document(FOLDER / "rejected.xbn")["rejected"], _document(FOLDER / "rejected-raw.xbn")["rejected"]
    assert (written["text"], written["raw"]) == ("3d7-d5", None)
    assert (raw["text"], raw["raw"]) == (None, '("MOVE", 2, (3, 1), (5, 3))')
    assert "only 2 tokens" in written["reason"]
    assert "neither in the same file nor in the same rank" in raw["reason"]


def test_every_sample_is_described() -> None:
    """The list for readers names each file, valid or broken, exactly once, in the section of its folder."""
    text = (SAMPLES / "README.md").read_text(encoding="utf-8")
    sections = {part.partition("/")[0].rpartition("`")[2]: part for part in text.split("\n## ")[1:]}
    for path in (*FILES, *(SAMPLES / "broken").glob("*.xbn")):
        assert sections[path.parent.name].count(f"`{path.name}`") == 1, path.name


def test_every_sample_is_known_and_has_its_json() -> None:
    """A sample that nobody expects, or expected JSON without a sample, would go unchecked."""
    assert {path.stem for path in FOLDER.glob("*.xbn")} == set(SHOWN)
    expected = {path for game in GAMES for path in (SAMPLES / game.id).glob("*.json")}
    assert expected == {path.with_suffix(".json") for path in FILES}
