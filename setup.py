"""What is built: the compiled modules, and the tables of the grammars. Neither is needed; both save time later.

Modules are compiled where there is a C compiler, and not where XBN_NO_COMPILE is set. Everything else about the build is in
pyproject.toml.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,  # annotations are for mypy; the .pxd files say what is a C number
    "boundscheck": "XBN_BOUNDS_CHECKS" in os.environ,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "show_performance_hints": False,  # of speed `make bench` tells more
}


def extensions() -> list[Extension]:
    """The modules to compile, which are those with a .pxd beside them; none where that is not wanted or Cython is missing."""
    if os.environ.get("XBN_NO_COMPILE") or find_spec("Cython") is None:
        return []
    return [extension(path.with_suffix("")) for path in sorted(Path("expendibots_notation").rglob("*.pxd"))]


def extension(module: Path) -> Extension:
    """One module. It is optional: where the compiler is missing or fails, the install goes on without it."""
    # -w: what a compiler finds odd about generated code helps nobody who installs it.
    source = module.with_suffix(".py").as_posix()
    compiled = Extension(".".join(module.parts), [source], optional=True, extra_compile_args=["-w"])
    # Read by the build_ext that setuptools takes from Cython, which translates only when something is really built.
    compiled.cython_directives = DIRECTIVES
    compiled.cython_c_in_temp = True
    return compiled


class BuildPackage(build_py):
    """The sources, for a wheel or for a checkout that is installed as it is, and the tables."""

    def run(self) -> None:
        super().run()
        keep_tables(self, "" if self.editable_mode else self.build_lib)


class BuildModules(build_ext):
    """The compiled modules; within a checkout the tables too, since `build_ext --inplace` is what one runs after a change."""

    def run(self) -> None:
        super().run()
        if self.inplace:
            keep_tables(self, "")


def keep_tables(command: Command, folder: str) -> None:
    """Put the tables of the grammars into the package in this folder; without them an install is slower, and works."""
    sys.path.insert(0, str(Path(__file__).parent))
    try:
        from expendibots_notation.notation.tables import KEPT, keep

        keep(Path(folder, "expendibots_notation", "notation", KEPT.name))
    except Exception as error:
        command.warn(f"the tables of the grammars are not kept: {error!r}")
    finally:
        del sys.path[0]


setup(ext_modules=extensions(), cmdclass={"build_py": BuildPackage, "build_ext": BuildModules})
