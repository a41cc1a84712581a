"""The operating theatre: a pytest plugin that collects the tests once and then gives every mutant a process of its own.

First all tests run in a child, which notes which functions each of them calls and how long it takes. Then each mutant is a child
that runs the tests that call its function, the quickest first, up to the first failure. The parent never runs a test: what tests
and modules remember (random games, parsed actions) is never that of another mutant, nor that of the sound program.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn

import pytest

from mutation.forks import done_apart
from mutation.operators import Mutant
from mutation.surgery import caches_of, functions_of, identity, operate

KILLED, SURVIVED, TIMEOUT, UNREACHED, IMPOSSIBLE = "killed", "survived", "timeout", "unreached", "impossible"
PATIENCE = 10.0
"""CPU seconds beyond what the tests take on sound code."""
LONGEST = 2.0
"""CPU seconds: a test that takes longer is left out. What it kills, quicker ones should kill too."""

Called = dict[str, tuple[float, set[tuple[str, str]]]]
"""For each test its CPU seconds, and the functions that it calls: the module and the qualified name."""


class Theatre:
    """The plugin. `report` gets each mutant with what became of it, and the test that killed it."""

    def __init__(
        self,
        modules: dict[str, ModuleType],
        mutants: list[Mutant],
        seconds: float,
        report: Callable[[Mutant, str, str], None],
        notes: Path | None = None,
    ) -> None:
        """`seconds` of tests are put to a mutant at most; `notes` keeps which tests call what, for the next time."""
        self.modules = modules
        self.mutants = mutants
        self.seconds = seconds
        self.report = report
        self.notes = notes

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        called = self._rehearse(session)
        items = {item.nodeid: item for item in session.items}
        for mutant in self.mutants:
            function = (mutant.module, mutant.function)
            tests = sorted((seconds, test) for test, (seconds, functions) in called.items() if function in functions)
            chosen, total = [], 0.0
            for seconds, test in tests:
                if total + seconds <= self.seconds or not chosen:
                    chosen.append(items[test])
                    total += seconds
            if not chosen:
                self.report(mutant, UNREACHED, "")
                continue
            status, test = self._operate(mutant, chosen, total)
            self.report(mutant, status, test)
        return True

    # All tests on sound code

    def _rehearse(self, session: pytest.Session) -> Called:
        with tempfile.TemporaryDirectory() as folder:
            notes = self.notes or Path(folder) / "calls.json"
            if not notes.exists():
                _, status = done_apart(lambda _: self._note_calls(session, notes))
                if status != 0:
                    failed = notes.with_suffix(".failed")
                    which = failed.read_text() if failed.exists() else f"they ended with status {status}"
                    raise pytest.UsageError(f"tests must pass before mutants are put to them: {which}")
            read = json.loads(notes.read_text())
        return {test: (seconds, {(module, name) for module, name in functions}) for test, (seconds, functions) in read.items()}

    def _note_calls(self, session: pytest.Session, notes: Path) -> int:
        known = {}
        for name, module in self.modules.items():
            for function in functions_of(module):
                known[function.__code__] = (name, identity(function)[0])
        seen: set[tuple[str, str]] = set()

        def note(frame: FrameType, _event: str, _argument: Any) -> None:
            function = known.get(frame.f_code)
            if function is not None:
                seen.add(function)

        found: dict[str, tuple[float, list[tuple[str, str]]]] = {}
        failures = _watched(session.config)
        session.config.pluginmanager.register(Clock())
        for item in session.items:
            seen.clear()
            # What an earlier test has left there would hide that this one calls the function too.
            self._forget()
            began = time.process_time()
            sys.settrace(note)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            sys.settrace(None)
            seconds = time.process_time() - began
            # A test that a timer interrupts may fail a little before its time is over, by the clock of the process.
            if failures.failed and seconds < LONGEST / 2:
                notes.with_suffix(".failed").write_text(item.nodeid)
                return 1
            if not failures.failed:
                found[item.nodeid] = (seconds, sorted(seen))
            failures.failed = False
        notes.write_text(json.dumps(found))
        return 0

    def _forget(self) -> None:
        """Empty what functions remember."""
        for module in self.modules.values():
            for cache in caches_of(module):
                cache.cache_clear()

    # One mutant

    def _operate(self, mutant: Mutant, tests: list[pytest.Item], seconds: float) -> tuple[str, str]:
        killer, status = done_apart(lambda writing: self._run(mutant, tests, seconds, writing))
        if os.WIFSIGNALED(status):
            return TIMEOUT, ""
        code = os.waitstatus_to_exitcode(status)
        return {0: SURVIVED, 1: KILLED, 3: IMPOSSIBLE}.get(code, KILLED), killer.decode()

    def _run(self, mutant: Mutant, tests: list[pytest.Item], seconds: float, writing: int) -> int:
        if not operate(mutant, self.modules[mutant.module]):
            return 3
        # When tests are collected, functions are called already, and what they remember is not that of the mutant.
        self._forget()
        limit = int(PATIENCE + 3 * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        failures = _watched(tests[0].config)
        for item in tests:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if failures.failed:
                os.write(writing, item.nodeid.encode())
                return 1
        return 0


class Failures:
    """Notes whether a test has failed."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed


def _watched(config: pytest.Config) -> Failures:
    """Have failures noted instead of shown."""
    config.pluginmanager.unregister(name="terminalreporter")
    failures = Failures()
    config.pluginmanager.register(failures)
    return failures


class Clock:
    """Ends a test that takes too long; only the test itself, for pytest around it must not be interrupted."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        signal.signal(signal.SIGVTALRM, _too_long)
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _too_long(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise TimeoutError("this test is too slow for mutants")
