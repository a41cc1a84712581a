"""The replay page: one HTML file that holds a few games and everything needed to play through them.

It asks nothing of any network, works from disk, and runs only the script and the style that this module puts into it: a
Content-Security-Policy names both by their hashes. What comes from records is data in a JSON block and reaches the screen as text.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from expendibots_notation.drawing.themes import THEMES
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.page_data import page_data

_FOLDER = Path(__file__).parent / "page"

PLAYER = (
    "elements",
    "data",
    "paths",
    "address",
    "board",
    "table",
    "chart",
    "moves",
    "panels",
    "theme",
    "clipboard",
    "player",
)
"""The parts of the script that play a record, in the order in which they are put together; reports have them too."""

SCRIPTS = (*PLAYER, "records", "start")
"""The parts of the script of a page that is nothing but a player."""

# Inside a script element only `</script` and `<!--` are dangerous to JSON; these escapes leave no room for doubt, also where
# somebody takes the block for XML or for JavaScript.
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})

_SLOT = re.compile(r"\{\{(\w+)\}\}")


def page(stories: Sequence[Judged], title: str | None = None) -> str:
    """The whole page about these stories, as HTML; the same stories always give the same text.

    `title` is what the browser shows above the page: the players' names or the number of games, where it is not given.
    """
    data = page_data(stories, title)
    shown_title = escape(data.title)
    slots = {
        "title": shown_title,
        "player": player(shown_title, records=part("records.html")),
        "data": embedded(data.model_dump_json(exclude_defaults=True)),
    }
    return assembled(part("template.html"), player_style(), _script(), slots)


def player(title: str = "", back: str = "", records: str = "") -> str:
    """The elements of the player: with a title, a way back to where one comes from, and a way to other records. All are HTML."""
    return filled(part("player.html"), {"title": title, "back": back, "records": records})


def assembled(template: str, style: str, script: str, slots: Mapping[str, str]) -> str:
    """A page: its template with `slots`, a title among them, with a style, a script, and the policy that allows these two only."""
    head = filled(part("head.html"), {"policy": escape(_policy(style, script)), "style": style, "title": slots["title"]})
    return filled(template, {"head": head, "script": script, **slots})


def filled(template: str, slots: Mapping[str, str]) -> str:
    """A template with HTML in its slots. One pass over the template alone: what is filled in is never searched for slots."""
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def embedded(json: str) -> str:
    """A JSON text as it stands inside a script element."""
    return json.translate(_ESCAPES)


def part(name: str) -> str:
    """A file of which the page is made."""
    return _read(_FOLDER / name)


def scripts(names: Iterable[str], folder: Path = _FOLDER) -> str:
    """Parts of a script, put together."""
    return "\n" + "\n".join(_read(folder / f"{name}.js") for name in names)


@cache
def player_style() -> str:
    """The style of the player, with the colours of boards."""
    return f"\n{_palette()}\n{part('page.css')}"


def _policy(style: str, script: str) -> str:
    """Nothing is allowed but the two blocks by their hashes, and the icon; text never becomes markup or script."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _hash(block: str) -> str:
    return f"sha256-{b64encode(sha256(block.encode()).digest()).decode()}"


def _palette() -> str:
    """The colours of the drawings as variables, so that the board on the page looks like all other pictures of it."""
    light, dark, printed = (THEMES[name].colours for name in ("light", "dark", "print"))
    screen = "\n".join(f"  --board-{name}: light-dark({colour}, {dark[name]});" for name, colour in light.items())
    paper = "\n".join(f"  --board-{name}: {colour};" for name, colour in printed.items())
    return f"/* The colours of drawings. */\n\n:root {{\n{screen}\n}}\n@media print {{ :root {{\n{paper}\n}} }}\n"


@cache
def _script() -> str:
    return scripts(SCRIPTS)


@cache
def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
