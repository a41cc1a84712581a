"""`python -m expendibots_notation`, and the command `xbn`."""

from __future__ import annotations

import sys

from expendibots_notation import __version__


def main() -> None:
    """Run the command line. The version is answered here, before anything large is imported."""
    if sys.argv[1:] == ["--version"]:
        print(f"xbn {__version__}")
        return
    from expendibots_notation.cli import run

    run()


if __name__ == "__main__":
    main()
