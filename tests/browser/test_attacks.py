"""The attacks on pages in a browser: nothing runs, nothing is asked for, no element appears, and the text is there to be read.

Dialogs, requests and complaints fail any visit at its end: see visits.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from attacks import ATTACKS, HARMLESS, broken, data_of, forfeit, record
from conftest import Open
from marking import xbn
from sheets import sheet
from visits import Visit, told

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.reports.report import Manner
from expendibots_notation.viewer.page_data import shown

TEXTS = list(ATTACKS.values())
USUAL = [f"{{{number}}} {HARMLESS}" for number in range(len(TEXTS))]
"""Among actions, what stands in braces is a comment, as it is in some attacks."""
BROKEN = broken(HARMLESS).count("[Format")
"""How many records hold each attack where it is not understood."""

# Elements with the names of their attributes; all values of attributes that could lead away, or run.
_LOOK = """
const look = (found) => {
  for (const element of document.querySelectorAll("*")) {
    found.kinds.add([element.localName, ...[...element.attributes].map(({ name }) => name).sort()].join(" "));
    for (const { name, value } of element.attributes) if (["href", "src", "action", "data"].includes(name)) found.links.add(value);
  }
};
"""
# Goes to one address after the other, and looks.
_TOUR = f"""async (addresses) => {{
  {_LOOK}
  const found = {{ read: [], kinds: new Set(), links: new Set() }};
  const text = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
  look(found);
  for (const address of addresses) {{
    const arrived = new Promise((resolve) => addEventListener("hashchange", () => setTimeout(resolve), {{ once: true }}));
    location.hash = address;
    await arrived;
    // To unpack a record takes a moment. An entry of a report may have none; then the overview is in sight.
    const isThere = () => document.querySelector("#moves a")?.hash.startsWith("#" + address.split("&")[0] + "&");
    while (!isThere() && document.getElementById("overview")?.hidden !== false) await new Promise((resolve) => setTimeout(resolve));
    look(found);
    found.read.push({{ title: text("#title"), tags: text("#tags dd"), now: text("#now"), moves: text("#moves") }});
  }}
  return {{ ...found, kinds: [...found.kinds], links: [...found.links] }};
}}"""


class Tour(NamedTuple):
    """What is found on a way through a page."""

    read: list[dict[str, list[str]]]
    """What is to be read at each address, by where it stands."""
    kinds: set[str]
    links: set[str]


def tour(seen: Visit, addresses: list[str]) -> Tour:
    found = seen.page.evaluate(_TOUR, addresses)
    assert seen.page.evaluate("window.hit") is None
    return Tour(found["read"], set(found["kinds"]), set(found["links"]))


def assert_harmless(found: Tour, usual: Tour) -> None:
    """Nothing is there that is not on a page which says nothing evil."""
    assert found.kinds <= usual.kinds
    assert all(link.startswith("#") for link in found.links - usual.links)


def test_the_page_shows_what_records_say(visit: Open) -> None:
    numbers = range(1, len(TEXTS) + 1)
    addresses = [f"record={number}&{place}" for place in ("ply=1", "ply=2", "variation=1&ply=1") for number in numbers]
    found = tour(visit(told(data_of(TEXTS).decode())), addresses)
    assert_harmless(found, tour(visit(told(data_of(USUAL).decode())), addresses))
    for text, read in zip(TEXTS, found.read, strict=False):
        words = shown(text)
        assert read["tags"].count(words) == 3
        assert words in read["title"][0]
        assert read["now"][0].count(words) >= 2, "the attributes"
        comment = shown(text.encode("utf-8", "ignore").decode().replace("\r\n", "\n").replace("\r", "\n"))
        assert comment in read["now"][0]
        assert read["moves"][0].count(comment) >= 3


def test_the_page_shows_what_is_not_understood(visit: Open) -> None:
    addresses = [f"record={number}&ply=1" for number in range(2, BROKEN * len(TEXTS) + 1)]
    found = tour(visit(told(data_of(TEXTS, broken).decode())), addresses)
    assert_harmless(found, tour(visit(told(data_of(USUAL, broken).decode())), addresses))


@pytest.mark.parametrize("written", [record, broken])
def test_the_report(visit_html: Open, written: Callable[[str], str]) -> None:
    """The overview with everything that is printed, then each replay."""

    def visited(texts: list[str]) -> Visit:
        files: dict[str, str | bytes] = {f"{shown(text)[:99]}.xbn": data_of([text], written) for text in texts}
        seen = visit_html(sheet(files, Manner(explain_end=True, both_rules=True)))
        seen.page.locator("#unfold").check()
        seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        return seen

    hostile = visited(TEXTS)
    overview = str(hostile.page.locator("#overview").text_content())
    assert [text for text in TEXTS if shown(text)[:99] not in overview] == []
    addresses = [f"record={number}&ply=1" for number in range(1, len(TEXTS) + 1)]
    assert_harmless(tour(hostile, addresses), tour(visited(USUAL), addresses))


def test_the_table(visit_html: Open) -> None:
    def visited(texts: list[str]) -> Visit:
        return visit_html(xbn("table", "--format", "html", "-", text=data_of(texts, forfeit)).out)

    hostile = visited(TEXTS)
    read = str(hostile.page.locator("body").text_content())
    assert [text for text in TEXTS if visible(text.strip()) not in read] == []
    assert_harmless(tour(hostile, []), tour(visited(USUAL), []))


def test_drawings_inside_a_page(visit_html: Open) -> None:
    """A page of somebody's own, which has no policy that would help."""

    def visited(texts: list[str]) -> Visit:
        drawings = [xbn("render", "--to", "svg", "--plies", "0,1", "-", text=data_of([text])).out for text in texts]
        return visit_html(f"<!DOCTYPE html><meta charset='utf-8'><title>Drawings</title>{''.join(drawings)}")

    found, usual = tour(visited(TEXTS), []), tour(visited(USUAL[:2]), [])
    assert found.kinds <= usual.kinds | {"text class style"}, "what is too long is written smaller"
    assert all(link.startswith("#") for link in found.links)
