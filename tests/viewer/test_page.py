"""The replay page without a browser: what is in it, what cannot get into it, and that it is the same every time."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import expendibots_notation as xn
from expendibots_notation.game import NotationError
from expendibots_notation.notation.tree import Comment, Line, Record, Tag
from expendibots_notation.pipeline import judged, read_text
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer import page as page_module
from expendibots_notation.viewer.page import SCRIPTS, page
from expendibots_notation.viewer.page_data import PageData, page_data, shown

SAMPLES = Path(__file__).parent.parent.parent / "samples"
FILES = sorted(path for path in SAMPLES.glob("*/*.*") if path.suffix in (".xbn", ".log", ".out"))
PARTS = Path(page_module.__file__).parent / "page"
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


def stories(name: str) -> list[Judged]:
    return [judged(record) for record in xn.read(SAMPLES / name)]


def stories_of(path: Path) -> list[Judged]:
    """The stories of any sample; none where a broken one holds nothing that could be read as a record."""
    try:
        return [judged(record) for record in xn.read(path)]
    except NotationError:
        return []


def data_of(html: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Parts(html).inside["application/json"])
    return data


def hash_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# The page as a whole


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_every_sample_makes_a_page(path: Path) -> None:
    told = stories_of(path)
    data = PageData.model_validate(data_of(page(told)))
    assert data == page_data(told)
    assert len(data.records) == len(told)


def test_the_page_is_small() -> None:
    """The limit is 300 KB and the game; what is not needed should not creep in."""
    assert len(page([]).encode()) < 82_000
    html = page(stories("expendibots/turn-limit.xbn"))
    assert len(html.encode()) < 300_000


def test_the_same_stories_give_the_same_page() -> None:
    assert page(stories("expendibots/annotated.xbn")) == page(stories("expendibots/annotated.xbn"))


def test_the_policy_allows_only_what_the_page_brings_along() -> None:
    parts = Parts(page(stories("expendibots/annotated.xbn")))
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
    html = page(stories("expendibots/annotated.xbn"))
    without_remarks = re.sub(r"(?m)^\s*// .*|\s// .*$|sha256-[\w+/=]+", "", html)  # a hash may hold two slashes
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

    assert title(stories("expendibots/annotated.xbn")) == "Ada Brandt – Loose Cannon"
    assert title(stories("expendibots/annotated.xbn"), "Finals & <more>") == "Finals & <more>"
    assert title(stories("expendibots/annotated.xbn") * 2) == "Winter cup"
    assert title([*stories("expendibots/annotated.xbn"), *stories("robots/death.xbn")]) == "2 games"
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
    assert [tag for tag, _ in parts.tags].count("script") == 2
    block = html[html.index('id="data">') + len('id="data">') :].partition("</script>")[0]
    assert not set(block) & set("<>&\u2028\u2029\u202e\x1b")
    assert json.loads(block)["records"][0]["players"][0]["name"] == shown(HOSTILE)
    assert parts.inside["module"] == Parts(page([])).inside["module"]
    html.encode()


def test_invisible_characters_are_shown() -> None:
    assert shown("a\tb\nc\x1b\u202e\ud83d\udce9") == "a b\nc␛<U+202E><U+D83D><0xE9>"


@given(st.text(st.characters(exclude_categories=[]), max_size=60))
def test_any_text_comes_back_from_the_page_as_it_is_shown(text: str) -> None:
    record = Record("expendibots", tags=(Tag("Event", text),), line=Line(result="*", lead=(Comment(text),)))
    (shown_record,) = data_of(page([judged(record)]))["records"]
    assert dict(shown_record["tags"])["Event"] == shown(text)
    assert shown_record["lines"][0]["lead"] == [shown(text)]


# The data


def test_the_shape_of_the_data() -> None:
    data = data_of(page(stories("expendibots/elimination-white.xbn")))
    assert (data["format"], data["version"]) == ("xbn-page", 1)
    assert data["frames"] == [
        {
            "columns": list("abcdefgh"),
            "rows": list("12345678"),
            "sides": ["white", "black"],
            "counters": [["", 0], ["", 1]],
        }
    ]
    assert data["pieces"][0] == [0, 0, 0, "stack", "1", "White stack of 1 on a1"]
    (record,) = data["records"]
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
    assert start == {"kind": "start", "ply": 0, "spoken": "Start", "board": 0}
    assert first == {
        "ply": 1,
        "mark": "1.",
        "player": 0,
        "text": "h2-h3",
        "spoken": "White h2-h3, from h2 to h3",
        "board": 1,
        "arrows": [[7, 1, 7, 2, "move"]],
    }
    assert data["boards"][1]["mover"] == 1
    assert data["boards"][1]["counts"] == ["12", "12"]
    assert data["boards"][1]["text"] == "bb.bb.bb/bb.bb.bb/.8/.8/.8/.7w/ww.ww.w./ww.ww.ww b 1 1"


def test_waves_run_on_the_board_before_them() -> None:
    data = page_data(stories("expendibots/chain-reaction.xbn"))
    moments = data.records[0].lines[0].moments
    last = moments[-1]
    assert [len(wave) for wave in last.waves] == [1, 1, 1, 2, 1, 1, 2, 1]
    assert last.before == moments[-2].board
    assert last.spoken == "Black xf4, 10 squares emptied in 8 waves"


def test_boards_and_pieces_are_kept_once() -> None:
    once, twice = (page_data(stories("expendibots/annotated.xbn") * times) for times in (1, 2))
    assert (once.boards, once.pieces, once.frames) == (twice.boards, twice.pieces, twice.frames)
    assert len(set(once.boards)) == len(once.boards)
    assert len(set(once.pieces)) == len(once.pieces)


def test_variations_leave_their_line_where_they_replace_it() -> None:
    (record,) = page_data(stories("expendibots/annotated.xbn")).records
    assert [(line.parent, line.leaves) for line in record.lines] == [(None, 0), (0, 3), (0, 5), (2, 1), (0, 12)]
    assert record.lines[0].moments[5].variations == (2,)
    assert record.lines[2].moments[1].variations == (3,)


def test_a_variation_behind_an_event_leaves_before_its_action() -> None:
    (record,) = page_data(stories("robots/another-spawn.xbn")).records
    main = record.lines[0]
    (event,) = (index for index, moment in enumerate(main.moments) if moment.variations and moment.kind == "item")
    for index in main.moments[event].variations:
        line = record.lines[index]
        assert (line.parent, line.leaves) == (0, event - 1)
        assert line.moments[0].text == main.moments[event - 1].text


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("broken/XBN203-too-far.xbn", "illegal", "moves 3 squares"),
        ("expendibots/rejected.xbn", "rejected", "has only 2 tokens"),
        ("expendibots/rejected-raw.xbn", "rejected", "neither in the same file nor in the same rank"),
    ],
)
def test_what_was_tried_in_vain_has_a_reason_and_the_board_stays(name: str, kind: str, reason: str) -> None:
    (record,) = page_data(stories(name)).records
    *_, before, tried = record.lines[0].moments
    assert tried.kind == kind
    assert reason in tried.reason
    assert tried.board == before.board
    assert len(tried.arrows) == 1


def test_an_illegal_boom_sets_nothing_off() -> None:
    (record,) = page_data([judged(read_text("1. xd7 *")[0])]).records
    tried = record.lines[0].moments[1]
    assert (tried.kind, tried.waves, tried.before, tried.cells) == ("illegal", (), None, ((3, 6),))


def test_findings_are_told_once() -> None:
    for path in FILES:
        told = stories_of(path)
        for story, record in zip(told, page_data(told).records, strict=True):
            at_moments = [finding for line in record.lines for moment in line.moments for finding in moment.findings]
            codes = sorted(finding.code for finding in (*record.findings, *at_moments))
            assert codes == sorted(finding.code for finding in story.verdict.diagnostics), path.name


def test_counters_know_whose_they_are() -> None:
    (frame,) = page_data(stories("stack_wars/recorded-game.xbn")).frames
    assert frame.counters == (("points", 0), ("points", 1), ("reserve", 0), ("reserve", 1))
    (frame,) = page_data(stories("robots/death.xbn")).frames
    assert frame.counters == (("Level", None), ("Robots", None), ("Safe teleports", None), ("Score", None))
