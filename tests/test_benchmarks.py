"""The benchmarks as far as they are not timings: what they read, what they compare, and how their table looks."""

from __future__ import annotations

import io
import sys

import pytest

from benchmarks import games, page, table
from benchmarks.commands import Command, Run, in_turns, run
from benchmarks.peers import Pace
from benchmarks.plain_checker import judge
from benchmarks.read_chess import read_chess
from expendibots_notation.pipeline import validate_stream
from expendibots_notation.verdict import Verdict

SECTIONS = [
    table.Section(
        "Reading",
        (
            table.Row("xbn validate", games="1,000", seconds="0.10", speed="1,000,000 plies/s"),
            table.comparison("xbn : other", 12.5, table.Target(10)),
            table.comparison("its time : another", 2.5, table.Target(2, is_ceiling=True)),
            table.comparison("only told", 1234.5),
        ),
    )
]

TEXT = """\
what                  games  seconds              speed  MB/s  memory  ratio  target       met
--------------------  -----  -------  -----------------  ----  ------  -----  -----------  ---

Reading
xbn validate          1,000     0.10  1,000,000 plies/s
  xbn : other                                                          12.50  at least 10  yes
  its time : another                                                    2.50  at most 2    NO
  only told                                                            1,234"""


def test_the_table_is_in_columns_and_says_which_targets_are_missed() -> None:
    assert table.text_table(SECTIONS) == TEXT
    assert [row.what for row in table.missed(SECTIONS)] == ["  its time : another"]


def test_the_markdown_table_has_as_many_cells_in_every_row() -> None:
    lines = table.markdown_table(SECTIONS).splitlines()
    assert len(lines) == 2 + 1 + 4
    assert {line.count("|") for line in lines} == {10}
    assert lines[4] == "| xbn : other |  |  |  |  |  | 12.50 | at least 10 | yes |"


def test_the_documentation_has_a_place_for_the_table() -> None:
    text = page.PAGE.read_text("utf-8")
    once = page.with_table(text, "what was measured")
    assert once.count("what was measured") == 1
    assert page.with_table(once, "what was measured") == once
    assert once.startswith(text.partition("<!--")[0])
    assert once.endswith(text.rpartition("-->")[2])
    with pytest.raises(ValueError, match="there is no"):
        page.with_table("a page without markers", "")


def test_every_format_holds_the_same_valid_games() -> None:
    made = games.expendibots_games(3)
    logs = "".join(map(games.referee_log, made))
    assert judge(logs) == 3 * games.PLIES
    texts = {"games.xbn": "\n".join(map(games.record, made)), "games.log": logs, "games.tuples": "".join(map(games.tuples, made))}
    finals = []
    for file, text in texts.items():
        verdicts = _verdicts(text, file)
        assert [(verdict.plies, verdict.diagnostics) for verdict in verdicts] == [(games.PLIES, ())] * 3, file
        finals.append([verdict.final for verdict in verdicts])
    assert finals[0] == finals[1] == finals[2]
    assert read_chess(io.StringIO("".join(games.chess_games(2)))) == 2 * games.PLIES


def test_a_broken_record_has_one_illegal_action() -> None:
    (verdict,) = _verdicts(games.broken_record(games.expendibots_games(1)[0]), "games.xbn")
    assert verdict.plies == games.PLIES // 2
    assert len(verdict.diagnostics) == 1


def test_what_a_peer_would_take_for_more_counts_its_start_once() -> None:
    pace = Pace.of(Run(1.0, 1.0, 0, ""), Run(3.0, 3.0, 0, ""), 100)
    assert pace.seconds(10_000) == pytest.approx(201.0)


def test_commands_are_measured_from_outside() -> None:
    work = Command((sys.executable, "-c", "kept = b'x' * 50_000_000; print('one'); print('two')"))
    (measured,) = in_turns(work, rounds=2)
    assert measured.last_line == "two"
    assert measured.memory > 50_000_000
    assert measured.processor > 0
    assert measured.clock > 0


def test_a_command_that_fails_is_not_measured() -> None:
    failing = Command((sys.executable, "-c", "import sys; sys.exit('no such thing')"))
    with pytest.raises(AssertionError, match=r"(?s)exit code 1:.*no such thing"):
        run(failing)
    assert run(Command(failing.arguments, exit_code=1)).output == ""


def _verdicts(text: str, file: str) -> list[Verdict]:
    found = list(validate_stream(io.BytesIO(text.encode()), file))
    assert all(isinstance(each, Verdict) for each in found)
    return [each for each in found if isinstance(each, Verdict)]
