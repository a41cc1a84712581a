"""Record documents, read: one, a list of them (`json`), or one a line (`jsonl`).

A document is replayed when it is read, and what it says beside its actions is compared with the replay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pydantic import ValidationError

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place, Source, Span
from expendibots_notation.document import Contradiction, contradictions, record_of
from expendibots_notation.importers.foreign import lines_of
from expendibots_notation.importers.text_buffer import TextBuffer
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import Record
from expendibots_notation.schema import RecordDocument

_MARKER = re.compile(r'"format"\s*:\s*"xbn-record"')
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_OTHER_JSON = re.compile(rf"\s*+(?:\{{\s*+{_STRING}\s*+:|\[\s*+\{{|\{{\s*+\}}\s*+\Z|\[\s*+\]\s*+\Z)")
"""A brace alone may also open a comment of XBN, and so may one with a quote behind it."""
_BLANK = re.compile(r"\s*+")
_STRINGS = re.compile(_STRING, re.DOTALL)
_NO_BRACKET = re.compile(r"[^\[\]{}]++")
_ONE_KIND = str.maketrans("{}", "[]")
_BRACKET = re.compile(rf"{_STRING}|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL)
_CLAIMED = re.compile(r'(?<!\\)"claimed"(?=\s*:)')
_SHOWN = 3
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


def read_jsonl(blocks: Iterable[str], file: str, game: str | None = None) -> Iterator[Record | Diagnostic]:
    """The records of a file with one document a line; a diagnostic in the place of a line that is none.

    `game` overrides what the documents say.
    """
    index = 0
    for number, line in enumerate(lines_of(blocks), 1):
        if line.strip():
            index += 1
            yield _read_document(Source(line, file, number), index, game)


def read_json(blocks: Iterable[str], file: str, game: str | None = None) -> Iterator[Record | Diagnostic]:
    """The records of a file with one document or a list of them; a diagnostic in the place of one that cannot be read.

    `game` overrides what the documents say.
    """
    splitter = _DocumentSplitter(iter(blocks), file)
    for index, source in enumerate(splitter.documents(), 1):
        yield source if isinstance(source, Diagnostic) else _read_document(source, index, game)


class _DocumentSplitter:
    """The texts of the documents in a JSON text, each as soon as it is complete."""

    def __init__(self, blocks: Iterator[str], file: str) -> None:
        self.buffer = TextBuffer(blocks)
        self.file = file
        self.decoder = json.JSONDecoder()
        self.longest = in_force().record_length

    def documents(self) -> Iterator[Source | Diagnostic]:
        """One document, or those of a list, which must be closed, with a comma between them and nothing behind."""
        buffer = self.buffer
        is_list = self.next_sign() == "["
        if is_list:
            buffer.move_on(buffer.start + 1)
        expected = "]" if is_list and self.next_sign() == "]" else "document"
        while expected == "document":
            if not self.next_sign():
                break
            try:
                end = self.end_of_document()
            except ValueError as error:
                yield diagnose("bad-document", self.place(error), problem=_problem(error))
                return
            yield Source(buffer.text[buffer.start : end], self.file, buffer.line, buffer.column)
            buffer.move_on(end)
            expected = "]" if is_list else ""
            if is_list and self.next_sign() == ",":
                buffer.move_on(buffer.start + 1)
                expected = "document"
        yield from self.check_end(expected)

    def check_end(self, expected: str) -> Iterator[Diagnostic]:
        if expected and self.next_sign() != expected:
            problem = "the list of documents is not closed" if not self.next_sign() else "a comma or ] must follow a document"
            yield diagnose("bad-document", self.place(None), problem=problem)
            return
        self.buffer.move_on(self.buffer.start + len(expected))
        if self.next_sign():
            yield diagnose("bad-document", self.place(None), problem=f"{self.next_sign()!r} follows the documents")

    def next_sign(self) -> str:
        """Go to the next character that is not white space, and return it; nothing at the end."""
        buffer = self.buffer
        while True:
            blank = _BLANK.match(buffer.text, buffer.start)
            assert blank is not None
            buffer.move_on(blank.end())
            if buffer.size:
                return buffer.text[buffer.start]
            if buffer.is_final:
                return ""
            buffer.read_more()

    def end_of_document(self) -> int:
        """Where the document at the start of the buffer ends. Raises ValueError where it is not JSON."""
        buffer = self.buffer
        while True:
            try:
                return self.decoder.raw_decode(buffer.text, buffer.start)[1]
            except RecursionError:
                # Its brackets still say where it ends, so that the documents behind it are not lost.
                if (end := _end_by_brackets(buffer.text, buffer.start)) is not None:
                    return end
                if buffer.is_final or buffer.size > self.longest:
                    return len(buffer.text)
            except ValueError:
                if buffer.is_final or buffer.size > self.longest:
                    raise
            buffer.read_more()

    def place(self, error: Exception | None) -> Place:
        buffer = self.buffer
        at = error.pos - buffer.start if isinstance(error, json.JSONDecodeError) else 0
        return Source(buffer.text[buffer.start :], self.file, buffer.line, buffer.column).place(Span(at, at + 1))


def _read_document(source: Source, index: int, game: str | None) -> Record | Diagnostic:
    """The record of one document's text, with a finding for each contradiction in it."""
    deepest = in_force().json_depth
    if _is_deeper(source.text, deepest):
        return diagnose("document-too-deep", source.place(_first_line(source)), limit=deepest)
    try:
        document = RecordDocument.model_validate(json.loads(source.text))
        document.game = game or document.game
        record = record_of(document, source, index)
    except (ValueError, RecursionError) as error:
        return diagnose("bad-document", source.place(_first_line(source)), problem=_problem(error))
    found = list(contradictions(document, record))
    findings = [*record.findings]
    findings += [_mismatch(each, source, len(found) - _SHOWN) for each in found[:_SHOWN]]
    if record.line.result is None:
        # As in XBN: a verdict does not depend on the format in which a record arrives.
        findings.append(diagnose("missing-result", source.place(_claim(source)), hint=_NO_RESULT))
    return replace(record, findings=tuple(findings))


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


def _end_by_brackets(text: str, start: int) -> int | None:
    """Where the brackets that are opened at `start` are all closed; None where they are not."""
    depth = 0
    for found in _BRACKET.finditer(text, start):
        if found["open"]:
            depth += 1
        elif found["close"]:
            depth -= 1
            if depth == 0:
                return found.end()
    return None


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
