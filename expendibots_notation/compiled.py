"""The compiled modules: those with a `.pxd` beside them, where the install had a C compiler.

Python prefers a compiled module to its source, unless XBN_NO_COMPILE is set. Compiled modules rely on the C layout of one another,
so all of them run compiled or none does: a compiler that failed midway only costs speed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

SWITCH = "XBN_NO_COMPILE"

_PACKAGE = __name__.rpartition(".")[0]


class _Sources:
    """Finds the modules of this package as sources, whatever else lies beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(f"{_PACKAGE}."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def choose() -> None:
    """Have the sources used from here on, if that is wanted or if not every module is compiled."""
    if (os.environ.get(SWITCH) or _missing()) and _Sources not in sys.meta_path:
        sys.meta_path.insert(0, _Sources)


def _missing() -> list[str]:
    """The `.pxd` files of modules that are not compiled for this Python."""
    return [
        name
        for _, names in _folders()
        for name in names
        if name.endswith(".pxd") and not any(name.removesuffix(".pxd") + suffix in names for suffix in EXTENSION_SUFFIXES)
    ]


def _folders() -> Iterator[tuple[str, list[str]]]:
    """Each folder of the package, with the names of its files."""
    for folder, folders, names in os.walk(os.path.dirname(__file__)):
        folders[:] = [each for each in folders if each != "__pycache__"]
        yield folder, names


def compilable_modules() -> list[str]:
    """The modules that are compiled where that is possible."""
    from pathlib import Path

    above = Path(__file__).parents[1]
    found = (Path(folder, name).relative_to(above) for folder, names in _folders() for name in names if name.endswith(".pxd"))
    return sorted(".".join(path.with_suffix("").parts) for path in found)


def is_compiled(name: str) -> bool:
    """Whether the module of that name, once imported, is the compiled one."""
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import find_spec

    spec = find_spec(name)
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)


def describe(version: str) -> str:
    """The version, Python's, and which modules run compiled: what to say along with a report about speed."""
    import platform

    lines = [f"xbn {version}", f"Python {platform.python_version()} ({platform.python_implementation()}, {sys.platform})"]
    modules = compilable_modules()
    lines += [f"{'compiled' if is_compiled(name) else 'not compiled'}: {name}" for name in modules]
    if 0 < len(_missing()) < len(modules) and not os.environ.get(SWITCH):
        lines.append("Only some of these modules were compiled, so none of them is used; install again to compile all.")
    return "\n".join(lines)
