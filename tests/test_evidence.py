"""How games ended, and what proves it: every kind of end, in data and in words."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from expendibots_notation.evidence import Evidence, Proof, evidence_of
from expendibots_notation.pipeline import Overrides, judged, judged_files, judged_stream, read_text
from expendibots_notation.verdict import Judged

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
LOGS = ROOT / "tests" / "data" / "logs" / "logs.jsonl.gz"
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n'


def evidence(name: str) -> Evidence:
    """The evidence of the only record of a sample."""
    (found,) = judged_files([str(SAMPLES / name)])
    assert isinstance(found, Judged)
    return evidence_of(found)


def evidence_in(text: str, rules: str | None = None) -> Evidence:
    (record,) = read_text(text)
    return evidence_of(judged(record, Overrides(rules=rules)))


# Ends on the board


def test_a_repetition_names_its_four_plies() -> None:
    found = evidence("expendibots/repetition.xbn")
    assert found.proof is Proof.BOARD
    assert found.repetition is not None
    assert found.repetition.plies == (2, 6, 10, 14)
    assert found.repetition.position == "bb.bb.bb/bb.2b.bb/.3b.4/.8/.8/.3w.4/ww.2w.ww/ww.ww.ww"
    assert "after ply 2 (White to move), ply 6 (White to move), ply 10 (White to move) and ply 14" in found.words[1]


def test_the_start_counts_as_an_occurrence_and_the_referee_compares_who_is_to_move() -> None:
    text = (SAMPLES / "broken" / "XBN311-readings-differ.xbn").read_text()
    by_text = evidence_in(text)
    assert by_text.repetition is not None
    assert [(each.ply, each.player) for each in by_text.repetition.occurrences] == [
        (0, "white"),
        (5, "black"),
        (9, "black"),
        (13, "black"),
    ]
    assert "after the start (White to move), ply 5" in by_text.words[1]
    assert evidence_in(text, "referee").proof is Proof.CLAIM


def test_the_turn_limit_tells_the_count() -> None:
    found = evidence("expendibots/turn-limit.xbn")
    assert (found.proof, found.turns, found.ply, found.plies) == (Proof.BOARD, 250, 500, 500)
    assert found.words == (
        "1/2-1/2, turn-limit: at ply 500 Black played e6-d6, and each side has had its 250 turns.",
        "The count of turns is 250 for each player, 500 plies of them in this record.",
    )


def test_an_elimination_shows_the_final_explosion() -> None:
    found = evidence("expendibots/elimination-white.xbn")
    assert found.explosion is not None
    assert found.explosion.square == "d6"
    assert found.explosion.waves == (("d6",), ("c7", "d7", "e7"), ("b7",), ("a8",))
    assert found.explosion.removed == {"white": 1, "black": 8}
    assert [(each.name, each.before, each.after) for each in found.counters] == [("White", "11", "10"), ("Black", "8", "0")]
    assert found.words == (
        "1-0, elimination: at ply 21 White played xd6, and Black has no tokens left.",
        "The explosion of d6 removed 1 of White and 8 of Black, in 4 waves: d6, c7+d7+e7, b7, a8.",
        "White: 11 before, 10 after; Black: 8 before, 0 after.",
    )


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("expendibots/mutual-destruction.xbn", "at ply 18 Black played xf5, and no side has tokens left."),
        ("expendibots/self-elimination.xbn", "0-1, elimination: at ply 5 White played xc2, and White has no tokens left."),
        ("stack_wars/double-pass.xbn", "1/2-1/2, double-pass: at ply 3 White played --, and both sides have passed."),
        ("stack_wars/invasions.xbn", "1-0, elimination: at ply 17 Black played a3-a4, and Black has no armies left."),
        ("stacks/breakthrough.xbn", "1-0, breakthrough: at ply 15 Black played 2b5xb7, and Black has four pieces or more"),
        ("robots/death.xbn", "0-1, death: at ply 2 Human played t@27,14, and the human is dead."),
        ("robots/last-level.xbn", "Robots: 13 before, 0 after; Safe teleports: 1 before, 10 after; Score: 17 before, 30 after."),
    ],
)
def test_every_game_says_in_its_own_words_why_it_is_over(sample: str, words: str) -> None:
    found = evidence(sample)
    assert found.proof is Proof.BOARD
    assert words in "\n".join(found.words)


def test_a_position_may_be_over_from_the_start() -> None:
    found = evidence_in(f'{HEAD}[Setup ".8/.8/.8/.8/.8/.8/.8/w.7 w 1 0"]\n[Result "1-0"]\n[Termination "elimination"]\n\n1-0\n')
    assert (found.proof, found.ply, found.player, found.action) == (Proof.BOARD, 0, None, None)
    assert found.words == ("1-0, elimination: the game is over in the position with which the record begins.",)


def test_what_stands_behind_the_end_and_what_the_record_claims_instead_is_said() -> None:
    assert (
        "The record goes on behind the end: d6-d7 comes after the end" in evidence("broken/XBN210-action-after-end.xbn").words[-1]
    )
    assert evidence("broken/XBN307-wrong-result.xbn").words[-1] == "The record claims 0-1."
    assert evidence("broken/XBN308-wrong-termination.xbn").words[-1] == "The record claims 1-0 by repetition."
    assert evidence("broken/XBN314-unclaimed-end.xbn").words[-1] == "The record gives no result (truncated)."


# Actions that are not allowed


def test_a_rejected_action_breaks_a_rule_and_others_were_legal() -> None:
    found = evidence("expendibots/rejected.xbn")
    assert (found.proof, found.ply, found.player, found.action) == (Proof.REJECTED_ACTION, 4, "black", "3d7-d5")
    assert found.broken is not None
    assert (found.broken.code, found.broken.name) == ("XBN202", "too-many-tokens")
    assert found.legal is not None
    assert (found.legal.count, found.legal.nearest) == (55, ("2d7-d5", "2d7-d6", "d7-d5"))
    assert len(found.legal.all) == 55
    assert set(found.legal.nearest) <= set(found.legal.all)
    assert found.words[1:] == (
        "That breaks a rule: 3d7-d5 moves 3 tokens, but the stack on d7 (3,6) has only 2 tokens (XBN202 too-many-tokens).",
        "55 actions were legal; the nearest are 2d7-d5, 2d7-d6, d7-d5.",
    )


def test_a_raw_text_that_is_no_action_says_so() -> None:
    found = evidence_in(f'{HEAD}[Result "0-1"]\n[Termination "illegal-action"]\n\n1. ~"None" 0-1\n')
    assert found.proof is Proof.REJECTED_ACTION
    assert found.broken is not None
    assert found.broken.message == "the text is no action of Expendibots"
    assert found.legal is not None
    assert (found.legal.count, found.legal.nearest) == (50, ())


def test_a_raw_text_of_any_length_is_shortened() -> None:
    found = evidence_in(f'{HEAD}[Result "0-1"]\n[Termination "illegal-action"]\n\n1. ~"{"x" * 10000}" 0-1\n')
    assert found.action is not None
    assert len(found.action) == 400


def test_many_legal_actions_are_counted_and_not_listed() -> None:
    found = evidence("stacks/rejected-attack.xbn")
    assert found.legal is not None
    assert (found.legal.count, found.legal.all) == (8637, ())
    assert len(found.legal.nearest) == 3


def test_an_illegal_action_leaves_no_end() -> None:
    found = evidence("broken/XBN203-too-far.xbn")
    assert (found.proof, found.ply, found.plies, found.player) == (Proof.NONE, 3, 2, "white")
    assert found.broken is not None
    assert found.broken.code == "XBN203"
    assert found.words[0] == "No end: 2d2-d5 at ply 3 is illegal, and the replay stops before it."


def test_a_rejected_action_that_is_legal_proves_nothing() -> None:
    found = evidence("broken/XBN312-rejected-legal.xbn")
    assert found.proof is Proof.CLAIM
    assert found.words[-1] == "The record has its last action as rejected, but that action is legal."


def test_a_rejected_action_behind_the_end_proves_nothing() -> None:
    text = (
        f'{HEAD}[Setup ".8/.8/.3b.4/.3w.4/.8/.8/.8/w.7 w 1 0"]\n[Result "1-0"]\n[Termination "elimination"]\n\n1. xd5 ~d6-d7 1-0\n'
    )
    found = evidence_in(text)
    assert (found.proof, found.ply, found.action) == (Proof.BOARD, 1, "xd5")


# Ends away from the board, and no end


def test_an_end_away_from_the_board_is_a_claim() -> None:
    found = evidence("expendibots/time-forfeit.xbn")
    assert found.proof is Proof.CLAIM
    (words,) = found.words
    assert words.startswith(
        "The record claims 1-0 by time. The board cannot prove that: after 5 plies the game goes on, Black is to move"
    )
    assert words.endswith(" and has 58 legal actions.")


def test_a_truncated_record_shows_no_end() -> None:
    (found,) = evidence("expendibots/unfinished.xbn").words
    assert found.startswith("The record gives no result (truncated). The board shows no end either: after 5 plies the game goes on")


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("broken/XBN101-unexpected-text.xbn", "No end: the replay could not come to it ('then' does not belong here"),
        ("broken/XBN301-unknown-game.xbn", "No end: the replay could not come to it (there is no game 'Chequers')."),
        ("broken/XBN303-bad-setup.xbn", "No end: the replay could not come to it (the Setup position cannot be read"),
        ("broken/XBN409-bad-document.json", "No end: the replay could not come to it (this is not a record document"),
    ],
)
def test_what_cannot_be_replayed_has_no_evidence(sample: str, words: str) -> None:
    found = evidence(sample)
    assert found.proof is Proof.NONE
    assert found.words[0].startswith(words)


def test_chance_that_has_to_act_leaves_no_action() -> None:
    found = evidence("broken/XBN270-missing-spawn.xbn")
    assert found.words[-1] == "No action was legal."


# Real games


def entries() -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(LOGS.read_bytes()).decode().splitlines()]


PROOFS = {
    "white_win": Proof.BOARD,
    "black_win": Proof.BOARD,
    "draw_mutual": Proof.BOARD,
    "draw_repetition": Proof.BOARD,
    "draw_250": Proof.BOARD,
    "illegal_action": Proof.REJECTED_ACTION,
    "crash": Proof.CLAIM,
    "resource_limit": Proof.CLAIM,
    "killed_wall_clock": Proof.CLAIM,
}


def test_every_real_log_has_the_evidence_that_its_end_needs() -> None:
    for entry in entries():
        if entry["category"] == "extra":
            continue
        (one,) = judged_stream(BytesIO(entry["log"].encode()), entry["name"])
        assert isinstance(one, Judged)
        found = evidence_of(one)
        assert found.proof is PROOFS[entry["category"]], entry["name"]
        match entry["category"]:
            case "draw_repetition":
                assert found.repetition is not None
                assert len(found.repetition.plies) == 4
                assert found.repetition.plies[-1] == entry["plies"]
                assert len({each.player for each in found.repetition.occurrences}) == 1
            case "draw_250":
                assert found.turns == 250
            case "white_win" | "black_win" | "draw_mutual":
                assert found.explosion is not None
                assert found.explosion.removed == {
                    "white": _change(found, "White"),
                    "black": _change(found, "Black"),
                }
            case "illegal_action":
                assert found.broken is not None
                assert found.ply == entry["plies"] + 1


def _change(found: Evidence, name: str) -> int:
    return sum(int(each.before) - int(each.after) for each in found.counters if each.name == name)
