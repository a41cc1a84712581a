"""A fault put into the running program: the code of one function is exchanged, wherever that function is already in use."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from mutation.operators import Mutant


def operate(mutant: Mutant, module: ModuleType) -> bool:
    """Give the function its faulty code; whether that was possible."""
    path = module.__file__
    assert path is not None
    wanted = (mutant.function, mutant.first_line)
    code = next(
        (each for each in _codes(_compiled(mutant.tree(), path)) if (each.co_qualname, each.co_firstlineno) == wanted), None
    )
    function = next((each for each in functions_of(module) if identity(each) == wanted), None)
    if code is None or function is None or code.co_freevars != function.__code__.co_freevars:
        return False
    function.__code__ = code
    return True


def _compiled(tree: ast.Module, path: str) -> CodeType:
    # As every module of the project: annotations are not evaluated.
    return compile(tree, path, "exec", dont_inherit=True)


def identity(function: FunctionType) -> tuple[str, int]:
    return function.__code__.co_qualname, function.__code__.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def functions_of(module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that a module defines, behind whatever decorators."""
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            for attribute in list(vars(value).values()):
                yield from _unwrapped(attribute, module)
        else:
            yield from _unwrapped(value, module)


def caches_of(module: ModuleType) -> Iterator[Any]:
    """The functions and methods in a module that remember their answers."""
    for value in list(vars(module).values()):
        for each in list(vars(value).values()) if isinstance(value, type) else [value]:
            if hasattr(each, "cache_clear"):
                yield each


def _unwrapped(value: Any, module: ModuleType) -> Iterator[FunctionType]:
    for inner in ("__wrapped__", "__func__", "fget", "func"):
        if not isinstance(value, FunctionType | type) and getattr(value, inner, None) is not None:
            value = getattr(value, inner)
    if isinstance(value, FunctionType) and value.__code__.co_filename == module.__file__:
        yield value
