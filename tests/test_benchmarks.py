"""The benchmarks as far as they are not timings: what they read, what they compare, and how their table looks."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from marking import xbn
from referee_logs import REAL, end_of

from benchmarks import corpus, games, layouts, other_games, page, table
from benchmarks.commands import Command, Run, in_turns, run
from benchmarks.layouts import Layout
from benchmarks.peers import Pace
from benchmarks.plain_checker import judge
from benchmarks.read_chess import read_chess
from benchmarks.reading import KINDS
from expendibots_notation.game import Game
from expendibots_notation.games import robots, stack_wars, stacks

SECTIONS = [
    table.Section(
        "Reading",
        (
            table.Row("xbn validate", games="1,000", seconds="0.10", speed="1,000,000 plies/s"),
            table.with_ratio(table.Row("another layout", seconds="0.20"), 12.5, table.Target(10, aim=50)),
            table.comparison("its time : another", 2.5, table.Target(2, is_ceiling=True)),
            table.comparison("only told", 1234.5),
        ),
    )
]

TEXT = """\
what                  games  seconds              speed  MB/s  memory  ratio  required     aim  met
--------------------  -----  -------  -----------------  ----  ------  -----  -----------  ---  ---

Reading
xbn validate          1,000     0.10  1,000,000 plies/s
another layout                  0.20                                   12.50  at least 10   50  yes
  its time : another                                                    2.50  at most 2         NO
  only told                                                            1,234"""


LAYOUTS = [*dict.fromkeys(kind.layout for kind in KINDS), layouts.referee_log, layouts.tuples]


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> corpus.AllGames:
    return corpus.AllGames(tmp_path_factory.mktemp("games"))


def test_the_table_is_in_columns_and_says_what_is_missed() -> None:
    assert table.text_table(SECTIONS) == TEXT
    assert [row.what for row in table.missed(SECTIONS)] == ["  its time : another"]


def test_the_markdown_table_has_as_many_cells_in_every_row() -> None:
    lines = table.markdown_table(SECTIONS).splitlines()
    assert len(lines) == 2 + 1 + 4
    assert {line.count("|") for line in lines} == {11}
    assert lines[4] == "| another layout |  | 0.20 |  |  |  | 12.50 | at least 10 | 50 | yes |"


def test_the_readme_quotes_the_worst_row_beside_the_best() -> None:
    rows = (table.comparison(f"{page.WORST}: slow things", 9.5), table.comparison(f"{page.BEST}: fast things", 321))
    assert page.sentence([*SECTIONS, table.Section("Records", rows)]).endswith(
        "\n321 times (fast things) at best, 9.50 times (slow things) at worst."
    )


@pytest.mark.parametrize("path", [page.PAGE, page.README], ids=lambda path: path.name)
def test_the_documentation_has_a_place_for_the_table(path: Path) -> None:
    text = path.read_text("utf-8")
    once = page.with_table(text, "what was measured")
    assert once.count("what was measured") == 1
    assert page.with_table(once, "what was measured") == once
    assert once.startswith(text.partition("<!--")[0])
    assert once.endswith(text.rpartition("-->")[2])
    with pytest.raises(ValueError, match="there is no"):
        page.with_table("a page without markers", "")


def test_games_end_as_in_the_real_logs() -> None:
    real = Counter(end_of(name)[1] for name in REAL)
    assert real == {termination: ending.logs for termination, ending in games.ENDINGS.items()}
    made = Counter(game.termination for game in islice(games.play_games(), 1000))
    for termination, logs in real.items():
        assert made[termination] / 1000 == pytest.approx(logs / len(REAL), abs=0.04), termination
    repetitive = Counter(game.termination for game in islice(games.play_games(games.ONE_IN_FIVE_REPEATS), 500))
    assert repetitive["repetition"] / 500 == pytest.approx(0.2, abs=0.04)


def test_games_are_all_different_and_the_same_in_every_run(tmp_path: Path) -> None:
    made = list(islice(games.play_games(), 500))
    assert len({(*game.actions, game.rejected) for game in made}) == len(made)
    assert list(islice(games.play_games(), 500)) == made
    kept = corpus.Games(tmp_path / "games", games.play_games())
    assert list(islice(kept, 100)) == made[:100]
    assert list(islice(kept, 200)) == made[:200]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_every_layout_gives_what_its_benchmark_expects(layout: Layout, every_game: corpus.AllGames, tmp_path: Path) -> None:
    sample = corpus.write(tmp_path / "games.txt", every_game.usual, layout, plies=36_000)
    assert sample.games > len(layouts.WAYS) * layouts.BROKEN
    assert sample.size == sample.path.stat().st_size
    assert xbn("validate", "--quiet", "--jobs", "1", str(sample.path)).out.splitlines()[-1] == sample.summary


@pytest.mark.parametrize("layout", [layouts.canonical, layouts.comments, layouts.glyphs, layouts.clock, layouts.variations])
def test_these_layouts_are_canonical(layout: Layout, every_game: corpus.AllGames, tmp_path: Path) -> None:
    for games_written in (every_game.usual, every_game.repetitive):
        sample = corpus.write(tmp_path / "games.txt", games_written, layout, plies=5_000)
        assert xbn("validate", "--quiet", "--strict", "--layout", str(sample.path)).out == f"{sample.summary}\n"


def test_layouts_hold_what_their_names_promise(every_game: corpus.AllGames) -> None:
    game = next(game for game in every_game.usual if len(game.actions) == 500)
    assert max(map(len, layouts.wrapped(game, 1).text.splitlines())) in range(70, 80)
    assert layouts.result_on_its_own_line(game, 1).text.endswith(f"\n{game.result}\n\n")
    assert layouts.comments(game, 1).text.count("{") == 50
    assert len(set(re.findall(r"emt=([^}]+)", layouts.clock(game, 1).text + layouts.clock(game, 2).text))) == 1000
    assert layouts.variations(game, 1).text.count("(") == 250 // games.VARIATION_TURNS
    assert len({layouts.loose(game, number).text.partition("\n\n")[2] for number in range(4)}) == 4


def test_the_plain_checker_finds_the_games_legal(every_game: corpus.AllGames, tmp_path: Path) -> None:
    sample = corpus.write(tmp_path / "games.log", every_game.usual, layouts.referee_log, plies=3_000)
    assert judge(sample.path.read_text("utf-8")) == sample.plies


def test_a_large_file_holds_the_same_games_again(
    every_game: corpus.AllGames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "LARGEST_WITHOUT_COPIES", 10_000)
    sample = corpus.write_size(tmp_path / "games.xbn", every_game.usual, 30_000)
    assert sample.size == sample.path.stat().st_size
    assert xbn("validate", "--quiet", str(sample.path)).out == f"{sample.summary}\n"
    assert [path.name for path in sample.path.parent.iterdir()] == ["games.xbn"]


@pytest.mark.parametrize("game", [robots.GAME, stack_wars.GAME, stacks.GAME], ids=lambda game: game.id)
def test_records_of_the_other_games_are_canonical_and_all_different(game: Game, tmp_path: Path) -> None:
    sample = other_games.write_records(tmp_path / "games.xbn", game, 3_000)
    assert sample.size == sample.path.stat().st_size
    assert xbn("validate", "--quiet", "--strict", "--layout", str(sample.path)).out == f"{sample.summary}\n"
    texts = sample.path.read_text("utf-8").split("\n\n[")
    assert len(set(texts)) == len(texts) == sample.games


def test_chess_games_are_all_different() -> None:
    made = list(games.chess_games(3))
    assert len({text.partition("\n\n")[2] for text in made}) == 3
    assert read_chess(io.StringIO("".join(made))) == 3 * games.CHESS_PLIES


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
