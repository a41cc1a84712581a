"""A browser for all tests, and visits that are checked when they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import launch
from playwright.sync_api import Browser, sync_playwright
from visits import Visit

from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.page import page

Open = Callable[..., Visit]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture
def visit_html(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a page at an address. At the end of the test, nothing must have gone wrong on any of them."""
    visits: list[Visit] = []

    def open_html(html: str, address: str = "", **settings: Any) -> Visit:
        folder = tmp_path / str(len(visits))
        folder.mkdir()
        visits.append(Visit(browser, folder, html, address, **settings))
        return visits[-1]

    yield open_html
    for each in visits:
        each.close()


@pytest.fixture
def visit(visit_html: Open) -> Open:
    """Opens a replay page about judged records, at an address."""

    def open_page(judgements: list[Judged], address: str = "", **settings: Any) -> Visit:
        return visit_html(page(judgements), address, **settings)

    return open_page
