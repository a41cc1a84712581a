"""Names of any length and with any number of marks: nothing is wider than the window, and the board stays in sight."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Open
from marking import HEAD
from sheets import sheet
from visits import Visit, told

MARKS = "\u3099" * 500
"""Marks without a letter: each may be as wide as one, and no line breaks between them."""
TEXTS = {
    "marks": MARKS,
    "marks on a letter": "e" + "\u0301" * 500,
    "words": " ".join(["A long name"] * 10_000),
    "one word": "W" * 120_000,
}
WINDOWS = {"phone": (390, 844), "phone on its side": (844, 390), "desk": (1280, 800)}

each_text = pytest.mark.parametrize("text", TEXTS)
each_window = pytest.mark.parametrize("window", WINDOWS)


def record(text: str) -> str:
    tags = "".join(f'[{tag} "{text}"]\n' for tag in ("White", "Black", "Event", "Round", "Site"))
    return (
        f'{HEAD}{tags}[{"T" * 2000} "x"]\n\n{{{text}}} 1. d2-d3 {{{text}}} {{%note="{text}"}} (1. e2-e3 {{{text}}}) ~"{text}" *\n'
    )


def size(window: str) -> dict[str, Any]:
    width, height = WINDOWS[window]
    return {"viewport": {"width": width, "height": height}}


def assert_in_sight(seen: Visit, window: str) -> None:
    width, height = WINDOWS[window]
    assert seen.overflow() == 0
    box = seen.page.locator("#board").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + min(box["height"], 300) <= height
    assert box["height"] >= 250


@each_window
@each_text
def test_the_page(visit: Open, text: str, window: str) -> None:
    seen = visit(told(record(TEXTS[text])) * 2, "#record=1&ply=1", **size(window))
    assert_in_sight(seen, window)
    for selector in ("#choice summary", "#about summary"):
        seen.click(selector)
    assert seen.overflow() == 0
    # All of it can still be had.
    name = TEXTS[text].strip()
    assert seen.page.locator("#title").get_attribute("title") == f"{name} – {name}"
    assert str(seen.page.locator("#players .name").first.get_attribute("title")).strip() == f"White: {name}"
    assert [each.strip() for each in seen.page.locator("#tags dd").all_text_contents()].count(name) == 5


@each_window
@each_text
def test_the_report(visit_html: Open, text: str, window: str) -> None:
    html = sheet({f"{'n' * 200}.xbn": record(TEXTS[text]), "good.xbn": record("good")})
    seen = visit_html(html, **size(window))
    assert seen.overflow() == 0
    title = seen.page.locator(".entry h2").first
    box = title.bounding_box()
    assert box is not None
    assert box["height"] < 80
    assert box["x"] + box["width"] <= WINDOWS[window][0]
    name = TEXTS[text].strip()
    assert str(title.locator("bdi").get_attribute("title")).strip() == f"{name} – {name}"
    assert_in_sight(visit_html(html, "#record=1&ply=1", **size(window)), window)


@each_text
def test_nobody_is_kept_out(visit: Open, text: str) -> None:
    assert visit(told(record(TEXTS[text])), "#record=1&ply=1").barriers() == []
