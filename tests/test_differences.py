"""Unified diffs: correct for any texts in any pieces, and linear in the number of records."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marking import GOOD, HEAD, xbn

from expendibots_notation.differences import MOST_LINES, NO_LINE_FEED, lines_of, unified_diff

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def applied(diff: str, old: str) -> str:
    """A text with a diff applied, to the letter: no line may be elsewhere than the diff says."""
    before, after = lines_of(old), []
    here = 0
    lines = diff.split("\n")[:-1]
    for number, line in enumerate(lines):
        if found := _HUNK.fullmatch(line):
            start, length, new_start, new_length = (1 if each is None else int(each) for each in found.groups())
            begin = start - 1 if length else start
            after += before[here:begin]
            here = begin
            assert len(after) == (new_start - 1 if new_length else new_start)
            ends = here + length, len(after) + new_length
        elif number > 1 and line != NO_LINE_FEED:
            text = line[1:] + ("" if lines[number + 1 : number + 2] == [NO_LINE_FEED] else "\n")
            if line[0] in " -":
                assert before[here] == text
                here += 1
            if line[0] in " +":
                after.append(text)
            assert (here, len(after)) <= ends
    return "".join(after + before[here:])


_LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "\n"]), max_size=12)


@given(st.lists(st.tuples(_LINES, _LINES), max_size=4), st.booleans(), st.booleans())
def test_any_pieces(pieces: list[tuple[list[str], list[str]]], old_is_cut: bool, new_is_cut: bool) -> None:
    if pieces:
        pieces[-1] = (pieces[-1][0] + ["x"] * old_is_cut, pieces[-1][1] + ["x"] * new_is_cut)
    old, new = ("".join(line for piece in pieces for line in piece[side]) for side in (0, 1))
    diff = "".join(f"{line}\n" for line in unified_diff("name", pieces))
    assert applied(diff, old) == new
    assert (diff == "") == (old == new)


@given(_LINES, _LINES)
def test_one_piece_is_what_difflib_says(before: list[str], after: list[str]) -> None:
    expected = [line.removesuffix("\n") for line in difflib.unified_diff(before, after, "name", "name")]
    assert [*unified_diff("name", [(before, after)])] == expected


def test_a_long_piece_is_replaced_between_what_differs() -> None:
    before = [f"{number}\n" for number in range(2 * MOST_LINES)]
    after = [*before[:10], "x\n", *before[11:-10], "y\n", *before[-9:]]
    diff = [*unified_diff("name", [(before, after)])]
    assert applied("\n".join(diff) + "\n", "".join(before)) == "".join(after)
    assert sum(line.startswith("-") for line in diff) == 2 * MOST_LINES - 19 + 1  # and the name
    assert diff[2] == f"@@ -8,{2 * MOST_LINES - 13} +8,{2 * MOST_LINES - 13} @@"


# Of records

_LOOSE = '[Rules "text"]\n[Game "Expendibots"]\n[Format "xbn 1"]\n[Result "*"]\n1. D2d3 *\n'

TEXTS = {
    "two": _LOOSE + GOOD,
    "clean between": "\n".join([GOOD, GOOD, _LOOSE, *[GOOD] * 5, _LOOSE, GOOD]),
    "blank lines": f"\n\n{_LOOSE}\n\n\n{GOOD}\n\n",
    "on one line": f"{_LOOSE.strip()} 1. d2-d3 * 1. d2-d3 *{GOOD}",
    "cut": GOOD + _LOOSE.rstrip(),
    "cut only": GOOD.rstrip(),
    "errors between": f"{_LOOSE}\n{HEAD}\n1. ?? *\n\n{_LOOSE}",
    "strange line ends": f"{_LOOSE}{{ a\u2028b\u0085c }}\n{_LOOSE}",
    "long": HEAD + "".join(f'[Tag{number} "x"]\n' for number in range(2 * MOST_LINES)) + "1. D2d3 *\n" + _LOOSE,
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_diff_leads_to_the_canonical_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / "in.xbn"
    path.write_text(TEXTS[name])
    diff = xbn("format", "--diff", str(path)).out
    assert diff.startswith(f"--- {path}\n+++ {path}\n@@ ")
    # What terminals must not be shown is not there as it is.
    assert applied(diff.replace("<U+2028>", "\u2028").replace("<U+0085>", "\u0085"), TEXTS[name]) == xbn("format", str(path)).out


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_a_diff_of_other_line_endings(ending: str, tmp_path: Path) -> None:
    """Shown as they are seen; the lines are counted as programs for diffs do, by line feeds."""
    path = tmp_path / "in.xbn"
    text = (_LOOSE + GOOD + _LOOSE).replace("\n", ending)
    path.write_text(text, newline="")
    shown = "\n".join(line.replace("\r", "␍") for line in text.split("\n"))
    assert applied(xbn("format", "--diff", str(path)).out, shown) == xbn("format", str(path)).out


def _reordered(number: int) -> Iterator[str]:
    """Records of which most lines occur in every other one too."""
    for each in range(number):
        tags = "".join(f'[A{each * step % 150} "x"]\n' for step in (7, 31, 11))
        yield tags + _LOOSE


def test_work_grows_with_the_number_of_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in lines that are compared, not in seconds."""
    compared = 0
    search = difflib.SequenceMatcher.find_longest_match

    def counted(self: Any, alo: int, ahi: int, blo: int, bhi: int) -> Any:
        nonlocal compared
        compared += sum(1 + len(self.b2j.get(line, ())) for line in self.a[alo:ahi])
        return search(self, alo, ahi, blo, bhi)

    monkeypatch.setattr(difflib.SequenceMatcher, "find_longest_match", counted)
    work = []
    for number in (25, 50, 100):
        path = tmp_path / f"{number}.xbn"
        path.write_text("".join(_reordered(number)))
        compared = 0
        assert xbn("format", "--diff", str(path)).code == 1
        work.append(compared)
    assert 0 < work[1] < 2.5 * work[0]
    assert work[2] < 2.5 * work[1]
