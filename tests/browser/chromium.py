"""Chromium as the machine has it, started so that it asks no network for anything."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")

# The sandbox cannot be used by root, as whom tests often run; the page itself is ours. The others keep Chromium from calling home.
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(playwright: Playwright) -> Browser:
    """Start Chromium. Fails, rather than skips, where there is none: `make test-browser` installs it."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        raise FileNotFoundError(f"none of {', '.join(NAMES)} is installed")
    return playwright.chromium.launch(executable_path=found, args=_ARGUMENTS)
