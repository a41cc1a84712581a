"""Ask a foreign engine every vector, and compare its answers with those that are expected."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, TextIO

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.vectors.foreign import EngineTrouble, ForeignEngine, running
from expendibots_notation.vectors.lines import READER, Count, Illegal, Legal, Vector, VectorFile

AGREES, DIFFERS = 0, 1
_LONGEST_LINE = 2000


@dataclass(frozen=True)
class Check:
    """`xbn vectors check`: a command, the files to ask it, and how long it may take for each answer."""

    command: Sequence[str]
    files: Sequence[tuple[str, VectorFile]]
    """Each with the name by which it is reported."""
    seconds: float
    out: TextIO
    is_complete: bool = False
    """Go on after a difference, and count them all."""

    def run(self) -> int:
        """The exit code: 0 where the engine agrees with everything, 1 otherwise. Raises CannotRun."""
        return asyncio.run(self._run())

    async def _run(self) -> int:
        differences = 0
        async with AsyncExitStack() as running_engine:
            engine = await running_engine.enter_async_context(running(self.command, self.seconds))
            for name, file in self.files:
                reasons = wrong = 0
                for number, vector in enumerate(file.vectors, start=2):
                    trouble, gave_reason, can_go_on = await self._compare(engine, vector)
                    reasons += gave_reason
                    if not trouble:
                        continue
                    self._report(f"{name}:{number}", vector, trouble)
                    if not self.is_complete:
                        return DIFFERS
                    wrong += 1
                    if not can_go_on:
                        await running_engine.aclose()
                        engine = await running_engine.enter_async_context(running(self.command, self.seconds))
                self._say(_summary(file, wrong, reasons))
                differences += wrong
            try:
                await engine.finish()
            except EngineTrouble as trouble:
                self._say(f"the engine {'answers' if differences else 'agrees'}, but {trouble}")
                return DIFFERS
        return DIFFERS if differences else AGREES

    async def _compare(self, engine: ForeignEngine, vector: Vector) -> tuple[list[str], bool, bool]:
        """What is wrong with the answer, in lines; whether it gave the reason of an illegality; whether more can be asked."""
        try:
            said = await engine.ask(_question(vector))
        except EngineTrouble as trouble:
            return [f"the engine: {trouble}"], False, False
        differences = difference(vector, said)
        lines = [*differences, f"answered: {_dump(said)}"] if differences else []
        # An engine that answers out of turn would be a question behind for ever.
        return lines, isinstance(vector.answer, Illegal) and said.get("reason") is not None, said.get("id") == vector.id

    def _report(self, place: str, vector: Vector, trouble: list[str]) -> None:
        self._say(f"{place}: {vector.id} differs: {vector.why}")
        self._say(f"  asked:    {_question(vector)}")
        self._say(f"  expected: {vector.answer.model_dump_json()}")
        for line in trouble:
            self._say(f"  {line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + '…'}")

    def _say(self, line: str) -> None:
        self.out.write(visible(line) + "\n")


def difference(vector: Vector, said: dict[str, Any]) -> list[str]:
    """In which fields an answer is not the one that is expected; fields that nobody asked for do not count."""
    if said.get("id") != vector.id:
        return [f"this answers {_dump(said.get('id'))}, not {_dump(vector.id)}: each question gets one line, in turn"]
    if said.get("error") is not None:
        return [f"the engine gives up: {said['error']}"]
    expected = vector.answer.model_dump()
    optional = _optional(vector)
    found = []
    for field, value in expected.items():
        if field in optional and said.get(field) is None:
            continue
        # Compared as text: to Python, true is 1 and 1 is 1.0.
        if field not in said:
            found.append(f"{field} is missing; expected {_dump(value)}")
        elif _dump(said[field]) != _dump(value):
            found.append(f"{field}: expected {_dump(value)}, answered {_dump(said[field])}")
    return found


def _optional(vector: Vector) -> tuple[str, ...]:
    """What an engine may leave out: why an action is illegal, and what the board looks like when the game is over."""
    said = vector.answer
    if isinstance(said, Illegal):
        return ("reason",)
    return ("after",) if isinstance(said, Legal) and said.outcome.termination is not None else ()


def _question(vector: Vector) -> str:
    return _dump({"id": vector.id, **vector.question.model_dump()}, sort=False)


def _dump(value: object, sort: bool = True) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=sort, separators=(",", ":"))


def _summary(file: VectorFile, wrong: int, reasons: int) -> str:
    answers = [vector.answer for vector in file.vectors]
    if wrong:
        return f"{file.header.game}: {wrong} of {len(answers)} vectors differ"
    if file.header.game == READER:
        return f"{READER}: all {len(answers)} vectors agree"
    legal = sum(isinstance(each, Legal) for each in answers)
    illegal = sum(isinstance(each, Illegal) for each in answers)
    counts = sum(isinstance(each, Count) for each in answers)
    given = "" if reasons == illegal else f", {reasons} of them with its reason"
    return f"{file.header.game}: all {len(answers)} vectors agree ({legal} legal, {illegal} illegal{given}, {counts} counts)"
