"""Checks of arguments from callers of the Python API, so that a wrong one is named where it is given."""

from __future__ import annotations

from collections.abc import Iterable


def check_text(value: object, what: str, is_optional: bool = False) -> None:
    """Raise TypeError where an argument is not text. None passes where the argument is optional."""
    if not isinstance(value, str) and not (value is None and is_optional):
        raise TypeError(f"{what} must be text (str), not {kind_of(value)}")


def kind_of(value: object) -> str:
    """The type of a value, as a message names it."""
    return "None" if value is None else type(value).__name__


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """What to add to a message about an unknown name: the known one most like it, or nothing."""
    import difflib  # loaded here: most names are right

    near = difflib.get_close_matches(wrong.lower(), list(known), 1)
    return f"; perhaps {near[0]!r} is meant" if near else ""
