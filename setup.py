"""The compiled modules: built where there is a C compiler, left out where there is none or where XBN_NO_COMPILE is set.

Everything else about the build is in pyproject.toml.
"""

import os
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup

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


setup(ext_modules=extensions())
