"""`xbn vectors check`: good engines, and engines that do everything that an engine can do wrong."""

from __future__ import annotations

import gc
import io
import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from expendibots_notation.cli.app import app
from expendibots_notation.vectors.checking import Check, difference
from expendibots_notation.vectors.lines import Count, Illegal, Legal, Vector, VectorFile, read_vectors
from expendibots_notation.vectors.serving import reply, serve

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "samples" / "vectors" / "example_engine.py"
Checked = Callable[..., tuple[int, str]]
RIGHT = """
import json, sys
answers = json.loads({answers!r})
def answer(line):
    asked = json.loads(line)
    return {{"id": asked["id"], **answers[asked["id"]]}}
def say(answer):
    print(json.dumps(answer), flush=True)
"""
"""What each engine of these tests begins with: it knows all answers."""


@pytest.fixture(scope="module")
def few() -> VectorFile:
    """Three vectors: a legal action, an illegal one, and a count."""
    file = read_vectors(ROOT / "samples" / "vectors" / "expendibots.jsonl")
    vectors = tuple(next(vector for vector in file.vectors if isinstance(vector.answer, kind)) for kind in (Legal, Illegal, Count))
    return VectorFile(file.header.model_copy(update={"vectors": len(vectors)}), vectors)


@pytest.fixture
def checked(few: VectorFile, tmp_path: Path) -> Checked:
    """Runs an engine that is given as Python code; what `check` says, and its exit code."""

    def check(code: str, seconds: float = 20, is_complete: bool = False) -> tuple[int, str]:
        answers = json.dumps({vector.id: vector.answer.model_dump() for vector in few.vectors})
        engine = tmp_path / "engine.py"
        engine.write_text(RIGHT.format(answers=answers) + code, encoding="utf-8")
        out = io.StringIO()
        return Check([sys.executable, str(engine)], [("few.jsonl", few)], seconds, out, is_complete).run(), out.getvalue()

    return check


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["vectors", *arguments])


# Engines that agree


def test_the_example_engine_agrees() -> None:
    """It shares nothing with the package: a second opinion about every vector of its game."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert "expendibots_notation" not in text
    result = run("check", shlex.join([sys.executable, str(EXAMPLE)]), "--game", "expendibots", "--seconds", "60")
    assert result.exit_code == 0
    assert result.stdout.startswith("expendibots: all ")
    assert " with its reason" not in result.stdout, "it gives all reasons"


def test_the_projects_own_engine_agrees() -> None:
    result = run("check", shlex.join([sys.executable, "-m", "expendibots_notation", "vectors", "serve"]), "--seconds", "60")
    assert result.exit_code == 0, result.stdout
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["expendibots", "robots", "stack_wars", "stacks"]


def test_an_engine_may_leave_out_reasons_and_say_more_than_is_asked(checked: Checked) -> None:
    code = "for line in sys.stdin:\n    a = answer(line)\n    a.pop('reason', None)\n    say(a | {'nodes': 5})\n"
    assert checked(code) == (0, "expendibots: all 3 vectors agree (1 legal, 1 illegal, 0 of them with its reason, 1 counts)\n")


# Engines that do not


LOOP = "for number, line in enumerate(sys.stdin):\n    a = answer(line)\n    "


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (LOOP + "a['legal'] = not a.get('legal')\n    say(a)\n", "legal: expected true, answered false"),
        (LOOP + "a['legal'] = int(a.get('legal', 0))\n    say(a)\n", "legal: expected true, answered 1"),
        (LOOP + "a.pop('after', 0)\n    say(a)\n", 'after is missing; expected "bb.bb.bb/'),
        (LOOP + "a['reason'] = 'off-board'\n    say(a)\n", 'reason: expected "too-far", answered "off-board"'),
        (LOOP + "a['count'] = a.get('count', 0) + 1\n    say(a)\n", "count: expected 50, answered 51"),
        (LOOP + "a['count'] = a.get('count', 0) + 0.0\n    say(a)\n", "count: expected 50, answered 50.0"),
        (LOOP + "a['outcome'] = {}\n    say(a)\n", 'outcome: expected {"result":"*","termination":null}, answered {}'),
        (LOOP + "a['error'] = 'no idea \\x1b[31m'\n    say(a)\n", "the engine gives up: no idea ␛[31m"),
        (LOOP + "a['id'] = 7\n    say(a)\n", 'this answers 7, not "expendibots-0001": each question gets one line, in turn'),
        (LOOP + "say(a)\n    say(a)\n", 'this answers "expendibots-0001", not "expendibots-0009"'),
        (
            LOOP + "print('garbage\\x1b[2J')\n    sys.stdout.flush()\n",
            "at line 1 column 1): garbage␛[2J",
        ),
        (LOOP + "say([1])\n", "its answer is no JSON object: [1]"),
        (LOOP + "print()\n    sys.stdout.flush()\n", "its answer is no JSON ("),
        (LOOP + "print('[' * 100000, flush=True)\n", "its answer is no JSON (recursion limit exceeded"),
        (LOOP + "sys.stdout.buffer.write(b'\\xff\\n')\n    sys.stdout.flush()\n", "<0xFF>"),
        (LOOP + "print('1' * 2000000, flush=True)\n", "its answer is longer than 1048576 bytes"),
        (LOOP + "print('{', end='', flush=True)\n    break\n", "its answer is no JSON (EOF"),
        ("raise SystemExit(3)", "it closed its output without an answer; its exit code was 3"),
        ("raise OSError('cannot \\x1b[1m')", "its exit code was 1, its last words: OSError: cannot ␛[1m"),
        (LOOP + "say(a)\n    break\n", "it closed its output without an answer; its exit code was 0"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n", "it was ended by signal 9"),
        (
            "import os\nos.close(0)\nos.close(1)\nimport time\ntime.sleep(6000)\n",
            "without an answer; it is still running",
        ),
    ],
)
def test_the_first_difference_is_reported(checked: Checked, code: str, words: str) -> None:
    exit_code, said = checked(code)
    assert exit_code == 1
    assert words in said
    assert "\x1b" not in said
    first, asked, expected, *_ = said.splitlines()
    assert first.startswith("few.jsonl:")
    assert " differs: the start: " in first
    assert asked.startswith('  asked:    {"id":"expendibots-')
    assert expected.startswith("  expected: {")


@pytest.mark.parametrize(
    "code",
    ["import time\ntime.sleep(6000)\n", "while True:\n    pass\n", "import os, time\nos.close(0)\ntime.sleep(6000)\n"],
    ids=["sleeps", "runs on", "closes its input"],
)
def test_an_engine_that_does_not_answer_is_not_waited_for(checked: Checked, code: str) -> None:
    exit_code, said = checked(code, seconds=0.3)
    assert exit_code == 1
    assert "the engine: it gave no answer within 0.3 seconds" in said


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (LOOP + "say(a)\nsay({'bye': 1})\n", 'the engine agrees, but it said more than it was asked: {"bye": 1}'),
        (
            LOOP + "say(a)\nraise SystemExit(5)\n",
            "the engine agrees, but it did not end well; its exit code was 5",
        ),
    ],
)
def test_an_engine_that_agrees_must_also_end_well(checked: Checked, code: str, words: str) -> None:
    exit_code, said = checked(code)
    assert (exit_code, said.splitlines()[-1]) == (1, words)


def test_an_engine_that_agrees_must_end(checked: Checked) -> None:
    exit_code, said = checked(LOOP + "say(a)\nimport time\ntime.sleep(6000)\n", seconds=3)
    assert exit_code == 1
    assert "it did not end within 3 seconds after its input was closed" in said


# All differences


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        (LOOP + "say(a)\n", []),
        (LOOP + "a.update(legal=None, count=None)\n    say(a)\n", [1, 2, 3]),
        (LOOP + "a.update(legal=True)\n    say(a)\n", [2]),
        (LOOP + "say(a | {'error': 'no idea'} if 'count' in a else a)\n", [3]),
    ],
)
def test_all_differences_are_counted(checked: Checked, few: VectorFile, code: str, wrong: list[int]) -> None:
    exit_code, said = checked(code, is_complete=True)
    assert exit_code == (1 if wrong else 0)
    reported = [line.split(" differs: ")[0] for line in said.splitlines() if line.startswith("few.jsonl:")]
    assert reported == [f"few.jsonl:{number + 1}: {few.vectors[number - 1].id}" for number in wrong]
    assert said.count("  expected: ") == len(wrong)
    summary = f"expendibots: {len(wrong)} of 3 vectors differ" if wrong else "expendibots: all 3 vectors agree"
    assert said.splitlines()[-1].startswith(summary)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (LOOP + "'legal' in a and a['legal'] is False and sys.exit(3)\n    say(a)\n", "its exit code was 3"),
        (LOOP + "a.get('legal') is False and print('garbage')\n    say(a)\n", "its answer is no JSON"),
        (LOOP + "a.get('legal') is False and say({'id': 7})\n    say(a)\n", "this answers 7, not "),
    ],
    ids=["dies", "talks", "answers twice"],
)
def test_an_engine_in_trouble_is_started_again_for_the_next_question(checked: Checked, code: str, words: str) -> None:
    """Only the second of three vectors differs: what comes after it is asked, and compared with its own answer."""
    exit_code, said = checked(code, is_complete=True)
    assert exit_code == 1
    assert words in said
    assert said.count(" differs: ") == 1
    assert said.splitlines()[-1] == "expendibots: 1 of 3 vectors differ"


def test_an_engine_that_answers_everything_must_end_well_too(checked: Checked) -> None:
    code = LOOP + "a.update(legal=True)\n    say(a)\nraise SystemExit(5)\n"
    exit_code, said = checked(code, is_complete=True)
    assert (exit_code, said.splitlines()[-1]) == (1, "the engine answers, but it did not end well; its exit code was 5")


def test_all_on_the_command_line() -> None:
    """An engine of one game knows nothing of another: every vector differs."""
    engine = f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    robots = str(EXAMPLE.parent / "robots.jsonl")
    result = run("check", engine, "--all", "--seconds", "60", "--vectors", robots)
    number = len(read_vectors(Path(robots)).vectors)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == f"robots: {number} of {number} vectors differ"


def test_nothing_of_an_engine_is_left_running(checked: Checked, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"import subprocess\nchild = subprocess.Popen(['sleep', '600'])\nopen({str(pid)!r}, 'w').write(str(child.pid))\n"
    assert checked(code + LOOP + "say(None)\n")[0] == 1
    for _ in range(100):
        if not _is_running(int(pid.read_text())):
            return
        time.sleep(0.05)
    pytest.fail("the engine's own child is still running")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("closed", ["", ", stdout=-3"])
@pytest.mark.parametrize(
    ("rest", "exit_code", "last"),
    [
        (LOOP + "say(a)\n", 0, "expendibots: all 3 vectors agree"),
        (LOOP + "say(a)\nraise SystemExit(5)\n", 1, "the engine agrees, but it did not end well; its exit code was 5"),
        (LOOP + "say(a)\nsay({'bye': 1})\n", 1, "the engine agrees, but it said more than it was asked"),
    ],
)
def test_a_child_in_a_session_of_its_own_is_not_waited_for(
    checked: Checked, tmp_path: Path, closed: str, rest: str, exit_code: int, last: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """It keeps the ends of the pipes that it got, which nobody can take from it."""
    pid = tmp_path / "pid"
    code = f"import subprocess\nchild = subprocess.Popen(['sleep', '600'], start_new_session=True{closed})\n"
    try:
        code_said, said = checked(code + f"open({str(pid)!r}, 'w').write(str(child.pid))\n" + rest, seconds=100)
        gc.collect()
        assert _is_running(int(pid.read_text()))
    finally:
        os.kill(int(pid.read_text()), signal.SIGKILL)
    assert (code_said, said.splitlines()[-1][: len(last)]) == (exit_code, last)
    assert capfd.readouterr().err == ""


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_finished_game_needs_no_board(few: VectorFile) -> None:
    over = next(
        vector
        for vector in read_vectors(ROOT / "samples" / "vectors" / "robots.jsonl").vectors
        if '"death"' in vector.answer.model_dump_json()
    )
    said = {"id": over.id, **over.answer.model_dump()}
    assert difference(over, said) == []
    assert difference(over, said | {"after": None}) == []
    assert difference(over, said | {"after": "elsewhere"}) != []
    assert difference(few.vectors[0], {"id": few.vectors[0].id, **few.vectors[0].answer.model_dump(), "after": None}) != []


# What cannot be run


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no-such-engine-anywhere"], "xbn: cannot run no-such-engine-anywhere: no such file or directory"),
        ([str(EXAMPLE.parent)], "permission denied"),
        ([""], "xbn: CMD is empty"),
        (["'unbalanced"], "xbn: CMD cannot be read: no closing quotation"),
        (["true", "--game", "chess"], "xbn: there is no game 'chess'"),
        (["true", "--vectors", "no-such-file.jsonl"], "xbn: cannot read no-such-file.jsonl: no such file or directory"),
        (["true", "--vectors", str(EXAMPLE)], "example_engine.py:1: Invalid JSON"),
        (["true", "--vectors", str(EXAMPLE.parent / "robots.jsonl"), "--game", "stacks"], "xbn: there are no vectors of stacks"),
    ],
)
def test_what_cannot_be_run(arguments: list[str], words: str) -> None:
    result = run("check", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


# The other end


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"garbage", "the question is no JSON"),
        (b"\xff\xfe", "the question is no JSON"),
        (b"[" * 100_000, "the question is no JSON"),
        (b"[1]", "the question is no JSON object"),
        (b"{}", "Unable to extract tag"),
        (b'{"id":4,"ask":"action"}', "action.game: Field required"),
        (b'{"id":4,"ask":"dance"}', "Input tag 'dance'"),
    ],
)
def test_a_bad_question_gets_an_error(line: bytes, error: str) -> None:
    said = reply(line)
    assert list(said) == ["id", "error"]
    assert said["error"].startswith(error)
    assert said["id"] == (4 if b'"id"' in line else None)


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"[-1e999]", b'{"a": NaN}', b"9" * 5000])
def test_an_id_that_json_cannot_hold_is_not_echoed(number: bytes) -> None:
    out = io.StringIO()
    serve([b'{"id": %b, "ask": "perft"}\n' % number], out)
    said = json.loads(out.getvalue(), parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert said["id"] is None
    assert said["error"]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules": "nobody's"}, "Expendibots has no reading"),
        ({"position": "w"}, "it has a board"),
        ({"moves": ["d2-d5"]}, "moves: d2-d5 moves 3 squares"),
        ({"moves": ["hm"]}, "'hm' is not an action"),
        ({"action": "D2-D3"}, "action: 'D2-D3' is not canonical"),
        ({"action": "d2-d3=1"}, "action: 'd2-d3=1' is not canonical"),
        ({"more": 1}, "action.more: Extra inputs"),
        *(
            ({"ask": "perft", "depth": depth}, "perft.depth: Input should be")
            for depth in (2_000, 101, -1, 10**18, 1.5, True, "1", None)
        ),
        ({"ask": "perft", "depth": 10**4_000}, "perft.depth: "),
    ],
)
def test_a_question_without_an_answer_gets_an_error(few: VectorFile, change: dict[str, object], error: str) -> None:
    vector: Vector = few.vectors[0]
    question = {"id": vector.id, **vector.question.model_dump(), **change}
    if question["ask"] == "perft":
        del question["action"]
    said = reply(json.dumps(question).encode())
    assert said["id"] == vector.id
    assert said["error"].startswith(error)


def test_make_writes_the_files(tmp_path: Path) -> None:
    result = run("make", str(tmp_path / "new"), "--game", "robots")
    assert result.exit_code == 0
    made = tmp_path / "new" / "robots.jsonl"
    assert made.read_bytes() == (EXAMPLE.parent / "robots.jsonl").read_bytes()
    (tmp_path / "file").touch()
    result = run("make", str(tmp_path / "file"), "--game", "robots")
    assert result.exit_code == 2
    assert "xbn: cannot write" in result.stderr
