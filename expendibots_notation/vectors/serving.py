"""The project's own engines as an engine for others: one answer for each line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from expendibots_notation.vectors.answering import BadQuestion, answer
from expendibots_notation.vectors.lines import ActionQuestion, PerftQuestion, Question, ReadQuestion, problem_of

_QUESTION: TypeAdapter[ActionQuestion | PerftQuestion | ReadQuestion] = TypeAdapter(Question)


def serve(lines: Iterable[bytes], out: TextIO) -> None:
    """Answer each line, at once. A question that cannot be answered gets `error` instead, and the next one is read."""
    for line in lines:
        out.write(json.dumps(reply(line), ensure_ascii=False, separators=(",", ":")) + "\n")
        out.flush()


def reply(line: bytes) -> dict[str, Any]:
    """The answer to one line."""
    try:
        asked = from_json(line, allow_inf_nan=False)
    except ValueError as error:
        return {"id": None, "error": f"the question is no JSON: {error}"}
    if not isinstance(asked, dict):
        return {"id": None, "error": "the question is no JSON object"}
    number = asked.pop("id", None)
    try:
        json.dumps(number, allow_nan=False)
    except ValueError:
        # 1e999 is read as infinity, which JSON cannot say.
        return {"id": None, "error": "the id holds a number that is too large"}
    try:
        return {"id": number, **answer(_QUESTION.validate_python(asked)).model_dump()}
    except ValidationError as error:
        return {"id": number, "error": problem_of(error)}
    except BadQuestion as error:
        return {"id": number, "error": str(error)}
