"""The replay page: one HTML file that holds games and everything needed to play through them.

It asks nothing of any network, works from disk, and runs only the script and the style that this module puts into it: a
Content-Security-Policy names both by their hashes. What comes from records is data in JSON blocks and reaches the screen as text.
Each record is packed by itself, and a record that is written is forgotten: a page may hold thousands.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from zlib import compress

import msgspec

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.drawing.themes import THEMES
from expendibots_notation.spool import Spool
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.page_data import EntryData, PageData, RecordData, RecordTeller, entry_of, shown

_FOLDER = Path(__file__).parent / "page"

PLAYER = (
    "elements",
    "data",
    "spoken",
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

_EFFORT = 4
"""Of the compression; the highest takes four times as long and saves a tenth."""

_SLOT = re.compile(r"\{\{(\w+)\}\}")


def page(judgements: Iterable[Judged], title: str | None = None) -> str:
    """The whole page about judged records, as HTML; the same records always give the same text.

    `title` is what the browser shows above the page: the players' names or the number of games, where it is not given.
    """
    return "".join(pieces(judgements, title))


def pieces(judgements: Iterable[Judged], title: str | None = None, on_cut: Callable[[Diagnostic], object] = id) -> Iterator[str]:
    """The page in pieces of text. Records are taken one at a time; their packed texts wait until the title is known.

    `on_cut` is told of each record that is too long to be shown as a whole.
    """
    entries: list[EntryData] = []
    events: set[str | None] = set()
    replays = Spool()
    for judged in judgements:
        teller = RecordTeller(judged)
        record = teller.record()
        if teller.cut is not None:
            on_cut(teller.cut)
        entries.append(entry_of(record))
        events.add(judged.timeline.record.tag("Event"))
        replays.add(replay(len(entries), record))
    if title is None:
        event = events.pop() if len(events) == 1 else None
        title = entries[0]["title"] if len(entries) == 1 else event or f"{len(entries)} games"
    data: PageData = {"format": "xbn-page", "version": 2, "title": shown(title), "records": entries}
    shown_title = escape(data["title"])
    slots = {
        "title": shown_title,
        "player": player(shown_title, records=part("records.html")),
        "data": embedded(msgspec.json.encode(data).decode()),
    }
    yield from assembled(part("template.html"), player_style(), _script(), slots, replays)


def replay(number: int, record: RecordData) -> str:
    """A record as a page holds it: JSON, compressed by zlib, in base64, which is harmless in HTML."""
    packed = b64encode(compress(msgspec.json.encode(record), _EFFORT)).decode()
    return f'<script type="text/plain" id="replay-{number}">{packed}</script>\n'


def player(title: str = "", back: str = "", records: str = "") -> str:
    """The elements of the player: with a title, a way back to where one comes from, and a way to other records. All are HTML."""
    return filled(part("player.html"), {"title": title, "back": back, "records": records})


def assembled(template: str, style: str, script: str, slots: Mapping[str, str], replays: Spool) -> Iterator[str]:
    """A page in pieces: its template with `slots`, a title among them, with a style, a script, the policy that allows these two
    only, and the packed records.
    """
    head = filled(part("head.html"), {"policy": escape(_policy(style, script)), "style": style, "title": slots["title"]})
    before, after = template.split("{{replays}}")
    yield filled(before, {"head": head, **slots})
    yield from replays.poured()
    yield filled(after, {"script": script})


def filled(template: str, slots: Mapping[str, str]) -> str:
    """A template with HTML in its slots. One pass over the template alone: what is filled in is never searched for slots."""
    return _SLOT.sub(lambda slot: slots[slot[1]], template)


def embedded(text: str) -> str:
    """A JSON text as it stands inside a script element."""
    return text.translate(_ESCAPES)


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
