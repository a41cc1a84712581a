"""Which reports a run writes, and where: `--report NAME`, `--report NAME=FILE` and `--output FILE`, read and carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TextIO

from expendibots_notation.files import STANDARD_STREAM, real_path
from expendibots_notation.reports import REPORTS, find_report
from expendibots_notation.reports.report import Manner, Report
from expendibots_notation.writing import WholeFile


class BadOrder(Exception):
    """Raised where the reports cannot be written as they are asked for; the message says why."""


@dataclass(frozen=True, slots=True)
class Order:
    """One report that is asked for."""

    report: type[Report]
    file: str | None
    """Where it goes; None is standard output."""


def read_orders(reports: Sequence[str], output: str | None) -> list[Order]:
    """The orders that the options mean. `output` is for the one report that names no file. Raises BadOrder."""
    orders = [_order(text) for text in reports or ["text"]]
    open_orders = [order for order in orders if order.file is None]
    if output is not None and len(open_orders) != 1:
        wanting = "none does" if not open_orders else f"{len(open_orders)} do"
        raise BadOrder(f"--output is for the one report that names no file, but {wanting}; write --report NAME=FILE for each")
    if output is None and len(open_orders) > 1:
        raise BadOrder("only one report can go to standard output; give the others a file: --report NAME=FILE")
    if output is not None and output != STANDARD_STREAM:
        orders = [replace(order, file=output) if order.file is None else order for order in orders]
    taken: set[str] = set()
    for file in (order.file for order in orders if order.file is not None):
        if real_path(file) in taken:
            raise BadOrder(f"two reports cannot be written to the same file, {file}")
        taken.add(real_path(file))
    return orders


def _order(text: str) -> Order:
    name, _, file = text.partition("=")
    if name not in REPORTS:
        raise BadOrder(f"there is no report {name!r}; the reports are {', '.join(REPORTS)}")
    if "=" in text and not file:
        raise BadOrder(f"--report {name}= needs the name of a file")
    return Order(find_report(name), None if file in ("", STANDARD_STREAM) else file)


@contextmanager
def opened(orders: Iterable[Order], stdout: TextIO, manner: Manner) -> Iterator[list[Report]]:
    """The reports, ready to be written. Files appear when all of them are complete, and not at all if anything raises.

    Only standard output is coloured. Raises Unwritable.
    """
    with ExitStack() as closing:
        reports = []
        files = []
        for order in orders:
            if order.file is None:
                reports.append(order.report(stdout.write, manner))
                continue
            file = closing.enter_context(WholeFile(order.file))
            files.append(file)
            reports.append(order.report(file.write, replace(manner, colour=False)))
        yield reports
        # What is to be seen on standard output first: where that fails, no file is replaced.
        stdout.flush()
        for file in files:
            file.complete()
