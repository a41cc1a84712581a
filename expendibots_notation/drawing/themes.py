"""The colours of pictures, by name. Sides differ in brightness and in shape too: nobody needs colour to tell them apart."""

from __future__ import annotations

from dataclasses import dataclass, fields

Colour = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A piece: its face, its rim, and what is written on it."""

    face: str
    rim: str
    ink: str


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture."""

    name: str
    paper: str
    ink: str
    muted: str
    """Words that come second."""
    frame: str
    light: str
    dark: str
    """The two kinds of squares."""
    white: Paint
    black: Paint
    red: Paint
    blue: Paint
    human: Paint
    robot: Paint
    touched: str
    """Squares that the last action concerns."""
    arrow: str
    attack: str
    help: str
    retreat: str
    halo: str
    """Around arrows and crosses, so that they stand out from whatever is below."""
    tried: str
    highlight: str
    blast: str
    flame: str
    """A burst, and its middle."""
    soot: str
    """What is written on a burst."""

    def paint(self, colour: str) -> Paint:
        """How a piece of that colour, or of that kind, looks."""
        found = getattr(self, colour)
        assert isinstance(found, Paint)
        return found

    def colours(self) -> list[Colour]:
        """All its colours, each once."""
        found: list[str] = []
        for each in fields(self):
            value = getattr(self, each.name)
            found += [value.face, value.rim, value.ink] if isinstance(value, Paint) else [value]
        parts = [text.removeprefix("#") for text in found if text.startswith("#")]
        return list(dict.fromkeys((int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)) for text in parts))


LIGHT = Theme(
    name="light",
    paper="#fffdf9",
    ink="#2b2419",
    muted="#7b6c55",
    frame="#8d7650",
    light="#f4ebd9",
    dark="#e0cfae",
    white=Paint("#fffefb", "#4b3d2a", "#2b2419"),
    black=Paint("#38312b", "#14110e", "#fff8ea"),
    red=Paint("#c4473a", "#6f1d15", "#fff6f0"),
    blue=Paint("#3f74b5", "#1b3d66", "#f4f9ff"),
    human=Paint("#2a6f97", "#123a52", "#ffffff"),
    robot=Paint("#a8452c", "#4f1c0f", "#ffe3c2"),
    touched="#b9d27a",
    arrow="#2f6f3e",
    attack="#b3361f",
    help="#c77d1a",
    retreat="#6b6f76",
    halo="#fffdf9",
    tried="#c22f1e",
    highlight="#2b6cb0",
    blast="#e4572e",
    flame="#ffc94a",
    soot="#3a1405",
)

DARK = Theme(
    name="dark",
    paper="#1b1e23",
    ink="#eceae4",
    muted="#a3a097",
    frame="#5c6470",
    light="#4a525e",
    dark="#3a414c",
    white=Paint("#f3f0e8", "#0f1114", "#1b1e23"),
    black=Paint("#14161a", "#aeb4bd", "#f3f0e8"),
    red=Paint("#c8503f", "#ffd2c4", "#fff6f0"),
    blue=Paint("#3a76bd", "#cfe4ff", "#f4f9ff"),
    human=Paint("#6cc3f0", "#0d2a3a", "#0d1a22"),
    robot=Paint("#f09a72", "#1b1e23", "#4a1806"),
    touched="#6f8a3c",
    arrow="#9ccc65",
    attack="#ff8a65",
    help="#ffcc66",
    retreat="#b0b7c0",
    halo="#1b1e23",
    tried="#ff6f5e",
    highlight="#64b5f6",
    blast="#f4511e",
    flame="#ffd54f",
    soot="#3a1405",
)

PRINT = Theme(
    name="print",
    paper="#ffffff",
    ink="#000000",
    muted="#444444",
    frame="#000000",
    light="#ffffff",
    dark="#e9e9e9",
    white=Paint("#ffffff", "#000000", "#000000"),
    black=Paint("#000000", "#8a8a8a", "#ffffff"),
    red=Paint("#8a8a8a", "#000000", "#ffffff"),
    blue=Paint("#cfcfcf", "#000000", "#000000"),
    human=Paint("#ffffff", "#000000", "#000000"),
    robot=Paint("#555555", "#000000", "#ffffff"),
    touched="#c4c4c4",
    arrow="#222222",
    attack="#000000",
    help="#555555",
    retreat="#777777",
    halo="#ffffff",
    tried="#000000",
    highlight="#000000",
    blast="#555555",
    flame="#ffffff",
    soot="#000000",
)

SAFE = Theme(
    name="safe",
    paper="#ffffff",
    ink="#111111",
    muted="#555555",
    frame="#555555",
    light="#f7f7f5",
    dark="#e3e3df",
    # After Okabe and Ito: hues that stay apart with every kind of colour vision, and apart in brightness as well.
    white=Paint("#ffe9a8", "#7a4a00", "#111111"),
    black=Paint("#00416b", "#00203a", "#ffffff"),
    red=Paint("#d55e00", "#6b2f00", "#ffffff"),
    blue=Paint("#56b4e9", "#0a4a70", "#111111"),
    human=Paint("#0072b2", "#00344f", "#ffffff"),
    robot=Paint("#8a4b00", "#4a2800", "#ffffff"),
    touched="#b7dcef",
    arrow="#0072b2",
    attack="#d55e00",
    help="#b98500",
    retreat="#6b6b6b",
    halo="#ffffff",
    tried="#a3004f",
    highlight="#a3004f",
    blast="#d55e00",
    flame="#f0e442",
    soot="#111111",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK, PRINT, SAFE)}


def style_rules(theme: Theme) -> dict[str, str]:
    """What the classes of a picture mean, as CSS declarations. Sizes that depend on a square are with the shapes."""
    rules = {
        "paper": f"fill:{theme.paper}",
        "frame": f"fill:{theme.frame}",
        "light": f"fill:{theme.light}",
        "dark": f"fill:none;stroke:{theme.dark}",
        "faint": "stroke-opacity:.4",
        "edge": f"fill:{theme.muted};font-size:13px;text-anchor:middle",
        "title": f"fill:{theme.ink};font-size:17px;font-weight:600",
        "caption": f"fill:{theme.ink};font-size:15px",
        "counters": f"fill:{theme.muted};font-size:14px",
        "shade": "fill:#000;opacity:.2",
        "touched": f"fill:{theme.touched};opacity:.75",
        "highlight": f"fill:{theme.highlight};fill-opacity:.18;stroke:{theme.highlight}",
        "ghost": f"fill:none;stroke:{theme.arrow};stroke-opacity:.7",
        "move": f"fill:{theme.arrow};stroke:{theme.halo}",
        "attack": f"fill:{theme.attack};stroke:{theme.halo}",
        "help": f"fill:{theme.help};stroke:{theme.halo}",
        "retreat": f"fill:{theme.retreat};stroke:{theme.halo}",
        "tried": f"fill:none;stroke:{theme.tried}",
        "halo": f"fill:none;stroke:{theme.halo};stroke-linecap:round",
        "tip": f"fill:{theme.tried};stroke:{theme.halo}",
        "blast": f"fill:{theme.blast}",
        "flame": f"fill:{theme.flame}",
        "soot": f"fill:{theme.soot}",
        "scorch": f"fill:{theme.blast};fill-opacity:.2;stroke:{theme.blast};stroke-opacity:.55",
        "ember": f"fill:{theme.ink};fill-opacity:.75",
        "n": "text-anchor:middle;font-weight:600",
    }
    for name in ("white", "black", "red", "blue", "human", "robot"):
        paint = theme.paint(name)
        rules[name] = f"fill:{paint.face};stroke:{paint.rim}"
        rules[f"{name}-ring"] = f"fill:none;stroke:{paint.rim};stroke-opacity:.45"
        rules[f"{name}-ink"] = f"fill:{paint.ink}"
        rules[f"{name}-home"] = f"fill:{paint.face};fill-opacity:{'.45' if name == 'white' else '.18'}"
    return rules
