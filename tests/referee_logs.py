"""The real logs of the official referee in `data/logs`, and what its manifest says of each."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "data" / "logs" / "logs.jsonl.gz"

ENTRIES: dict[str, dict[str, Any]] = {
    entry["name"]: entry for entry in map(json.loads, gzip.decompress(_FILE.read_bytes()).decode().splitlines())
}
"""By name: the text (`log`), the `category` and the number of `plies`."""
REAL = [name for name, entry in ENTRIES.items() if entry["category"] != "extra"]
"""Those that the plain command of the referee has written."""

_ENDS = {
    "white_win": ("1-0", "elimination"),
    "black_win": ("0-1", "elimination"),
    "draw_mutual": ("1/2-1/2", "mutual-destruction"),
    "draw_repetition": ("1/2-1/2", "repetition"),
    "draw_250": ("1/2-1/2", "turn-limit"),
    "crash": ("*", "truncated"),
    "resource_limit": ("*", "truncated"),
    "killed_wall_clock": ("*", "truncated"),
}


def end_of(name: str) -> tuple[str, str]:
    """The result and the termination that a log of its category tells; who lost by an illegal action is in the log itself."""
    entry = ENTRIES[name]
    if entry["category"] == "illegal_action":
        return ("0-1" if "illegal action detected (white)" in entry["log"] else "1-0"), "illegal-action"
    return _ENDS[entry["category"]]
