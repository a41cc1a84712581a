"""What is installed from a wheel works on its own: the command, the library, and the files that they carry along.

The sdist is built from a copy of the checkout, the wheel from the sdist, and the wheel is installed into an empty environment and
used from another folder. Where there is no compiler, or none is wanted, the wheel holds the sources only, and works too.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from expendibots_notation import __version__, resources
from expendibots_notation.compiled import compilable_modules

# Building and installing takes longer than all that is tested about it.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
NOT_COPIED_NAMES = (".*", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd", "tables.json")
NOT_COPIED = shutil.ignore_patterns(*NOT_COPIED_NAMES)
QUICKLY = {"CFLAGS": "-O0"}
"""Compiling well takes long, and how fast the result is does not matter here."""
GOOD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3 e7-e6 *\n'

READING = "import sys, expendibots_notation as xn; xn.read_text('1. d2-d3 *'); print('lark' in sys.modules)"
"""A program that says whether the tables of the grammars had to be made."""


@dataclass(frozen=True)
class Installation:
    """A wheel and an sdist, and an environment in which the wheel is installed."""

    folder: Path

    @property
    def checkout(self) -> Path:
        """The copy from which both were built; the checkout itself may have changed since."""
        return self.folder / "checkout"

    @property
    def wheel(self) -> Path:
        (found,) = self.folder.glob("dist/*.whl")
        return found

    @property
    def sdist(self) -> Path:
        (found,) = self.folder.glob("dist/*.tar.gz")
        return found

    def run(self, program: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, away from the checkout, with nothing of this process's settings."""
        return subprocess.run(
            [str(self.folder / "venv" / "bin" / program), *arguments],
            input=text,
            capture_output=True,
            encoding="utf-8",
            cwd=self.folder / "elsewhere",
            env={"PATH": os.defpath, "LANG": "C.UTF-8"},
            check=False,
        )


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Built once, also where several test processes ask for it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "installation"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            _install(folder)
            (folder / "ready").touch()
    return Installation(folder)


def _install(folder: Path) -> None:
    shutil.copytree(ROOT, folder / "checkout", ignore=NOT_COPIED)
    (folder / "elsewhere").mkdir()
    _python(folder, "-m", "build", "--outdir", str(folder / "dist"), str(folder / "checkout"), **QUICKLY)
    _python(folder, "-m", "venv", "--without-pip", str(folder / "venv"))
    (wheel,) = folder.glob("dist/*.whl")
    _python(folder, "-m", "pip", "--python", str(folder / "venv" / "bin" / "python"), "install", "--quiet", str(wheel))


def _python(folder: Path, *arguments: str, **settings: str) -> str:
    """What Python says, run in a folder with these settings and none of its own. It must succeed."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XBN_"))}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=inherited | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("settings", [{"XBN_NO_COMPILE": "1"}, {"CC": "false"}], ids=["not wanted", "no compiler"])
def test_a_wheel_without_compiled_modules(tmp_path: Path, settings: dict[str, str]) -> None:
    checkout, unpacked = tmp_path / "checkout", tmp_path / "unpacked"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns("tests", "docs", *NOT_COPIED_NAMES))
    _python(tmp_path, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(checkout), **settings)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    assert not [*unpacked.rglob("*.so"), *unpacked.rglob("*.pyd")]
    said = _python(tmp_path, "-m", "expendibots_notation", "--version", "-v", PYTHONPATH=str(unpacked))
    assert said.splitlines()[2:] == [f"not compiled: {module}" for module in compilable_modules()]
    (tmp_path / "game.xbn").write_text(GOOD, encoding="utf-8")
    assert "record 1 is valid" in _python(tmp_path, "-m", "expendibots_notation", "validate", "game.xbn", PYTHONPATH=str(unpacked))
    assert _python(tmp_path, "-c", READING, PYTHONPATH=str(unpacked)) == "False\n"


def test_the_command_says_its_version(installation: Installation) -> None:
    answer = installation.run("xbn", "--version")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, f"xbn {__version__}\n", "")


def test_the_command_validates(installation: Installation) -> None:
    answer = installation.run("xbn", "validate", "-", text=GOOD)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "record 1 is valid" in answer.stdout
    assert installation.run("xbn", "validate", "-", text=GOOD.replace("d2-d3", "d2-d5")).returncode == 1


def test_the_command_explains_with_an_example(installation: Installation) -> None:
    answer = installation.run("xbn", "explain", "XBN203")
    assert answer.returncode == 0
    assert "For example:" in answer.stdout
    assert "error[XBN203]" in answer.stdout


def test_the_command_has_the_vectors(installation: Installation) -> None:
    serve = installation.folder / "venv" / "bin" / "xbn"
    answer = installation.run("xbn", "vectors", "check", f"'{serve}' vectors serve", "--game", "robots", "--seconds", "60")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("robots: all ")


def test_the_package_runs_as_a_module(installation: Installation) -> None:
    answer = installation.run("python", "-m", "expendibots_notation", "format", "-", text=GOOD)
    assert (answer.returncode, answer.stdout) == (0, GOOD)


def test_the_library(installation: Installation) -> None:
    program = 'import expendibots_notation as xn; print(xn.__file__); print(xn.expendibots.start().play("d2-d3").text)'
    answer = installation.run("python", "-c", program)
    assert answer.stderr == ""
    file, position = answer.stdout.splitlines()
    assert Path(file).is_relative_to(installation.folder / "venv")
    assert position == "bb.bb.bb/bb.bb.bb/.8/.8/.8/.3w.4/ww.2w.ww/ww.ww.ww b 1 1"


def test_the_tables_of_the_grammars_are_there(installation: Installation) -> None:
    assert installation.run("python", "-c", READING).stdout == "False\n"


@pytest.mark.skipif(shutil.which("cc") is None and shutil.which("gcc") is None, reason="needs a C compiler")
def test_the_modules_are_compiled_where_there_is_a_compiler(installation: Installation) -> None:
    answer = installation.run("xbn", "--version", "-v")
    assert answer.stdout.splitlines()[2:] == [f"compiled: {module}" for module in compilable_modules()]


def test_the_replay_page(installation: Installation) -> None:
    program = "from expendibots_notation.viewer.page import page; print(len(page([])))"
    answer = installation.run("python", "-c", program)
    assert answer.stderr == ""
    assert int(answer.stdout) > 50_000


def test_what_the_wheel_holds(installation: Installation) -> None:
    with zipfile.ZipFile(installation.wheel) as archive:
        names = set(archive.namelist())
    checkout = installation.checkout
    assert "expendibots_notation/py.typed" in names
    assert {f"expendibots_notation/data/grammar/{path.name}" for path in (checkout / "grammar").iterdir()} <= names
    assert {f"expendibots_notation/data/broken/{path.name}" for path in (checkout / "samples" / "broken").glob("*.xbn")} <= names
    assert {f"expendibots_notation/data/vectors/{path.name}" for path in (checkout / "samples/vectors").iterdir()} <= names
    sources = [*(checkout / "expendibots_notation").rglob("*.py"), *(checkout / "expendibots_notation").rglob("*.pxd")]
    assert {str(path.relative_to(checkout)) for path in sources} <= names
    for room in ("viewer", "reports"):
        page = checkout / "expendibots_notation" / room / "page"
        assert {str(path.relative_to(checkout)) for path in page.iterdir()} <= names
    tops = {name.split("/")[0] for name in names}
    assert tops == {"expendibots_notation", f"expendibots_notation-{__version__}.dist-info"}


def test_what_the_sdist_holds(installation: Installation) -> None:
    with tarfile.open(installation.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    checkout = installation.checkout
    folders = ("benchmarks", "docs", "expendibots_notation", "grammar", "release", "samples", "tests")
    files = {str(path.relative_to(checkout)) for folder in folders for path in (checkout / folder).rglob("*") if path.is_file()}
    assert files - names == set()
    assert {"LICENSE", "README.md", "SECURITY.md", "Makefile", "pyproject.toml"} <= names
    assert {"constraints.txt", "constraints-oldest.txt"} <= names


def test_the_projects_own_environment_finds_the_grammar_at_the_top_of_the_checkout() -> None:
    for path in (ROOT / "grammar").glob("*.lark"):
        assert resources.grammar_file(path.name) == path
    sample = resources.broken_sample("XBN203")
    assert sample is not None
    assert sample.parent == ROOT / "samples" / "broken"
