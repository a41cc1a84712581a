"""What is taken down of clean records is what their trees say."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from expendibots_notation.bulk.transcripts import Transcriber
from expendibots_notation.cli.id import Id, Ids, identified
from expendibots_notation.copies import Compared, compared, compared_in
from expendibots_notation.identity import content_of
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.events import Events
from expendibots_notation.notation.terminals import ACTION, ITEM, RESULT
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import NO_OVERRIDES, judged, played_text, read_text
from expendibots_notation.standings import FORMATS
from expendibots_notation.standings.table import Standings, played, results
from expendibots_notation.verdict import CleanRun, FileFinding

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[White "Ann"]\n[Black "B \\"b\\" \u00e9"]\n[Result "{result}"]\n\n'
GAMES = {
    "plain": ("*", "1. d2-d3 e7-e6\n2. a2-a3 *"),
    "effects": ("*", "1. d1-d2=2 e7-e6\n2. a2-a3 *"),
    "refused action": ("1-0", "1. d2-d3 {%emt=1} ~a2-a4 1-0"),
    "refused text": ("1-0", '1. d2-d3 {%emt=1} ~"None" {%emt=2} 1-0'),
    "times": ("*", "1. d2-d3 {%emt=0.1 clk=5} e7-e6 {%clk=7 emt=12}\n2. a2-a3 {%emt=-1} a7-a6 {%emt=-0} *"),
    "variations": ("*", "1. d2-d3 {%emt=1} (1. a2-a3 {%emt=9} h7-h6) (1. b2-b3) {%note=x} e7-e6 {%emt=0.25} *"),
    "comments": ("*", "{first} 1. {before} d2-d3 {%emt=2} {after} $1 e7-e6! *"),
    "nothing": ("*", "*"),
}


def text_of(name: str) -> str:
    result, actions = GAMES[name]
    return HEAD.format(result=result) + actions + "\n"


def read(text: str) -> TextStream:
    return TextStream(BytesIO(text.encode()))


def ids(text: str) -> list[Id]:
    found = identified(True, read(text), "a.xbn", NO_OVERRIDES)
    return [each._replace(line=0) for run in found if isinstance(run, Ids) for each in run.rows]


def expected_id(record: Record) -> Id:
    content = content_of(record)
    return Id(None) if content is None else Id(content.id, content.mirror_id, content.plies, content.is_whole)


def table(text: str) -> str:
    standings = Standings()
    for each in results(read(text), "a.xbn", NO_OVERRIDES):
        assert not isinstance(each, FileFinding)
        (standings.add_run if isinstance(each, CleanRun) else standings.add)(each)  # type: ignore[operator]
    return "".join(FORMATS["json"](standings, 100))


def expected_table(text: str) -> str:
    standings = Standings()
    for record in read_text(text, from_format="xbn"):
        standings.add(played(judged(record)))
    return "".join(FORMATS["json"](standings, 100)).replace("<text>", "a.xbn")


def check(text: str) -> None:
    records = read_text(text, from_format="xbn")
    assert ids(text) == [expected_id(record) for record in records]
    assert table(text) == expected_table(text)
    runs = [each for each in played_text(read(text), "a.xbn", NO_OVERRIDES) if isinstance(each, CleanRun)]
    found: dict[int, Compared | None] = {
        run.index + row: part for run in runs for row, part in enumerate(compared_in(run).parts or ())
    }
    assert found == {record.index: compared(record) for record in records if record.index in found}


@pytest.mark.parametrize("name", GAMES)
def test_a_record(name: str) -> None:
    check(text_of(name))


def test_records_together() -> None:
    check("".join(map(text_of, GAMES)))


def test_clean_records_need_no_tree() -> None:
    found = list(played_text(read("".join(text_of(name) for name in GAMES if name != "refused text")), "a.xbn", NO_OVERRIDES))
    assert [type(each) for each in found] == [CleanRun]


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "samples").glob("*/*.xbn")), ids=lambda path: path.name)
def test_samples(path: Path) -> None:
    if not path.name.startswith("XBN111"):  # which is not text
        check(path.read_text(encoding="utf-8", errors="replace"))


def test_texts_without_blanks_between_them_have_room() -> None:
    """An item needs no blank beside it, so that what is taken down can be longer than the record."""
    data = b"<1h>X" * 200_000 + b"*"
    events = Events()
    for at in range(0, len(data) - 1, 5):
        events.add(ITEM, at, at + 4)
        events.add(ACTION, at + 4, at + 5)
    events.add(RESULT, len(data) - 1, len(data))
    transcriber = Transcriber()
    transcriber.players = (b"Player",)
    assert transcriber.add(data, events, 0)
    assert transcriber.texts_end <= len(transcriber.texts)
    assert transcriber.take(()).texts == b"<1h>\nX\n" * 200_000 + b"\n"
