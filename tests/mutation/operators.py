"""What is done to the code: small faults of the kinds that people make, one at a time, in the syntax tree of a function."""

from __future__ import annotations

import ast
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
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """A function with one fault."""

    module: str
    function: str
    """Its qualified name."""
    first_line: int
    """Of the function as compiled code counts it: with its decorators."""
    line: int
    number: int
    """Among the mutants of the function."""
    before: str
    after: str
    source: str
    """The whole module, without the fault."""

    @property
    def name(self) -> str:
        return f"{self.module}:{self.function}#{self.number}"

    def tree(self) -> ast.Module:
        """The whole module, with the fault."""
        tree = ast.parse(self.source)
        function = next(each for name, each in _functions(tree) if name == self.function and _first_line(each) == self.first_line)
        fault = _faults_of(function)[self.number]
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


def mutants_of(module: str, source: str) -> Iterator[Mutant]:
    """Every mutant of the functions and methods of a module, in the order of the text."""
    for name, function in _functions(ast.parse(source)):
        for number, fault in enumerate(_faults_of(function)):
            line = int(getattr(fault.forgotten or fault.node, "lineno", function.lineno))
            yield Mutant(module, name, _first_line(function), line, number, *fault.shown(), source)


def _faults_of(function: Function) -> list[Fault]:
    return [fault for node in _walk(function) for fault in _faults(node)]


def _first_line(function: Function) -> int:
    return min([function.lineno, *(each.lineno for each in function.decorator_list)])


def _functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    waiting: list[tuple[str, ast.stmt]] = [("", node) for node in tree.body]
    while waiting:
        prefix, node = waiting.pop(0)
        if isinstance(node, ast.ClassDef):
            waiting = [(f"{prefix}{node.name}.", inner) for inner in node.body] + waiting
        elif isinstance(node, Function):
            yield f"{prefix}{node.name}", node


def _walk(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function in the order of the text: no annotations, no docstrings, no decorators, no messages of asserts."""
    yield function
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom) or _is_docstring(node):
            continue
        yield node
        if isinstance(node, ast.AnnAssign):
            waiting = ([node.value] if node.value else []) + waiting
        else:
            waiting = list(ast.iter_child_nodes(node)) + waiting


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _faults(node: ast.AST) -> Iterator[Fault]:
    """What can be wrong with a node itself."""
    for field, value in _wrong_values(node):
        yield Fault(node, field, value)
    for field in ("body", "orelse", "finalbody"):
        statements = getattr(node, field, None)
        if isinstance(statements, list):
            for index, statement in enumerate(statements):
                if isinstance(statement, ast.AugAssign | ast.Break | ast.Continue) or _is_call(statement):
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


def _is_call(statement: object) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def _text(node: ast.AST) -> str:
    """The code of a node in one line, not longer than a line."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else f"{text[:97]}..."
