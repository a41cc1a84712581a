"""What draws on a terminal gives it orders; no text of a record or of a file's name adds one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from attacks import ATTACKS, HARMLESS, NAMES, broken, data_of
from marking import HEAD
from outputs import assert_seen
from screens import played
from terminals import orders, shown_by, words

PLAYER = "from expendibots_notation.__main__ import main; main()"
EAGER = "from expendibots_notation.cli import progress; progress.FIRST_LOOK = progress.PAUSE = 0; " + PLAYER
"""The progress bar is there at once, and drawn anew whenever something is read."""

SIGN = "[@click=app.quit]x[/]"
# What the player would obey stands first, where it is surely on the screen.
ALL = "\n".join(sorted((text for name, text in ATTACKS.items() if name != "long"), key=lambda text: not text.startswith(SIGN)))
KEYS = (("ply 0/", "\x1b[C"), ("ply 1/", "v"), ("Which variation", "1"), ("Esc leaves", "q"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files of all names that the system takes, and of all attacks."""
    for raw in NAMES.values():
        try:
            (tmp_path / os.fsdecode(raw)).write_text(HEAD + "\n1. D2d3 e7-e9 *\n")
        except OSError:
            continue  # not every file system takes bytes that are no UTF-8
    (tmp_path / "attacks.xbn").write_bytes(data_of(list(ATTACKS.values())))
    return tmp_path


def test_the_player_on_a_terminal(tmp_path: Path) -> None:
    """All the way to the bytes; each attack by itself is tried with Textual's pilot."""

    def shown(text: str) -> str:
        (tmp_path / "game.xbn").write_bytes(data_of([text]))
        return shown_by(PLAYER, "replay", "game.xbn", folder=tmp_path, keys=KEYS)

    hostile = shown(ALL)
    assert_seen(words(hostile))
    assert SIGN in words(hostile)
    assert orders(hostile) <= orders(shown(HARMLESS))


def test_what_is_not_understood_in_the_player(tmp_path: Path) -> None:
    (tmp_path / "game.xbn").write_bytes(data_of([ALL], broken))
    assert_seen(played([str(tmp_path / "game.xbn")]))


@pytest.mark.slow
def test_names_of_files_in_the_player(folder: Path) -> None:
    """Those of records, of what is no text, and of what is not there."""
    names = sorted(each.name for each in folder.iterdir() if each.name != "attacks.xbn")
    assert len(names) >= 10
    for name in names[::2]:
        (folder / name).write_bytes(bytes(range(256)))
    missing = "[@click=app.quit]missing\x1b[2J\u202e.xbn"
    assert_seen(played([str(folder / name) for name in (*names, missing)]))


def test_the_progress_bar(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    harmless = tmp_path_factory.mktemp("harmless")
    (harmless / "a.xbn").write_text(HEAD + "\n1. D2d3 e7-e9 *\n")
    command = ("validate", "--isolated", "--quiet", "--jobs", "1", ".")
    hostile, usual = shown_by(EAGER, *command, folder=folder), shown_by(EAGER, *command, folder=harmless)
    assert "plies/s" in words(hostile)
    assert "XBN151" in words(hostile)
    assert_seen(words(hostile))
    assert orders(hostile) <= orders(usual)
