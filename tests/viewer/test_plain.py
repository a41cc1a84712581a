"""`xbn replay` where it prints: into pipes, with --plain, one ply or all; and what it answers to mistakes.

`XBN_REFRESH=1` rewrites the golden file; look at the difference before keeping it.
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from expendibots_notation.cli.app import app
from expendibots_notation.cli.process import Mistake
from expendibots_notation.cli.replay import replay

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
GOLDEN = ROOT / "tests" / "golden" / "replay-plain.txt"
XBN = str(Path(sys.executable).with_name("xbn"))

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'
TWO = HEAD + "1. d2-d3 e7-e6 *\n\n" + HEAD + "1. a2-a3 {the second} *\n"


class Answer:
    """What the command has answered inside this process, where the output is no terminal."""

    def __init__(self, *arguments: str, data: str = "") -> None:
        result = CliRunner().invoke(app, ["replay", *arguments], input=data, prog_name="xbn", catch_exceptions=False)
        self.code, self.out, self.err = result.exit_code, result.stdout, result.stderr

    @property
    def headings(self) -> list[str]:
        return [line for line in self.out.splitlines() if line.startswith("ply ")]


def test_every_step_of_a_game() -> None:
    answer = Answer(str(SAMPLES / "expendibots" / "setup.xbn"))
    assert (answer.code, answer.err) == (0, "")
    if os.environ.get("XBN_REFRESH") == "1":
        GOLDEN.write_text(answer.out, encoding="utf-8")
    assert answer.out == GOLDEN.read_text(encoding="utf-8")


def test_the_heading_says_it_all_in_one_line() -> None:
    answer = Answer(str(SAMPLES / "expendibots" / "annotated.xbn"))
    assert len(answer.headings) == 16
    assert answer.headings[0] == "ply 0: start"
    assert answer.headings[5] == "ply 5: 3. 2b4-b6!? $14 (white) emt=12.25 eval=0.3 depth=4 {Beside Black's corner.}"
    assert "variation: 2. b2-c2 {is slower}" in answer.out
    assert (
        "variation: 3. 2b4-d4 {keeps a distance} 3... d7-d6 {and now} (3... d8-c8 {is safer} 4. 2d4-d6 {with the same idea})"
        " 4. xd4=2:0 $4 {would only hurt White}\n"
    ) in answer.out
    assert "waves: b6 | a6 a7 c7 | d7 d8 | e7 | f8 | g8 | h7 h8\n" in answer.out


def test_one_ply() -> None:
    whole = Answer(str(SAMPLES / "expendibots" / "setup.xbn")).out
    for ply in range(4):
        answer = Answer(str(SAMPLES / "expendibots" / "setup.xbn"), "--ply", str(ply))
        assert answer.code == 0
        assert answer.out.startswith(f"ply {ply}: ")
        assert len(answer.headings) == 1
        assert answer.out in whole


def test_a_ply_that_is_not_there() -> None:
    answer = Answer(str(SAMPLES / "expendibots" / "setup.xbn"), "--ply", "4")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "xbn: there is no ply 4: the record has plies 0 to 3\n"
    assert Answer(str(SAMPLES / "expendibots" / "setup.xbn"), "--ply", "-1").code == 2


def test_several_records() -> None:
    answer = Answer("-", data=TWO)
    assert answer.code == 0
    assert answer.headings == [
        "ply 0: start",
        "ply 1: 1. d2-d3 (white)",
        "ply 2: 1... e7-e6 (black)",
        "ply 0: start",
        "ply 1: 1. a2-a3 (white) {the second}",
    ]
    assert Answer("-", "--record", "2", data=TWO).headings == answer.headings[3:]
    assert Answer("-", "--record", "2", "--ply", "1", data=TWO).headings == answer.headings[4:]
    assert Answer("-", "--ply", "1", data=TWO).headings == answer.headings[1:2]
    missing = Answer("-", "--record", "3", data=TWO)
    assert (missing.code, missing.out, missing.err) == (2, "", "xbn: there is no record 3, only 2\n")


def test_what_was_tried_is_shown_with_its_reason() -> None:
    refused = Answer(str(SAMPLES / "expendibots" / "rejected.xbn"))
    assert refused.code == 0
    assert refused.headings[-1].startswith("ply 4: 2... ~3d7-d5 (black) [refused] {The stack on d7")
    assert "refused: 3d7-d5 moves 3 tokens, but the stack on d7 (3,6) has only 2 tokens\n" in refused.out
    illegal = Answer("-", data=HEAD + "1. d2-d5 e7-e6 *")
    assert illegal.code == 1, "it is shown, and it is invalid"
    assert illegal.headings[1:] == ["ply 1: 1. d2-d5 (white) [not allowed]", "ply 2: 1... e7-e6 (black) [not reached]"]
    assert "error[XBN203]: d2-d5 moves 3 squares" in illegal.out
    assert illegal.out.endswith("[not reached]\nthere is no board to show\n")


def test_an_invalid_record_is_told_by_the_exit_code() -> None:
    path = str(SAMPLES / "broken" / "XBN203-too-far.xbn")
    assert Answer(path, "--plain").code == 1
    one = Answer(path, "--ply", "0")
    assert one.code == 1
    assert "record 1 is invalid: " in one.err, "although the start is flawless"


@pytest.mark.parametrize("name", ["expendibots/setup.xbn", "robots/last-level.xbn", "broken/XBN203-too-far.xbn"])
def test_the_last_ply_is_the_last_one_with_a_board(name: str) -> None:
    shown = CliRunner().invoke(app, ["replay", str(SAMPLES / name), "--ply", "last"]).stdout
    assert shown.count("ply ") == 1
    board = [line for line in shown.splitlines() if line.endswith("│")]
    drawn = CliRunner().invoke(app, ["render", str(SAMPLES / name), "--ply", "last"]).stdout
    assert board == [line for line in drawn.splitlines() if line.endswith("│")] != []


@pytest.mark.parametrize("ply", ["first", "-1", "", "1.2"])
def test_what_is_no_ply(ply: str) -> None:
    with pytest.raises(Mistake, match="a ply is a number from 0, or the word last"):
        replay(str(SAMPLES / "expendibots" / "setup.xbn"), ply=ply)


def test_in_ascii_words_are_written_out() -> None:
    answer = Answer("-", "--ascii", data=HEAD.rstrip("\n") + '\n[White "René…"]\n\n1. d2-d3 {déjà vu} * {fin – à bientôt}')
    assert answer.out.isascii()
    assert answer.out.startswith("record 1: Ren\\xe9... - ?")
    assert "{d\\xe9j\\xe0 vu}" in answer.out


def test_options_of_the_board() -> None:
    usual = Answer("-", "--ply", "1", data=TWO)
    flipped = Answer("-", "--ply", "1", "--flip", data=TWO)
    ascii_only = Answer("-", "--ply", "1", "--ascii", data=TWO)
    assert flipped.code == ascii_only.code == 0
    rows = [line for line in usual.out.splitlines() if line[:1].isdigit()]
    assert next(line for line in flipped.out.splitlines() if line[:1].isdigit())[0] == "1"
    assert rows[0][0] == "8"
    assert ascii_only.out.isascii()
    assert "w1" in ascii_only.out


def test_game_rules_and_format_can_be_said() -> None:
    tuples = '("MOVE", 1, (3, 1), (3, 2))\n'
    assert Answer("-", "--from", "tuples", data=tuples).headings[1] == "ply 1: 1. d2-d3 (white)"
    assert Answer("-", "--rules", "referee", data=TWO).code == 0
    for wrong in (["--from", "nothing"], ["--game", "nothing"], ["--rules", "nothing"]):
        answer = Answer("-", *wrong, data=TWO)
        assert (answer.code, answer.out) == (2, "")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("no such file", "no such file"),
        (str(SAMPLES / "broken" / "XBN111-not-text.xbn"), "binary data"),
        (str(SAMPLES / "broken" / "XBN112-no-record.xbn"), "there is no record to show"),
        (str(SAMPLES / "broken" / "XBN401-unrecognised-format.note"), "XBN401"),
    ],
)
def test_nothing_to_show(source: str, words: str) -> None:
    answer = Answer(source)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err


def test_a_folder_is_shown_record_by_record() -> None:
    answer = Answer(str(SAMPLES / "stacks"), "--ply", "0")
    assert answer.headings == ["ply 0: start"]


# Illegal actions are all of one kind here: of XBN2xx, the few above are enough.
PRINTED = [
    *sorted(SAMPLES.glob("broken/XBN[!2]*")),
    *sorted(each for each in SAMPLES.glob("[!b]*/*.xbn") if "turn-limit" not in each.name),
]


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.name)
def test_every_sample_can_be_printed(path: Path) -> None:
    answer = Answer(str(path))
    assert answer.code in (0, 1, 2)
    assert (answer.code < 2) == bool(answer.headings) or answer.err
    strange = {character for character in answer.out if not character.isprintable() and character != "\n"}
    assert strange == set()


def test_hostile_text_is_shown_and_obeyed_by_nobody() -> None:
    tags = '[White "\\u001b[31mEve"]\n[Event "\\u202eevil"]\n\n'
    answer = Answer("-", data=HEAD.rstrip("\n") + "\n" + tags + "1. d2-d3 {\x1b]0;x\x07 a\nb \u202e} *")
    assert answer.out.startswith("record 1: ␛[31mEve – ?, *\nEvent: <U+202E>evil\n")
    assert "ply 1: 1. d2-d3 (white) {␛]0;x␇ a b <U+202E>}\n" in answer.out


# Real streams


def test_a_pipe_that_is_closed_ends_it_quietly() -> None:
    path = SAMPLES / "expendibots" / "turn-limit.xbn"
    with subprocess.Popen([XBN, "replay", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"record 1: ")
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(("options", "term"), [(["--plain"], "xterm"), ([], "dumb")])
def test_on_a_terminal_too_if_asked_for_or_if_it_can_do_no_more(options: list[str], term: str) -> None:
    ours, theirs = pty.openpty()
    environment = {"PATH": os.defpath, "HOME": "/nonexistent", "LANG": "C.UTF-8", "TERM": term}
    command = [XBN, "replay", str(SAMPLES / "expendibots" / "setup.xbn"), "--ply", "2", *options]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        text = b""
        try:
            while piece := os.read(ours, 4096):
                text += piece
        except OSError:  # how a terminal ends
            pass
        assert process.wait(60) == 0
    os.close(ours)
    assert text.startswith(b"ply 2: 21. b1-c1 (white)")
    assert b"\x1b" not in text
