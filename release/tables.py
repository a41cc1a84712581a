"""Keeps the tables of all grammars beside them, so that nobody who reads records waits for Lark: `make tables`."""

from __future__ import annotations

from expendibots_notation.notation.tables import FRAME, kept_file, kept_text, made
from expendibots_notation.resources import grammar_file

if __name__ == "__main__":
    for path in sorted(grammar_file(FRAME).parent.glob("*.lark")):
        kept_file(path.name).write_text(kept_text(path.name, made(path.name)), "utf-8", newline="\n")
