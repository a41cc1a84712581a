"""Which modules are compiled, and which of the two runs: the C or the Python of the same file.

A module with a `.pxd` beside it is compiled where it is installed, if there is a C compiler; that file says what is a C number in
it, and may be empty. Python prefers the compiled module to the source that it was made from. XBN_NO_COMPILE, set to anything, makes
it the other way round: then the install compiles nothing, and what was compiled before is not used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
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


def obey_switch() -> None:
    """Have the sources used from here on, if that is wanted."""
    if os.environ.get(SWITCH) and _Sources not in sys.meta_path:
        sys.meta_path.insert(0, _Sources)


def compilable_modules() -> list[str]:
    """The modules that are compiled where that is possible."""
    from pathlib import Path

    folder = Path(__file__).parent
    return sorted(".".join(path.relative_to(folder.parent).with_suffix("").parts) for path in folder.rglob("*.pxd"))


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
    lines += [f"{'compiled' if is_compiled(name) else 'not compiled'}: {name}" for name in compilable_modules()]
    return "\n".join(lines)
