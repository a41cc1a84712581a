"""The table of a tournament: what counts, for whom, in which order, and in every format."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from time import process_time
from xml.etree import ElementTree

import jsonschema
import pytest
from games.toy import heap
from typer.testing import CliRunner

from expendibots_notation import games
from expendibots_notation.cli.app import app
from expendibots_notation.pipeline import judged, read_text
from expendibots_notation.schema import DOCUMENTS
from expendibots_notation.standings import FORMATS, format_for
from expendibots_notation.standings.table import Player, Row, Score, Standings, Success, Table, played, success

SAMPLES = Path(__file__).parents[2] / "samples"


def game(
    white: str | None, black: str | None, result: str, termination: str = "resignation", actions: str = "1. d2-d3 e7-e6"
) -> str:
    names = "".join(f"[{tag} {json.dumps(name)}]\n" for tag, name in (("White", white), ("Black", black)) if name is not None)
    claims = f'[Result "{result}"]\n[Termination "{termination}"]\n'
    return f'[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n{names}{claims}\n{actions} {result}\n'


def standings(*texts: str) -> Standings:
    found = Standings()
    for text in texts:
        for record in read_text(text):
            found.add(played(judged(record)))
    return found


def row(found: Standings, name: str, number: int = 0) -> tuple[int, ...]:
    """Games, wins, losses, draws, undecided and forfeits of a player."""
    rows = found.tables()[number].rows
    one = rows.get(Player(name)) or rows[Player(name, is_named=False)]
    score = one.score
    return (score.games, score.wins, score.losses, score.draws, score.undecided, one.forfeits)


# What counts


@pytest.mark.parametrize(
    ("result", "seats", "expected"),
    [
        ("1-0", 2, "win loss"),
        ("0-1", 2, "loss win"),
        ("1/2-1/2", 2, "draw draw"),
        ("*", 2, "undecided undecided"),
        ("1-0", 1, "win"),
        ("0-1", 1, "loss"),
        ("1-0", 3, "win loss loss"),
        ("0-1", 3, "loss undecided undecided"),
        ("1/2-1/2", 3, "draw draw draw"),
    ],
)
def test_what_a_result_is_to_each_player(result: str, seats: int, expected: str) -> None:
    assert " ".join(success(result, seat, seats) for seat in range(seats)) == expected


def test_wins_losses_draws_and_forfeits() -> None:
    found = standings(
        game("a", "b", "1-0"),
        game("b", "a", "1-0", "time"),
        game("a", "b", "1/2-1/2", "agreement"),
        game("a", "b", "*", "truncated"),
        game("a", "c", "0-1", "crash"),
        game("c", "a", "1-0", "memory"),
        game("c", "b", "0-1", "adjudication"),
    )
    assert row(found, "a") == (6, 1, 3, 1, 1, 3)
    assert row(found, "b") == (5, 2, 1, 1, 1, 0)
    assert row(found, "c") == (3, 2, 1, 0, 0, 0)
    (table,) = found.tables()
    assert table.games == 7
    assert [each.player.name for each in table.ranked()] == ["b", "c", "a"]
    assert table.rows[Player("a")].against[Player("b")] == Score(1, 1, 1, 1)
    assert table.rows[Player("b")].against[Player("a")] == Score(1, 1, 1, 1)
    assert table.rows[Player("a")].against[Player("c")] == Score(0, 2, 0, 0)


def test_draws_by_kind_come_in_the_games_own_order() -> None:
    found = standings(
        *((SAMPLES / "expendibots" / f"{name}.xbn").read_text() for name in ("turn-limit", "repetition", "mutual-destruction")),
        game("a", "b", "1/2-1/2", "agreement"),
    )
    (table,) = found.tables()
    assert table.draw_kinds() == ["mutual-destruction", "repetition", "turn-limit", "agreement"]
    assert table.rows[Player("Ada Brandt")].drawn_by == {"repetition": 1, "mutual-destruction": 1}


def test_what_the_replay_shows_goes_before_what_a_truncated_record_claims() -> None:
    found = standings((SAMPLES / "broken" / "XBN314-unclaimed-end.xbn").read_text())
    assert row(found, "Ada") == (1, 1, 0, 0, 0, 0)


def test_a_refused_action_is_a_forfeit() -> None:
    found = standings((SAMPLES / "expendibots" / "rejected.xbn").read_text())
    (table,) = found.tables()
    assert [(each.score.losses, each.forfeits) for each in table.ranked()] == [(0, 0), (1, 1)]


def test_invalid_records_are_left_out_and_named() -> None:
    found = standings((SAMPLES / "broken" / "XBN307-wrong-result.xbn").read_text(), game("a", "b", "1-0"))
    assert found.left_out == ["<text>:1: record 1"]
    assert row(found, "a") == (1, 1, 0, 0, 0, 0)


def test_records_of_unknown_games_are_left_out() -> None:
    found = standings((SAMPLES / "broken" / "XBN301-unknown-game.xbn").read_text())
    assert found.tables() == []
    assert len(found.left_out) == 1


# Players


def test_who_is_not_named_is_called_by_the_side() -> None:
    found = standings(game(None, "b", "1-0"), game("?", "  ", "1-0"), game("white", "b", "0-1"))
    (table,) = found.tables()
    assert sorted(map(str, table.rows)) == ["(black)", "(white)", "b", "white"]
    assert row(found, "white") == (1, 0, 1, 0, 0, 0)


def test_a_player_may_play_against_itself() -> None:
    found = standings(game("a", "a", "1-0"))
    assert row(found, "a") == (2, 1, 1, 0, 0, 0)
    assert found.tables()[0].rows[Player("a")].against == {Player("a"): Score(1, 1, 0, 0)}


def test_one_player_and_three_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, heap.GAME))
    three = (
        '[Format "xbn 1"]\n[Game "Heap"]\n[Rules "text"]\n[Heap "2"]\n[Ann "x"]\n[Bob "y"]\n[Result "0-1"]\n'
        '[Termination "last-token"]\n\n<1>\n1. take1\n<3>\ntake1 0-1\n'
    )
    found = standings(three, (SAMPLES / "robots" / "death.xbn").read_text())
    assert [table.game.id for table in found.tables()] == ["robots", "heap"]
    assert row(found, "human") == (1, 0, 1, 0, 0, 0)
    assert found.tables()[0].rows[Player("human", False)].against == {}
    assert row(found, "x", 1) == (1, 0, 1, 0, 0, 0)
    assert row(found, "y", 1) == (1, 0, 0, 0, 1, 0)
    assert row(found, "cid", 1) == (1, 0, 0, 0, 1, 0)
    assert found.tables()[1].rows[Player("x")].against[Player("y")].undecided == 1


def test_the_order_of_the_records_does_not_change_the_ranking() -> None:
    texts = [game("b", "a", "1/2-1/2", "agreement"), game("c", "d", "1-0"), game("d", "c", "1-0"), game("e", "f", "*", "truncated")]
    one, other = (["".join(FORMATS[name](standings(*order), 100)) for name in FORMATS] for order in (texts, texts[::-1]))
    assert one == other
    names = [each.player.name for each in standings(*texts).tables()[0].ranked()]
    assert names == ["c", "d", "a", "b", "e", "f"]


# Length and time


def test_average_length_and_time() -> None:
    timed = "1. d2-d3 {%emt=1.5} e7-e6 {%emt=10}\n2. e2-d2 {%emt=2.5 mem=4}"
    found = standings(game("a", "b", "*", "truncated", timed), game("a", "b", "1-0"))
    rows = found.tables()[0].rows
    assert (rows[Player("a")].average_plies, rows[Player("a")].seconds_per_action, rows[Player("a")].timed_actions) == (2.5, 2.0, 2)
    assert rows[Player("b")].seconds_per_action == 10
    assert standings(game("a", "b", "1-0")).tables()[0].rows[Player("a")].seconds_per_action is None


def test_times_belong_to_who_acted_also_behind_a_setup() -> None:
    text = game("a", "b", "*", "truncated", "3... e7-e6 {%emt=7}").replace(
        "[White", '[Setup "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww b 3 0"]\n[White'
    )
    rows = standings(text).tables()[0].rows
    assert rows[Player("a")].timed_actions == 0
    assert rows[Player("b")].seconds_per_action == 7


# Formats

HOSTILE = '<script>alert(1)</script>\x1b[31m\u202e"&'
FORMULA = '=HYPERLINK("http://x")'


def table(tmp_path: Path, *texts: str, name: str, cross_players: int | None = None) -> str:
    path = tmp_path / "games.xbn"
    path.write_text("\n".join(texts))
    limit = [] if cross_players is None else ["--cross-players", str(cross_players)]
    result = CliRunner().invoke(app, ["table", "--format", name, *limit, str(path)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_text(tmp_path: Path) -> None:
    shown = table(tmp_path, game("Ann", "Bob", "1-0"), game("Bob", "Ann", "1/2-1/2", "agreement"), name="text")
    assert shown == (
        "Expendibots: 2 games, 2 players\n"
        "\n"
        "   Player  Games  Points  Won  Lost  Drawn  by agreement  Plies\n"
        "1  Ann         2     1.5    1     0      1             1    2.0\n"
        "2  Bob         2     0.5    0     1      1             1    2.0\n"
        "\n"
        "Each against each: + won, = drawn, - lost, ? undecided\n"
        "\n"
        "   Player       1       2\n"
        "1  Ann          .  +1=1-0\n"
        "2  Bob     +0=1-1       .\n"
    )


def test_csv(tmp_path: Path) -> None:
    shown = table(tmp_path, game("Ann", FORMULA, "1-0"), game(FORMULA, "Ann", "1/2-1/2", "agreement"), name="csv")
    rows = list(csv.reader(StringIO(shown)))
    assert rows[0][:3] == ["game", "rank", "player"]
    named = [dict(zip(rows[0], each, strict=True)) for each in rows[1:]]
    assert named[0]["player"] == "Ann"
    assert named[0]["against " + FORMULA] == "W1 D1 L0"
    assert (named[0]["points"], named[0]["draws_agreement"], named[0]["seconds_per_action"]) == ("1.5", "1", "")
    assert named[1]["player"] == "'" + FORMULA


def test_json(tmp_path: Path) -> None:
    shown = json.loads(table(tmp_path, game("Ann", "Bob", "1-0"), game(None, "Ann", "*", "truncated"), name="json"))
    jsonschema.validate(shown, DOCUMENTS["table"].model_json_schema(mode="serialization"))
    (only,) = shown["tables"]
    assert [each["player"] for each in only["players"]] == ["Ann", "white", "Bob"]
    assert [each["named"] for each in only["players"]] == [True, False, True]
    assert only["encounters"][0] == {
        "player": "Ann",
        "rank": 1,
        "opponent": "white",
        "opponent_rank": 2,
        "wins": 0,
        "losses": 0,
        "draws": 0,
        "undecided": 1,
    }


# Many players

FOUR = [game(*pair, "1-0") for pair in (("a", "b"), ("b", "c"), ("c", "d"))]
NOTE = "The first 2 of 4 players only: --cross-players 4 shows all, --format json lists every pair"


def few(tmp_path: Path, number: int, name: str) -> str:
    return table(tmp_path, *FOUR, name=name, cross_players=number)


def test_a_cross_table_in_text_has_a_limit(tmp_path: Path) -> None:
    assert few(tmp_path, 2, "text").endswith(
        "Each against each: + won, = drawn, - lost, ? undecided\n"
        f"{NOTE}\n"
        "\n"
        "   Player       1       2\n"
        "1  a            .  +1=0-0\n"
        "2  b       +0=0-1       .\n"
    )
    assert NOTE not in few(tmp_path, 4, "text")
    assert few(tmp_path, 4, "text") == table(tmp_path, *FOUR, name="text")
    assert "Each against each" not in few(tmp_path, 0, "text")


def test_a_cross_table_in_html_has_a_limit(tmp_path: Path) -> None:
    body = few(tmp_path, 2, "html").partition("<main>")[2].partition("</main>")[0]
    everybody, cross = ElementTree.fromstring(f"<main>{body}</main>").iter("table")
    assert [len(list(each.iter("bdi"))) for each in (everybody, cross)] == [4, 2]
    assert NOTE in "".join(cross.itertext())
    assert NOTE not in few(tmp_path, 4, "html")
    assert "Each against each" not in few(tmp_path, 0, "html")


def test_opponents_in_csv_have_a_limit(tmp_path: Path) -> None:
    rows = list(csv.DictReader(StringIO(few(tmp_path, 3, "csv"))))
    assert [key for key in rows[0] if key.startswith("against")] == []
    assert {row["player"]: row["encounters"] for row in rows} == {
        "a": "2 W1 D0 L0",
        "b": "1 W0 D0 L1, 3 W1 D0 L0",
        "c": "2 W0 D0 L1, 4 W1 D0 L0",
        "d": "3 W0 D0 L1",
    }
    within = list(csv.DictReader(StringIO(few(tmp_path, 4, "csv"))))
    assert "encounters" not in within[0]
    assert within[1]["against c"] == "W1 D0 L0"


def test_json_lists_every_pair(tmp_path: Path) -> None:
    assert few(tmp_path, 0, "json") == few(tmp_path, 4, "json")
    encounters = json.loads(few(tmp_path, 0, "json"))["tables"][0]["encounters"]
    assert [each["player"] + each["opponent"] for each in encounters] == ["ab", "ba", "bc", "cb", "cd", "dc"]


def many(players: int) -> Standings:
    """Everybody has met two others."""
    found = Standings()
    everybody = [Player(f"player {number}") for number in range(players)]
    expendibots = games.GAMES[0]
    rows = {
        each: Row(
            each, Score(wins=1, losses=1), against={everybody[number - 1]: Score(1), everybody[(number + 1) % players]: Score(0, 1)}
        )
        for number, each in enumerate(everybody)
    }
    found._tables[expendibots.id] = Table(expendibots, players, rows)
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_a_table_grows_with_its_players(name: str) -> None:
    def written(found: Standings) -> tuple[float, int]:
        seconds = []
        for _ in range(3):
            start = process_time()
            size = sum(map(len, FORMATS[name](found, 20)))
            seconds.append(process_time() - start)
        return min(seconds), size

    (seconds, size), (more_seconds, more_size) = written(many(500)), written(many(2000))
    assert more_size < 5 * size
    assert more_seconds < 9 * seconds  # 4 where it is linear, 16 where it is not


def test_html_is_well_formed_and_names_stay_text(tmp_path: Path) -> None:
    shown = table(tmp_path, game(HOSTILE, FORMULA, "1-0"), name="html")
    assert "<script" not in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    body = shown.partition("<main>")[2].partition("</main>")[0]
    tree = ElementTree.fromstring(f"<main>{body}</main>")
    names = ["".join(each.itertext()) for each in tree.iter("bdi")]
    assert names[0] == '<script>alert(1)</script>␛[31m<U+202E>"&'
    assert "default-src 'none'" in shown


def test_a_terminal_obeys_no_name(tmp_path: Path) -> None:
    shown = table(tmp_path, game(HOSTILE, "x" * 100, "1-0"), name="text")
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "x" * 39 + "…" in shown
    assert "x" * 41 not in shown


def test_wide_names_keep_the_columns(tmp_path: Path) -> None:
    lines = table(tmp_path, game("棋手", "Bo", "1-0"), name="text").splitlines()
    assert lines[3].startswith("1  棋手        1")
    assert lines[4].startswith("2  Bo          1")


def test_no_games(tmp_path: Path) -> None:
    path = str(SAMPLES / "broken" / "XBN307-wrong-result.xbn")
    for name, expected in (
        ("text", "no games\n"),
        ("html", "There are no games."),
        ("csv", "game,rank,player"),
        ("json", '"tables": []'),
    ):
        result = CliRunner().invoke(app, ["table", "--format", name, path])
        assert result.exit_code == 1
        assert expected in result.stdout


# The command


def test_the_extension_of_the_file_chooses(tmp_path: Path) -> None:
    source = tmp_path / "games.xbn"
    source.write_text(game("a", "b", "1-0"))
    for name in ("table.html", "table.csv", "table.json", "table.txt"):
        target = tmp_path / name
        result = CliRunner().invoke(app, ["table", str(source), "-o", str(target)])
        assert (result.exit_code, result.stdout) == (0, "")
        assert target.read_text().startswith({"html": "<!DOCTYPE", "csv": "game,", "json": "{", "text": "Exp"}[format_for(name)])


def test_exit_codes(tmp_path: Path) -> None:
    def run(*arguments: str) -> int:
        return CliRunner().invoke(app, ["table", *arguments]).exit_code

    assert run(str(SAMPLES / "expendibots")) == 0
    assert run(str(SAMPLES / "broken" / "XBN203-too-far.xbn")) == 1
    assert run(str(tmp_path / "missing.xbn")) == 2
    assert run("--format", "pdf", str(SAMPLES / "expendibots")) == 2
    assert run("--rules", "nonsense", str(SAMPLES / "expendibots")) == 2
    assert run(str(SAMPLES / "expendibots"), "-o", str(tmp_path / "no" / "folder.csv")) == 2
    picture = tmp_path / "picture.xbn"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert run(str(picture)) == 1


def test_everybody_wins_as_often_as_somebody_loses() -> None:
    found = standings(*(path.read_text() for path in sorted(SAMPLES.glob("expendibots/*.xbn"))))
    (only,) = found.tables()
    scores = [each.score for each in only.rows.values()]
    assert sum(each.wins for each in scores) == sum(each.losses for each in scores)
    assert sum(each.points for each in scores) + sum(each.undecided for each in scores) / 2 == only.games
    for each in only.rows.values():
        assert sum(score.games for score in each.against.values()) == each.score.games
    assert Success.WIN == "win"
