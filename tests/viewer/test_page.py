"""The replay page without a browser: what is in it, what cannot get into it, and that it is the same every time."""

from __future__ import annotations

import gc
import json
import re
import weakref
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from sheets import replays_in

import expendibots_notation as xn
from expendibots_notation.game import NotationError
from expendibots_notation.limits import USUAL, applied
from expendibots_notation.notation.tree import Comment, Line, Record, Tag
from expendibots_notation.pipeline import judged, read_text
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer import page as page_module
from expendibots_notation.viewer.page import SCRIPTS, page, pieces
from expendibots_notation.viewer.page_data import PageData, RecordData, RecordTeller, shown

SAMPLES = Path(__file__).parent.parent.parent / "samples"
FILES = sorted(path for path in SAMPLES.glob("*/*.*") if path.suffix in (".xbn", ".log", ".out"))
PARTS = Path(page_module.__file__).parent / "page"
PAGE, RECORD = TypeAdapter(PageData), TypeAdapter(RecordData)
HOSTILE = "</script><script>alert(1)</script><!-- ]]> \" ' & \u2028 \u202e \x1b[31m {{script}} \ud83d"


class Parts(HTMLParser):
    """The elements of a page, and the text inside its style and scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self._open = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        self._open = attributes.get("type") or tag if tag in ("script", "style", "title") else ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.inside[self._open] = self.inside.get(self._open, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    @property
    def policy(self) -> dict[str, str]:
        (content,) = (
            unescape(each["content"] or "") for _, each in self.tags if each.get("http-equiv") == "Content-Security-Policy"
        )
        return dict(part.split(" ", 1) for part in content.split("; "))


def sample(name: str) -> list[Judged]:
    return [judged(record) for record in xn.read(SAMPLES / name)]


def records_of(path: Path) -> list[Judged]:
    """The records of any sample; none where a broken one holds nothing that could be read as a record."""
    try:
        return [judged(record) for record in xn.read(path)]
    except NotationError:
        return []


def data_of(html: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Parts(html).inside["application/json"])
    return data


def record_of(told: Judged) -> RecordData:
    return RecordTeller(told).record()


def boards_in(record: RecordData) -> list[set[tuple[object, ...]]]:
    """What stands on each board."""
    standing: set[int] = set()
    found = []
    for row in record["boards"]:
        assert standing >= set(row.gone)
        standing -= set(row.gone)
        assert not standing & set(row.come)
        standing |= set(row.come)
        found.append({tuple(record["pieces"][index]) for index in standing})
    return found


def hash_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# The page as a whole


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_every_sample_makes_a_page(path: Path) -> None:
    told = records_of(path)
    html = page(told)
    data = PAGE.validate_python(data_of(html))
    records = [RECORD.validate_python(record) for record in replays_in(html).values()]
    assert len(data["records"]) == len(records) == len(told)
    for each, record, entry in zip(told, records, data["records"], strict=True):
        assert record == RecordTeller(each).record()
        assert entry.items() <= record.items()


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_each_board_differs_from_the_one_before_it_as_the_page_says(path: Path) -> None:
    """Whatever order they are in: put together again, they are the diagrams of the positions."""
    for told in records_of(path):
        record = RecordTeller(told).record()
        shown_boards = boards_in(record)
        game = told.timeline.game
        for row, pieces_there in zip(record["boards"], shown_boards, strict=True):
            assert game is not None
            rules = game.rules(told.verdict.rules)
            tags = {tag.name: tag.value for tag in told.timeline.record.tags}
            try:
                diagram = game.start(rules, row.text, tags).diagram()
            except NotationError:
                continue  # not every position is one that a record may begin with
            expected = {(each.x, each.y, each.side, each.kind, each.label, each.spoken) for each in diagram.pieces}
            assert pieces_there == expected, row.text


def test_the_page_is_small() -> None:
    """The limit is 300 KB and the game; what is not needed should not creep in."""
    assert len(page([]).encode()) < 88_000
    html = page(sample("expendibots/turn-limit.xbn"))
    assert len(html.encode()) < 300_000


def test_the_same_records_give_the_same_page() -> None:
    assert page(sample("expendibots/annotated.xbn")) == page(sample("expendibots/annotated.xbn"))


def test_the_policy_allows_only_what_the_page_brings_along() -> None:
    parts = Parts(page(sample("expendibots/annotated.xbn")))
    assert parts.policy == {
        "default-src": "'none'",
        "script-src": hash_of(parts.inside["module"]),
        "style-src": hash_of(parts.inside["style"]),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }


def test_the_policy_comes_before_everything_that_it_governs() -> None:
    tags = [tag for tag, _ in Parts(page([])).tags]
    assert tags.index("meta") < tags.index("style") < tags.index("script")
    html = page([])
    assert html.index("Content-Security-Policy") < html.index("<style") < html.index("<script")


def test_nothing_is_asked_of_any_network() -> None:
    html = page(sample("expendibots/annotated.xbn"))
    # Hashes and what is packed may hold two slashes.
    without_remarks = re.sub(r"(?m)^\s*// .*|\s// .*$|sha256-[\w+/=]+|(?<=replay-1\">)[\w+/=]+", "", html)
    addresses = set(re.findall(r"(?:https?:)?//[\w.]+[^\s\"')]*", without_remarks))
    assert addresses == {"http://www.w3.org/2000/svg"}  # the name of SVG, which nobody fetches
    for tag, attributes in Parts(html).tags:
        assert not {"src", "srcset", "action", "ping", "style"} & attributes.keys(), tag
        assert not any(name.startswith("on") for name in attributes), tag


def test_the_script_makes_no_markup() -> None:
    """The policy forbids it too; nothing should even try."""
    script = "".join((PARTS / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        "DOMParser",
        "fetch(",
        "import(",
    ):
        assert way not in script, way


def test_every_part_of_the_script_is_used() -> None:
    assert {path.stem for path in PARTS.glob("*.js")} == set(SCRIPTS)


def test_every_colour_that_the_style_asks_for_is_there() -> None:
    style = Parts(page([])).inside["style"]
    assert set(re.findall(r"var\((--[\w-]+)\)", style)) <= set(re.findall(r"(--[\w-]+):", style))


def test_the_script_asks_only_for_elements_that_are_there() -> None:
    script = Parts(page([])).inside["module"]
    ids = {attributes["id"] for _, attributes in Parts(page([])).tags if attributes.get("id")}
    assert set(re.findall(r'part\("([\w-]+)"\)', script)) <= ids


# Texts


def test_the_title() -> None:
    def title(told: list[Judged], given: str | None = None) -> str:
        return Parts(page(told, given)).inside.get("title", "")

    assert title(sample("expendibots/annotated.xbn")) == "Ada Brandt – Loose Cannon"
    assert title(sample("expendibots/annotated.xbn"), "Finals & <more>") == "Finals & <more>"
    assert title(sample("expendibots/annotated.xbn") * 2) == "Winter cup"
    assert title([*sample("expendibots/annotated.xbn"), *sample("robots/death.xbn")]) == "2 games"
    assert title([]) == "0 games"


def test_hostile_texts_stay_inside_the_data() -> None:
    record = Record(
        "expendibots",
        tags=(Tag("White", HOSTILE), Tag("Event", HOSTILE)),
        line=Line(result="*", lead=(Comment(HOSTILE),)),
        preface=(Comment(HOSTILE),),
    )
    html = page([judged(record)], HOSTILE)
    parts = Parts(html)
    assert [tag for tag, _ in parts.tags].count("script") == 3
    block = html[html.index('id="data">') + len('id="data">') :].partition("</script>")[0]
    assert not set(block) & set("<>&\u2028\u2029\u202e\x1b")
    assert json.loads(block)["title"] == shown(HOSTILE)
    assert replays_in(html)[1]["players"][0]["name"] == shown(HOSTILE)
    assert parts.inside["module"] == Parts(page([])).inside["module"]
    html.encode()


def test_invisible_characters_are_shown() -> None:
    assert shown("a\tb\nc\x1b\u202e\ud83d\udce9") == "a b\nc␛<U+202E><U+D83D><0xE9>"


@given(st.text(st.characters(exclude_categories=[]), max_size=60))
def test_any_text_comes_back_from_the_page_as_it_is_shown(text: str) -> None:
    record = Record("expendibots", tags=(Tag("Event", text),), line=Line(result="*", lead=(Comment(text),)))
    (shown_record,) = replays_in(page([judged(record)])).values()
    assert dict(shown_record["tags"])["Event"] == shown(text)
    assert shown_record["lines"][0]["lead"] == [shown(text)]


# The data


def test_the_shape_of_the_data() -> None:
    html = page(sample("expendibots/elimination-white.xbn"))
    data = data_of(html)
    (record,) = replays_in(html).values()
    assert (data["format"], data["version"]) == ("xbn-page", 2)
    assert record["frame"] == [list("abcdefgh"), list("12345678"), [], ["white", "black"], [["", 0], ["", 1]]]
    assert record["pieces"][0] == [0, 0, 0, "stack", "1", "White stack of 1 on a1"]
    assert {name: record[name] for name in ("title", "game", "result", "termination", "plies")} == {
        "title": "Quiet Fuse – Brick Wall",
        "game": "Expendibots",
        "result": "1-0",
        "termination": "elimination",
        "plies": 21,
    }
    assert record["players"] == [{"role": "White", "name": "Quiet Fuse"}, {"role": "Black", "name": "Brick Wall"}]
    assert record["tags"][:3] == [["Game", "Expendibots"], ["Rules", "text"], ["Event", "Autumn league"]]
    (line,) = record["lines"]
    start, first, *_ = line["moments"]
    assert start == {"kind": "start", "ply": 0, "board": 0}
    assert first == {
        "ply": 1,
        "mark": "1.",
        "player": 0,
        "text": "h2-h3",
        "board": 1,
        "arrows": [[7, 1, 7, 2, "move"]],
    }
    text = "bb.bb.bb/bb.bb.bb/.8/.8/.8/.7w/ww.ww.w./ww.ww.ww b 1 1"
    pieces = [[7, 1, 0, "stack", "1", "White stack of 1 on h2"], [7, 2, 0, "stack", "1", "White stack of 1 on h3"]]
    gone, come = ([record["pieces"].index(piece)] for piece in pieces)
    assert record["boards"][1] == [text, "Black to move, turn 1", 1, ["12", "12"], gone, come]


def test_waves_run_on_the_board_before_them() -> None:
    (told,) = sample("expendibots/chain-reaction.xbn")
    moments = record_of(told)["lines"][0]["moments"]
    last = moments[-1]
    assert [len(wave) for wave in last["waves"]] == [1, 1, 1, 2, 1, 1, 2, 1]
    assert last["before"] == moments[-2]["board"]


def test_pieces_are_kept_once() -> None:
    (told,) = sample("expendibots/annotated.xbn")
    record = record_of(told)
    assert len(set(record["pieces"])) == len(record["pieces"])


def test_records_are_taken_one_at_a_time() -> None:
    """None is held when the next one is asked for, so that a page may have any number."""
    held: list[weakref.ref[Judged]] = []

    def records() -> Iterator[Judged]:
        for _ in range(3):
            (told,) = sample("expendibots/annotated.xbn")
            held.append(weakref.ref(told))
            yield told
            del told
            gc.collect()
            assert sum(each() is not None for each in held) <= 1

    assert len(replays_in("".join(pieces(records())))) == 3


def test_of_a_long_record_a_page_shows_as_much_as_the_limit_allows() -> None:
    text = "1. d2-d3 (1. e2-e3 e7-e6) (1. a2-a3) (1. b2-b3) e7-e6 2. d3-d4 *"
    told = judged(read_text(text)[0])
    for most, lines, plies in ((7, 4, 3), (6, 3, 3), (5, 2, 3), (4, 1, 3), (3, 1, 3), (2, 1, 2)):
        with applied(replace(USUAL, html_plies=most)):
            teller = RecordTeller(told)
            record = teller.record()
        assert (len(record["lines"]), len(record["lines"][0]["moments"]) - 1) == (lines, plies)
        assert (teller.cut is None) == (most == 7)
        if teller.cut is not None:
            assert teller.cut.message == f"the game has 7 plies; a page shows the first {most}"
            assert record["findings"][-1]["code"] == "XBN911"


def test_variations_leave_their_line_where_they_replace_it() -> None:
    (told,) = sample("expendibots/annotated.xbn")
    record = record_of(told)
    leaves = [(line.get("parent"), line.get("leaves", 0)) for line in record["lines"]]
    assert leaves == [(None, 0), (0, 3), (0, 5), (2, 1), (0, 12)]
    assert record["lines"][0]["moments"][5]["variations"] == [2]
    assert record["lines"][2]["moments"][1]["variations"] == [3]


def test_a_variation_behind_an_event_leaves_before_its_action() -> None:
    (told,) = sample("robots/another-spawn.xbn")
    record = record_of(told)
    moments = record["lines"][0]["moments"]
    (event,) = (index for index, moment in enumerate(moments) if "variations" in moment and moment.get("kind") == "item")
    for index in moments[event]["variations"]:
        line = record["lines"][index]
        assert (line["parent"], line["leaves"]) == (0, event - 1)
        assert line["moments"][0]["text"] == moments[event - 1]["text"]


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("broken/XBN203-too-far.xbn", "illegal", "moves 3 squares"),
        ("expendibots/rejected.xbn", "rejected", "has only 2 tokens"),
        ("expendibots/rejected-raw.xbn", "rejected", "neither in the same file nor in the same rank"),
    ],
)
def test_what_was_tried_in_vain_has_a_reason_and_the_board_stays(name: str, kind: str, reason: str) -> None:
    (told,) = sample(name)
    record = record_of(told)
    *_, before, tried = record["lines"][0]["moments"]
    assert tried["kind"] == kind
    assert reason in tried["reason"]
    assert tried["board"] == before["board"]
    assert len(tried["arrows"]) == 1


def test_an_illegal_boom_sets_nothing_off() -> None:
    record = record_of(judged(read_text("1. xd7 *")[0]))
    tried = record["lines"][0]["moments"][1]
    assert (tried["kind"], tried["cells"]) == ("illegal", [(3, 6)])
    assert not {"waves", "before"} & tried.keys()


def test_findings_are_told_once() -> None:
    for path in FILES:
        for told in records_of(path):
            record = record_of(told)
            moments = [moment for line in record["lines"] for moment in line["moments"]]
            findings = [*record.get("findings", []), *(each for moment in moments for each in moment.get("findings", []))]
            codes = sorted(finding["code"] for finding in findings)
            assert codes == sorted(finding.code for finding in told.verdict.diagnostics), path.name


def test_counters_know_whose_they_are() -> None:
    (told,) = sample("stack_wars/recorded-game.xbn")
    assert record_of(told)["frame"].counters == (("points", 0), ("points", 1), ("reserve", 0), ("reserve", 1))
    (told,) = sample("robots/death.xbn")
    assert record_of(told)["frame"].counters == (("Level", None), ("Robots", None), ("Safe teleports", None), ("Score", None))
