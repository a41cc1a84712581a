"""Records that hold the same game: copies, mirror images and beginnings."""

from __future__ import annotations

from random import Random

import pytest

from expendibots_notation.copies import Compared, CopyGroup, CopySearch, compared, copies_in_words
from expendibots_notation.games import expendibots
from expendibots_notation.notation.tree import Line, Ply, Record
from expendibots_notation.pipeline import judged, read_text
from expendibots_notation.verdict import Verdict

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'
STACKS = '[Format "xbn 1"]\n[Game "STACKS"]\n[Rules "text"]\n[Result "*"]\n\n'


def groups(*texts: str) -> list[CopyGroup]:
    """The groups among records, each of which is called by its number in the list."""
    search = CopySearch()
    for number, text in enumerate(texts, 1):
        (record,) = read_text(text)
        verdict = judged(record).verdict
        called = Verdict(
            f"{number}.xbn",
            1,
            1,
            verdict.game,
            verdict.rules,
            verdict.plies,
            verdict.claimed,
            verdict.outcome,
            verdict.end_ply,
            verdict.final,
            verdict.diagnostics,
        )
        search.add(called.file, called.index, called.line, known(record))
    return search.groups()


def known(record: Record) -> Compared:
    found = compared(record)
    assert found is not None
    return found


def shape(found: list[CopyGroup]) -> list[tuple[list[str], list[str]]]:
    """Files only, with ~ before those that are mirrored."""

    def names(copies: object) -> list[str]:
        return [f"{'~' if each.is_mirrored else ''}{each.file[0]}" for each in copies]  # type: ignore[attr-defined]

    return [(names(group.records), names(group.prefix_of)) for group in found]


ONE = HEAD + "1. d2-d3 e7-e6\n2. a2-a3 *\n"
MIRRORED = HEAD + "1. e2-e3 d7-d6\n2. h2-h3 *\n"
BEGINNING = HEAD + "1. d2-d3 e7-e6 *\n"
MIRRORED_BEGINNING = HEAD + "1. e2-e3 d7-d6 *\n"
OTHER = HEAD + "1. d2-d3 e7-e6\n2. b2-b3 *\n"
NOTHING = HEAD + "*\n"


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ((ONE, OTHER, NOTHING, NOTHING), []),
        ((ONE, OTHER, ONE), [(["1", "3"], [])]),
        ((ONE, MIRRORED), [(["1", "~2"], [])]),
        ((MIRRORED, ONE, MIRRORED), [(["1", "~2", "3"], [])]),
        ((BEGINNING, ONE), [(["1"], ["2"])]),
        ((ONE, BEGINNING), [(["2"], ["1"])]),
        ((MIRRORED_BEGINNING, ONE), [(["1"], ["~2"])]),
        ((MIRRORED, MIRRORED_BEGINNING), [(["2"], ["1"])]),
        ((BEGINNING, OTHER, ONE, MIRRORED), [(["1"], ["2", "3"]), (["3", "~4"], [])]),
        # Of a chain of beginnings, each names the next one only.
        ((HEAD + "1. d2-d3 *\n", BEGINNING, ONE), [(["1"], ["2"]), (["2"], ["3"])]),
    ],
)
def test_groups(texts: tuple[str, ...], expected: list[tuple[list[str], list[str]]]) -> None:
    assert shape(groups(*texts)) == expected


def test_an_action_is_no_beginning_of_another() -> None:
    assert groups(HEAD + "1. 2d2-d3 *\n", HEAD + "1. 2d2-d30 *\n") == []


def test_a_game_that_is_its_own_mirror_image() -> None:
    """The middle file of STACKS stays where it is."""
    middle = STACKS + "1. c1-c2 *\n"
    left, right = STACKS + "1. c1-c2 a7-a6 *\n", STACKS + "1. c1-c2 e7-e6 *\n"
    assert shape(groups(middle, middle)) == [(["1", "2"], [])]
    assert shape(groups(middle, left, right)) == [(["1"], ["2"]), (["2", "~3"], [])]
    assert shape(groups(middle, right)) == [(["1"], ["2"])]


def test_games_of_different_kinds_are_different() -> None:
    assert groups(STACKS + "1. c1-c2 *\n", STACKS.replace("STACKS", "Stack Wars") + "1. c1-c2 *\n") == []


def test_in_words() -> None:
    assert list(copies_in_words([])) == ["duplicates: none"]
    found = groups(ONE, BEGINNING, MIRRORED, MIRRORED_BEGINNING)
    lines = list(copies_in_words(found))
    assert lines[0] == "duplicates: 2 groups"
    assert lines[1].startswith("1.xbn:1: record 1 (3 plies, xbn1-")
    assert lines[2] == "  the same mirrored: 3.xbn:1: record 1"
    assert lines[3].startswith("2.xbn:1: record 1 (2 plies, xbn1-")
    assert lines[4:] == ["  the same mirrored: 4.xbn:1: record 1", "  a prefix of: 1.xbn:1: record 1 (3 plies)"]


def test_thousands_of_records_are_compared_by_sorting() -> None:
    """Comparing each with each would take minutes here."""
    source = Random(7)
    actions = [expendibots.GAME.action(text) for text in ("d2-d3", "e7-e6", "xa1", "2b2-b4", "h8-h7", "xg7")]
    games = [tuple(source.choice(actions) for _ in range(60)) for _ in range(3000)]
    games += [game[:50] for game in games[:100]] + games[:100]
    template = judged(read_text(ONE)[0]).verdict
    search = CopySearch()
    for game in games:
        search.add(
            template.file,
            template.index,
            template.line,
            known(Record("expendibots", line=Line(tuple(Ply(str(each), each) for each in game)))),
        )
    found = search.groups()
    assert sum(len(group.records) == 2 for group in found) == 100
    assert sum(len(group.prefix_of) == 1 for group in found) == 100
