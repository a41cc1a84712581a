"""Record documents, read: one, a list of them (`json`), or one a line (`jsonl`).

A document is replayed when it is read, and what it says beside its actions is compared with the replay.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from pydantic import ValidationError

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span
from expendibots_notation.document import Contradiction, contradictions, record_of
from expendibots_notation.games import find_game
from expendibots_notation.importers.json_documents import DocumentLines, DocumentList, Documents
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import in_force
from expendibots_notation.notation.errors import quoted
from expendibots_notation.notation.excess import limit_passed
from expendibots_notation.notation.tree import Record
from expendibots_notation.schema import RecordDocument

_MARKER = re.compile(r'"format"\s*:\s*"xbn-record"')
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_OTHER_JSON = re.compile(rf"\s*+(?:\{{\s*+{_STRING}\s*+:|\[\s*+\{{|\{{\s*+\}}\s*+\Z|\[\s*+\]\s*+\Z)")
"""A brace alone may also open a comment of XBN, and so may one with a quote behind it."""
_STRINGS = re.compile(_STRING, re.DOTALL)
_NO_BRACKET = re.compile(r"[^\[\]{}]++")
_ONE_KIND = str.maketrans("{}", "[]")
_CLAIMED = re.compile(r'(?<!\\)"claimed"(?=\s*:)')
_SHOWN = 3
_MOST_DIGITS = 4000
"""Of a whole number: Python itself refuses to read one of more than 4300."""
_NO_RESULT = 'Name the result. If the game really stopped there, that is "*", with the termination "truncated".'


def recognises_json(head: str) -> float:
    """How surely a text that begins so is a document or a list of them."""
    if head.lstrip()[:1] not in ("{", "["):
        return 0.0
    if not _MARKER.search(head):
        return 0.3 if _OTHER_JSON.match(head) else 0.0
    return 0.8


def recognises_jsonl(head: str) -> float:
    """How surely a text that begins so is one document a line."""
    first, _, rest = head.lstrip().partition("\n")
    if not (first.startswith("{") and first.rstrip().endswith("}") and _MARKER.search(first)):
        return 0.0
    return 0.9 if rest.lstrip().startswith("{") else 0.7


def read_jsonl(text: TextStream, file: str, game: str | None = None) -> Iterator[Record | Diagnostic]:
    """The records of a file with one document a line; a diagnostic in the place of a line that is none.

    `game` overrides what the documents say.
    """
    return read_documents(DocumentLines(text, file), game)


def read_json(text: TextStream, file: str, game: str | None = None) -> Iterator[Record | Diagnostic]:
    """The records of a file with one document or a list of them; a diagnostic in the place of one that cannot be read.

    `game` overrides what the documents say.
    """
    return read_documents(DocumentList(text, file), game)


def read_documents(documents: Documents, game: str | None) -> Iterator[Record | Diagnostic]:
    """The records of documents; a diagnostic in the place of one that cannot be read, or between two."""
    for index, found in enumerate(documents.starts(), 1):
        yield found or read_document(documents.take(), index, game)


def read_document(source: Source | Diagnostic, index: int, game: str | None) -> Record | Diagnostic:
    """The record of one document's text, with a finding for each contradiction in it. What is none already stays what it is."""
    if isinstance(source, Diagnostic):
        return source
    deepest = in_force().json_depth
    if _is_deeper(source.text, deepest):
        return diagnose("document-too-deep", source.place(_first_line(source)), limit=deepest)
    try:
        document = RecordDocument.model_validate(_decode(source.text))
        document.game = game or document.game
        record = record_of(document, source, index)
    except (ValueError, RecursionError) as error:
        span = Span(error.pos, error.pos + 1) if isinstance(error, json.JSONDecodeError) else _first_line(source)
        return diagnose("bad-document", source.place(span), problem=_problem(error))
    if passed := limit_passed(record, find_game(record.game)):
        name, limit = passed
        return diagnose(name, source.place(_first_line(source)), limit=limit)
    found = list(contradictions(document, record))
    findings = [*record.findings]
    findings += [_mismatch(each, source, len(found) - _SHOWN) for each in found[:_SHOWN]]
    if record.line.result is None:
        # As in XBN: a verdict does not depend on the format in which a record arrives.
        findings.append(diagnose("missing-result", source.place(_claim(source)), hint=_NO_RESULT))
    return replace(record, findings=tuple(findings))


def _decode(text: str) -> object:
    """What a JSON text holds. Raises ValueError where it is none, and where two readers might understand it differently."""
    return json.loads(text, object_pairs_hook=_as_object, parse_constant=_no_number, parse_int=_whole_number)


def _as_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        repeated, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"an object has the key {quoted(repeated)} more than once")
    return found


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is not a number in JSON")


def _whole_number(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"{quoted(digits)} is a number of {len(digits)} digits")
    return int(digits)


def _is_deeper(text: str, limit: int) -> bool:
    """Whether lists and objects stand more than `limit` deep inside one another: pairs of brackets are taken off from within."""
    brackets = _NO_BRACKET.sub("", _STRINGS.sub("", text)).translate(_ONE_KIND)
    if brackets.startswith("[" * (limit + 1)):
        return True
    for _ in range(limit):
        inner = brackets.replace("[]", "")
        if len(inner) == len(brackets):
            # Empty, or not balanced, which is for the decoder to say unless it would have to go too deep to see it.
            return len(brackets) - len(brackets.lstrip("[")) > limit
        brackets = inner
    return bool(brackets)


def _mismatch(found: Contradiction, source: Source, more: int) -> Diagnostic:
    what = found.what if found.ply is None else f"{found.what} at ply {found.ply}"
    hint = f"there are {more} more contradictions in this document; convert the original record anew" if more > 0 else None
    said, actual = _short(found.said), _short(found.actual)
    return diagnose("document-mismatch", source.place(found.span), ply=found.ply, hint=hint, what=what, said=said, actual=actual)


def _claim(source: Source) -> Span:
    """Where the document says how its game ended."""
    found = _CLAIMED.search(source.text)
    return Span(*found.span()) if found else _first_line(source)


def _first_line(source: Source) -> Span:
    return Span(0, min(len(source.text.partition("\n")[0]), 80))


def _problem(error: Exception) -> str:
    """The first thing that is wrong, in a line."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return f"{where}: {first['msg']}" if where else str(first["msg"])
    if isinstance(error, json.JSONDecodeError):
        return error.msg
    return "it is nested too deep" if isinstance(error, RecursionError) else str(error)


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 100 else text[:97] + "..."
