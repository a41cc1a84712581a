"""What is said where the extra `render` is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(Exception):
    """Raised where a package of the extra is missing; the message says how to get it."""


@contextmanager
def needs_extra() -> Iterator[None]:
    """Around imports of packages that come with the extra. Raises MissingExtra."""
    try:
        yield
    except ImportError as error:
        raise MissingExtra(
            f"PNG and GIF need the package {error.name or 'of the extra'}: pip install 'expendibots-notation[render]'"
        ) from error
