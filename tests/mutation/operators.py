"""What is done to the code: small faults of the kinds that people make, one at a time, in the syntax tree of a function."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
COUNTERPARTS = {"any": "all", "all": "any", "min": "max", "max": "min"}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Table = ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Mutant:
    """A function, or a table, with one fault."""

    module: str
    function: str
    """Its qualified name; the name of a table."""
    first_line: int
    """Of the function as compiled code counts it: with its decorators."""
    line: int
    number: int
    """Among the mutants of the function."""
    before: str
    after: str
    source: str
    """The whole module, without the fault."""
    is_thorough: bool = False
    """Whether more kinds of faults are counted: see `mutants_of`."""
    twins: int = 0
    """How many thorough mutants of the function before it look the same: some lines are equal, and some have two equal numbers."""

    @property
    def name(self) -> str:
        return f"{self.module}:{self.function}#{self.number}"

    def tree(self) -> ast.Module:
        """The whole module, with the fault."""
        tree = ast.parse(self.source)
        places = _places(tree, self.is_thorough)
        place = next(each for name, each in places if name == self.function and _first_line(each) == self.first_line)
        fault = _faults_of(place, self.is_thorough)[self.number]
        setattr(fault.node, fault.field, fault.value)
        return ast.fix_missing_locations(tree)


@dataclass(frozen=True)
class Fault:
    """A field of a node with a wrong value; a statement that is forgotten is shown as such, all else as the node."""

    node: ast.AST
    field: str
    value: object
    forgotten: ast.stmt | None = None

    def shown(self) -> tuple[str, str]:
        """The code without and with the fault."""
        if self.forgotten is not None:
            return _text(self.forgotten), "pass"
        right = getattr(self.node, self.field)
        before = _text(self.node)
        setattr(self.node, self.field, self.value)
        after = _text(self.node)
        setattr(self.node, self.field, right)
        return before, after


def mutants_of(module: str, source: str, is_thorough: bool = False) -> Iterator[Mutant]:
    """Every mutant of the functions and methods of a module, in the order of the text.

    Thorough ones too: faults in the tables of a module or a class, conditions that always or never hold, every part of a chained
    comparison, numbers one too small, elements and assignments that are forgotten, `any` for `all`. Such a fault passes more easily
    than its opposite: a rule that is never applied is harder to notice than one that is applied the wrong way round.
    """
    lines = source.splitlines()
    for name, place in _places(ast.parse(source), is_thorough):
        seen = Counter[tuple[str, str, str]]()
        for number, fault in enumerate(_faults_of(place, is_thorough)):
            line = int(getattr(fault.forgotten or fault.node, "lineno", place.lineno))
            looks = (lines[line - 1].strip(), *fault.shown())
            twins = seen[looks] if is_thorough else 0
            seen[looks] += 1
            yield Mutant(module, name, _first_line(place), line, number, *looks[1:], source, is_thorough, twins)


def _faults_of(place: Function | Table, is_thorough: bool) -> list[Fault]:
    return [fault for node in _walk(place, is_thorough) for fault in _faults(node, is_thorough)]


def _first_line(place: Function | Table) -> int:
    return min([place.lineno, *(each.lineno for each in getattr(place, "decorator_list", []))])


def _places(tree: ast.Module, is_thorough: bool) -> Iterator[tuple[str, Function | Table]]:
    """The functions and methods with their names; tables only for thorough mutants."""
    waiting: list[tuple[str, ast.stmt]] = [("", node) for node in tree.body]
    while waiting:
        prefix, node = waiting.pop(0)
        if isinstance(node, ast.ClassDef):
            waiting = [(f"{prefix}{node.name}.", inner) for inner in node.body] + waiting
        elif isinstance(node, Function):
            yield f"{prefix}{node.name}", node
        elif is_thorough and isinstance(node, Table) and not isinstance(node.value, ast.Subscript | None):  # not names of types
            yield prefix + ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target), node


def _walk(place: Function | Table, is_thorough: bool) -> Iterator[ast.AST]:
    """The nodes of a function in the order of the text: no annotations, no docstrings, no decorators, no messages of asserts.

    Thorough mutants leave out what is refused by an exception as well: that is no rule.
    """
    yield place
    waiting: list[ast.AST] = list(place.body) if isinstance(place, Function) else [place.value] if place.value else []
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom) or _is_docstring(node):
            continue
        if is_thorough and (isinstance(node, ast.Raise) or (isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise))):
            continue
        yield node
        if isinstance(node, ast.AnnAssign):
            waiting = ([node.value] if node.value else []) + waiting
        else:
            waiting = list(ast.iter_child_nodes(node)) + waiting


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _faults(node: ast.AST, is_thorough: bool) -> Iterator[Fault]:
    """What can be wrong with a node itself."""
    for field, value in _wrong_values(node):
        yield Fault(node, field, value)
    if is_thorough:
        for field, value in _more_wrong_values(node):
            yield Fault(node, field, value)
    for field in ("body", "orelse", "finalbody"):
        statements = getattr(node, field, None)
        if isinstance(statements, list):
            for index, statement in enumerate(statements):
                if (
                    isinstance(statement, ast.AugAssign | ast.Break | ast.Continue)
                    or _is_call(statement)
                    or (is_thorough and _is_change(statement))
                ):
                    yield Fault(node, field, [*statements[:index], ast.Pass(), *statements[index + 1 :]], statement)


def _wrong_values(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Fields of a node, each with a wrong value."""
    match node:
        case ast.Compare(ops=[operator, *rest]):
            for other in COMPARISONS[type(operator)]:
                yield "ops", [other(), *rest]
        case ast.BinOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in ARITHMETIC:
            yield "op", ARITHMETIC[type(operator)]()
        case ast.BoolOp(op=operator, values=values):
            yield "op", ast.And() if isinstance(operator, ast.Or) else ast.Or()
            for index in range(len(values)):
                # What is left of two is only the other one, which is what `True and` or `False or` before it makes of it.
                rest = values[:index] + values[index + 1 :]
                yield "values", rest if len(rest) > 1 else [ast.Constant(isinstance(operator, ast.And)), *rest]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", ast.UnaryOp(ast.Not(), operand)
        case ast.UnaryOp(op=ast.USub() | ast.Invert()):
            yield "op", ast.UAdd()
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare | ast.BoolOp):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.comprehension(ifs=[_, *rest]):
            yield "ifs", rest
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "value", ast.Constant(None)
        case ast.Constant(value=bool() | int() | str() as value):
            yield "value", not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"XX{value}XX"


def _more_wrong_values(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Those that are for thorough mutants only."""
    match node:
        case ast.Compare(ops=[first, *rest]):
            for index, operator in enumerate(rest):
                for other in COMPARISONS[type(operator)]:
                    yield "ops", [first, *rest[:index], other(), *rest[index + 1 :]]
        case ast.If() | ast.IfExp():
            yield "test", ast.Constant(True)
            yield "test", ast.Constant(False)
        case ast.While():
            yield "test", ast.Constant(False)
        case ast.comprehension(ifs=[first, *rest]):
            for index in range(len(rest)):
                yield "ifs", [first, *rest[:index], *rest[index + 1 :]]
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield "value", value - 1
        case ast.Name(id=name) if name in COUNTERPARTS:
            yield "id", COUNTERPARTS[name]
        case ast.Tuple(elts=elements, ctx=ast.Load()) | ast.List(elts=elements, ctx=ast.Load()) | ast.Set(elts=elements):
            for index in range(len(elements)):
                yield "elts", elements[:index] + elements[index + 1 :]


def _is_change(statement: object) -> bool:
    """Whether the statement changes something that there is already."""
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(statement, ast.Delete)


def _is_call(statement: object) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def _text(node: ast.AST) -> str:
    """The code of a node in one line, not longer than a line."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else f"{text[:97]}..."
