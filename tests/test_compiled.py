"""Which modules run compiled, and that what runs is what the sources say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from expendibots_notation import __version__, compiled

PACKAGE = Path(compiled.__file__).parent
ENGINE = "expendibots_notation.games.expendibots.engine"
DRIVER = "expendibots_notation.notation.driver"
GOOD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3 e7-e6 *\n'


def built(module: str) -> list[Path]:
    """What was compiled of a module for this Python, beside its source."""
    source = PACKAGE.parent / Path(*module.split("."))
    return [path for suffix in EXTENSION_SUFFIXES if (path := source.with_name(source.name + suffix)).exists()]


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the command with these settings, and without the switch where they do not set it."""
    environment = {name: value for name, value in os.environ.items() if name != compiled.SWITCH} | settings
    command = [sys.executable, "-m", "expendibots_notation", *arguments]
    return subprocess.run(command, input=GOOD, capture_output=True, encoding="utf-8", env=environment, check=False)


@pytest.mark.parametrize("module", compiled.compilable_modules())
def test_what_is_compiled_is_not_older_than_its_source(module: str) -> None:
    source = PACKAGE.parent / Path(*module.split(".")).with_suffix(".py")
    changed = max(source.stat().st_mtime, source.with_suffix(".pxd").stat().st_mtime)
    for path in built(module):
        is_stale = path.stat().st_mtime < changed
        assert not is_stale, f"{source.name} has changed since {path.name} was compiled: run `python setup.py build_ext --inplace`"


def test_each_compilable_module_has_a_source() -> None:
    modules = compiled.compilable_modules()
    assert ENGINE in modules
    assert all((PACKAGE.parent / Path(*module.split(".")).with_suffix(".py")).exists() for module in modules)


@pytest.mark.parametrize("arguments", [("--version", "-v"), ("-v", "--version"), ("--verbose", "--version")])
def test_the_version_says_which_modules_are_compiled(arguments: tuple[str, ...]) -> None:
    answer = run(*arguments)
    lines = answer.stdout.splitlines()
    assert (answer.returncode, answer.stderr, lines[0]) == (0, "", f"xbn {__version__}")
    assert lines[1].startswith(f"Python {sys.version_info.major}.{sys.version_info.minor}.")
    assert lines[2:] == [f"{'compiled' if built(module) else 'not compiled'}: {module}" for module in compiled.compilable_modules()]


def test_the_switch_has_the_sources_run_although_compiled_modules_lie_beside_them() -> None:
    answer = run("--version", "-v", XBN_NO_COMPILE="1")
    assert answer.stdout.splitlines()[2:] == [f"not compiled: {module}" for module in compiled.compilable_modules()]


def test_an_empty_switch_is_none() -> None:
    assert run("--version", "-v", XBN_NO_COMPILE="").stdout == run("--version", "-v").stdout


def test_both_say_the_same() -> None:
    plain, quick = run("validate", "-", XBN_NO_COMPILE="1"), run("validate", "-")
    assert (plain.returncode, plain.stdout, plain.stderr) == (quick.returncode, quick.stdout, quick.stderr)
    assert plain.returncode == 0


def test_these_tests_run_what_the_switch_asks_for() -> None:
    wanted = bool(built(ENGINE)) and not os.environ.get(compiled.SWITCH)
    assert compiled.is_compiled(ENGINE) == wanted


@pytest.mark.skipif(not built(ENGINE), reason="nothing is compiled")
@pytest.mark.parametrize("module", [ENGINE, DRIVER, "all but one"])
def test_all_modules_are_compiled_or_none(module: str, tmp_path: Path) -> None:
    """A compiler that failed midway leaves some, which do not fit the sources of the others."""
    copied = tmp_path / "expendibots_notation"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PACKAGE.parent / "grammar", tmp_path / "grammar")
    modules = compiled.compilable_modules()
    for each in modules[1:] if module == "all but one" else [module]:
        for path in built(each):
            (copied / path.relative_to(PACKAGE)).unlink()
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import expendibots_notation as xn; print(xn.__file__); "
        f"from importlib import import_module; [import_module(each) for each in {modules!r}]; "
        "from expendibots_notation.compiled import describe; print(describe('?')); "
        "print(xn.validate(xn.read_text(sys.stdin.read())[0]).plies, xn.expendibots.start().play('d2-d3').text)"
    )
    environment = {name: value for name, value in os.environ.items() if name != compiled.SWITCH}
    answer = subprocess.run(
        [sys.executable, "-c", code], input=GOOD, capture_output=True, encoding="utf-8", env=environment, check=False, cwd=tmp_path
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    lines = answer.stdout.splitlines()
    assert lines[0] == str(copied / "__init__.py")
    assert lines[3:-2] == [f"not compiled: {each}" for each in modules]
    assert lines[-2].startswith("Only some of these modules were compiled, so none of them is used")
    assert lines[-1].startswith("2 ")
