"""The compiled modules: built where there is a C compiler, left out where there is none or where XBN_NO_COMPILE is set.

Everything else about the build is in pyproject.toml.
"""

import os

from setuptools import Extension, setup

COMPILED = ("expendibots_notation.bulk.scanner", "expendibots_notation.games.expendibots.engine")
DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,  # annotations are for mypy; the .pxd files say what is a C number
    "boundscheck": "XBN_BOUNDS_CHECKS" in os.environ,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


def extensions() -> list[Extension]:
    """The modules to compile; none where that is not wanted or Cython is missing."""
    if os.environ.get("XBN_NO_COMPILE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = [Extension(name, [name.replace(".", "/") + ".py"], optional=True) for name in COMPILED]
    return cythonize(modules, compiler_directives=DIRECTIVES, build_dir="build", quiet=True)


setup(ext_modules=extensions())
