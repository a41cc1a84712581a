"""The colours of pictures, by name. Sides differ in brightness and in shape too: nobody needs colour to tell them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Colour = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

# `safe` is after Okabe and Ito: hues that stay apart with every kind of colour vision, and apart in brightness as well.
_TABLE = """\
            light   dark    print   safe
paper       #fffdf9 #1b1e23 #ffffff #ffffff
ink         #2b2419 #eceae4 #000000 #111111
muted       #7b6c55 #a3a097 #444444 #555555  words that come second
frame       #8d7650 #5c6470 #000000 #555555
light       #f4ebd9 #4a525e #ffffff #f7f7f5  squares
dark        #e0cfae #3a414c #e9e9e9 #e3e3df  the other squares
white-face  #fffefb #f3f0e8 #ffffff #ffe9a8  a piece
white-rim   #4b3d2a #0f1114 #000000 #7a4a00
white-ink   #2b2419 #1b1e23 #000000 #111111  what is written on it
black-face  #38312b #14161a #000000 #00416b
black-rim   #14110e #aeb4bd #8a8a8a #00203a
black-ink   #fff8ea #f3f0e8 #ffffff #ffffff
red-face    #c4473a #c8503f #8a8a8a #d55e00
red-rim     #6f1d15 #ffd2c4 #000000 #6b2f00
red-ink     #fff6f0 #fff6f0 #ffffff #ffffff
blue-face   #3f74b5 #3a76bd #cfcfcf #56b4e9
blue-rim    #1b3d66 #cfe4ff #000000 #0a4a70
blue-ink    #f4f9ff #f4f9ff #000000 #111111
human-face  #2a6f97 #6cc3f0 #ffffff #0072b2
human-rim   #123a52 #0d2a3a #000000 #00344f
human-ink   #ffffff #0d1a22 #000000 #ffffff
robot-face  #a8452c #f09a72 #555555 #8a4b00
robot-rim   #4f1c0f #1b1e23 #000000 #4a2800
robot-ink   #ffe3c2 #4a1806 #ffffff #ffffff
touched     #b9d27a #6f8a3c #c4c4c4 #b7dcef  squares that the last action concerns
arrow       #2f6f3e #9ccc65 #222222 #0072b2
attack      #b3361f #ff8a65 #000000 #d55e00
help        #c77d1a #ffcc66 #555555 #b98500
retreat     #6b6f76 #b0b7c0 #777777 #6b6b6b
halo        #fffdf9 #1b1e23 #ffffff #ffffff  around arrows and crosses, so that they stand out from whatever is below
tried       #c22f1e #ff6f5e #000000 #a3004f
highlight   #2b6cb0 #64b5f6 #000000 #a3004f
blast       #e4572e #f4511e #555555 #d55e00  a burst
flame       #ffc94a #ffd54f #ffffff #f0e442  its middle
soot        #3a1405 #3a1405 #000000 #111111  what is written on it
"""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of a picture, as `#rrggbb`, by the names of the table."""

    name: str
    colours: Mapping[str, str]

    def mixed(self) -> list[Colour]:
        """All its colours in red, green and blue, each once."""
        parts = map(bytes.fromhex, (colour[1:] for colour in self.colours.values()))
        return list(dict.fromkeys((red, green, blue) for red, green, blue in parts))


def _themes() -> dict[str, Theme]:
    names, *rows = (line.split() for line in _TABLE.splitlines())
    return {name: Theme(name, {row[0]: row[at] for row in rows}) for at, name in enumerate(names, 1)}


THEMES = _themes()
LIGHT = THEMES["light"]


def style_rules(theme: Theme) -> dict[str, str]:
    """What the classes of a picture mean, as CSS declarations. Sizes that depend on a square are with the shapes."""
    of = theme.colours
    rules = {
        "paper": f"fill:{of['paper']}",
        "frame": f"fill:{of['frame']}",
        "light": f"fill:{of['light']}",
        "dark": f"fill:none;stroke:{of['dark']}",
        "faint": "stroke-opacity:.4",
        "edge": f"fill:{of['muted']};font-size:13px;text-anchor:middle",
        "title": f"fill:{of['ink']};font-size:17px;font-weight:600",
        "caption": f"fill:{of['ink']};font-size:15px",
        "counters": f"fill:{of['muted']};font-size:14px",
        "shade": "fill:#000;opacity:.2",
        "touched": f"fill:{of['touched']};opacity:.75",
        "highlight": f"fill:{of['highlight']};fill-opacity:.18;stroke:{of['highlight']}",
        "ghost": f"fill:none;stroke:{of['arrow']};stroke-opacity:.7",
        "move": f"fill:{of['arrow']};stroke:{of['halo']}",
        "attack": f"fill:{of['attack']};stroke:{of['halo']}",
        "help": f"fill:{of['help']};stroke:{of['halo']}",
        "retreat": f"fill:{of['retreat']};stroke:{of['halo']}",
        "tried": f"fill:none;stroke:{of['tried']}",
        "halo": f"fill:none;stroke:{of['halo']};stroke-linecap:round",
        "tip": f"fill:{of['tried']};stroke:{of['halo']}",
        "blast": f"fill:{of['blast']}",
        "flame": f"fill:{of['flame']}",
        "soot": f"fill:{of['soot']}",
        "scorch": f"fill:{of['blast']};fill-opacity:.2;stroke:{of['blast']};stroke-opacity:.55",
        "ember": f"fill:{of['ink']};fill-opacity:.75",
        "n": "text-anchor:middle;font-weight:600",
    }
    for name in ("white", "black", "red", "blue", "human", "robot"):
        face, rim, ink = (of[f"{name}-{part}"] for part in ("face", "rim", "ink"))
        rules[name] = f"fill:{face};stroke:{rim}"
        rules[f"{name}-ring"] = f"fill:none;stroke:{rim};stroke-opacity:.45"
        rules[f"{name}-ink"] = f"fill:{ink}"
        rules[f"{name}-home"] = f"fill:{face};fill-opacity:{'.45' if name == 'white' else '.18'}"
    return rules
