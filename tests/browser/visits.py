"""Visits to a replay page or a report: what a reader does there, what is then to be seen, and what must never happen on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request

import expendibots_notation as xn
from expendibots_notation.pipeline import judged, read_text
from expendibots_notation.verdict import Judged

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "samples"
AXE = ROOT / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"

# Runs before the page does, and is no part of it.
_WATCH = "window.violations = []; addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));"


def sample(name: str) -> list[Judged]:
    """The records of a sample such as `expendibots/annotated.xbn`, judged."""
    return [judged(record) for record in xn.read(SAMPLES / name)]


def told(text: str) -> list[Judged]:
    """The records in a text, judged."""
    return [judged(record) for record in read_text(text)]


class Visit:
    """A reader at a page that was opened from disk."""

    def __init__(self, browser: Browser, folder: Path, html: str, address: str = "", **settings: Any) -> None:
        self.file = folder / "page.html"
        self.file.write_text(html, encoding="utf-8")
        self.context: BrowserContext = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **settings})
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.context.add_init_script(_WATCH)
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("request", self._note)
        self.page.on("dialog", self._refuse)
        self.context.on("page", lambda page: self.troubles.append(f"another page: {page.url}"))
        self.page.goto(self.file.as_uri() + address)
        self.arrive()

    def arrive(self) -> None:
        """Wait until there is something to see: to unpack a record takes a moment."""
        here = "document.querySelector('#moves a, #entries li, .notice:not([hidden])') || !document.querySelector('#replay-1')"
        self.wait_for(f"Boolean({here})")

    def _hear(self, message: ConsoleMessage) -> None:
        self.troubles.append(f"console {message.type}: {message.text}")

    def _refuse(self, dialog: Dialog) -> None:
        self.troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _note(self, request: Request) -> None:
        self.requests.append(request.url.partition("#")[0])

    def close(self) -> None:
        """Leave, and make sure that nothing has happened that must never happen."""
        violations = self.page.evaluate("window.violations")
        self.context.close()
        assert violations == []
        assert self.troubles == []
        strangers = [url for url in self.requests if url != self.file.as_uri() and not url.startswith("data:")]
        assert strangers == []

    # What the reader does

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, selector: str) -> None:
        self.page.locator(selector).click()

    def follow(self, text: str) -> None:
        """Click on a move in the list, and arrive there: the page hears of a new address a moment after the click."""
        link = self.page.locator("#moves a.move", has_text=text).first
        address = link.get_attribute("href")
        link.click()
        self.wait_for("document.querySelector('#moves [aria-current]')?.getAttribute('href')", address)

    def press_and_look(self, key: str, expression: str) -> Any:
        """Press a key and look in the same breath: on a busy machine, what moves may else be over before one looks."""
        press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
        return self.page.evaluate(f"(key) => {{ {press}; return {expression}; }}", key)

    def watch(self, selector: str) -> None:
        """From now on, note in `window.noted` every text that an element has, however short it is there."""
        self.page.evaluate(
            "(selector) => { window.noted = []; const watched = document.querySelector(selector);"
            "new MutationObserver(() => noted.push(watched.textContent)).observe(watched, {childList: true}); }",
            selector,
        )

    # What is then to be seen

    @property
    def count(self) -> str:
        """How far it goes, such as `5 / 15`."""
        return self.page.locator("#count").inner_text()

    @property
    def moment(self) -> str:
        """The head of what is said about the moment, such as `3. 2b4-b6!?`."""
        return self.page.locator("#now h2").inner_text()

    @property
    def address(self) -> str:
        return str(self.page.evaluate("location.hash"))

    def wait_for(self, expression: str, value: object = True) -> None:
        """Wait until an expression has a value; Playwright's own way of waiting is forbidden by the page's policy."""
        for _ in range(300):
            found = self.page.evaluate(expression)
            if found == value:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{expression} is {found!r}, not {value!r}")

    def wait_for_address(self, address: str) -> None:
        """The address follows a moment later, once the steps pause."""
        self.wait_for("location.hash", address)

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until an element has a text, after the address has changed: the page follows a moment later."""
        self.wait_for(f"document.querySelector({selector!r})?.innerText", text)

    @property
    def pieces(self) -> list[str]:
        """What stands on the board, as a screen reader says it, row by row from the top."""
        found = self.page.evaluate("[...document.querySelectorAll('#table td')].map((cell) => cell.textContent).filter(Boolean)")
        return [str(each) for each in found]

    @property
    def current(self) -> list[str]:
        """The moves that are marked as the current one."""
        return self.page.locator("#moves [aria-current]").all_inner_texts()

    def number(self, selector: str) -> int:
        """How many elements there are."""
        return self.page.locator(selector).count()

    def colour(self, selector: str, name: str = "backgroundColor") -> str:
        return str(
            self.page.evaluate("([selector, name]) => getComputedStyle(document.querySelector(selector))[name]", [selector, name])
        )

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    def barriers(self) -> list[str]:
        """What axe-core finds that keeps people out."""
        self.page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
        report = self.page.evaluate("axe.run(document, {resultTypes: ['violations', 'incomplete']})")
        grave = [each for each in report["violations"] if each["impact"] in ("serious", "critical")]
        # Of a value that is none axe only says that it is not sure.
        grave += [each for each in report["incomplete"] if each["id"] == "aria-valid-attr-value"]
        return [f"{each['id']}: {node['html'][:120]}" for each in grave for node in each["nodes"]]
