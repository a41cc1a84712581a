"""A stream of text to the texts of single records.

Where a record ends depends on its text alone, never on blank lines and never on its game:

- its head is comments, tags, and lines that begin like a tag;
- its body is read token by token, with the tokens of the frame, up to a result outside variations, after which the comments on the
  same line still belong to the record;
- a tag at the start of a line in the body begins the next record whatever is open, so a comment or parenthesis that is never closed
  cannot swallow a neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place, Source, Span
from expendibots_notation.limits import in_force
from expendibots_notation.notation.buffer import TextBuffer
from expendibots_notation.notation.strings import TAG_START, WHITE_SPACE, BadText, read_string
from expendibots_notation.notation.tables import FRAME, tables_of
from expendibots_notation.notation.tree import GAME_TAG

BYTE_ORDER_MARK = "\ufeff"

_BLANKS = " \t"
_SPACE = f"[{WHITE_SPACE}]"
_WHITE_SPACE = re.compile(f"{_SPACE}*+")
_TAG_LINE = re.compile(rf"(?m:^)[ \t]*(?={TAG_START})")
_OPENED_COMMENT = re.compile(r"[ \t]*\{")
_TAG_VALUE = re.compile(r'[ \t]*"')
_ENDS_JUNK = rf"{WHITE_SPACE};{{}}()\[\]!?$~*\"<½"
_TOKENS_AT_ONCE = 64
"""How many tokens one match passes over: each costs memory until the match ends."""


class _Tokens:
    """The patterns by which borders are found, made of the frame's terminals."""

    def __init__(self) -> None:
        terminals = dict(tables_of(FRAME).terminals)
        # An item whose end is not at hand yet.
        self.cut_item = re.compile(terminals["ITEM"].removesuffix(">") + r"\Z").match
        comment = "|".join(terminals[name] for name in ("LINE_COMMENT", "COMMENT", "ATTRIBUTES"))
        tag = rf"(?P<name>{terminals['TAG_NAME']}){_SPACE}*(?P<value>{terminals['STRING']}){_SPACE}*{terminals['RSQB']}"
        self.head_item = re.compile(rf"{_SPACE}*+(?:{comment}|{tag}|\[[^\n]*)").match
        self.closing_comment = re.compile(rf"[ \t]*+(?:{comment})").match
        self.space_or_comment = re.compile(rf"{_SPACE}++|{comment}").match
        landmarks = "|".join(f"(?:{terminals.pop(name)})(?P<{name}>)" for name in ("TAG_NAME", "LPAR", "RPAR", "RESULT"))
        passed = "|".join(terminals.values())
        no_token = rf"(?!{passed})(?:\{{(?P<UNCLOSED>)|[\s\S][^{_ENDS_JUNK}]*+(?P<JUNK>))"
        # Nothing is left to try again: some alternative fits wherever the tokens end.
        self.to_landmark = re.compile(
            rf"{_SPACE}*+(?:(?:{passed}){_SPACE}*+){{0,{_TOKENS_AT_ONCE}}}(?:(?P<START>)(?:{landmarks}|{no_token})|)"
        ).match


@cache
def _tokens() -> _Tokens:
    """Made when the first record is split off: most files need none."""
    return _Tokens()


@dataclass(frozen=True, slots=True)
class RecordText:
    """The text of one record, and where it stands."""

    source: Source
    index: int
    game_name: str | None
    """The value of its Game tag."""
    findings: tuple[Diagnostic, ...] = ()
    """What is already known about the text: how its file is written."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where in a file a text begins."""

    line: int = 1
    column: int = 1
    index: int = 0
    """How many records of the file stand before it."""


BEGINNING = Start()


def split(blocks: Iterable[str], file: str = "<text>", start: Start = BEGINNING) -> Iterator[RecordText | Diagnostic]:
    """The records of a text that comes in blocks, which may break anywhere.

    Holds one record, and the block it ends in, at a time. A record of more characters than the limit is answered by a
    diagnostic in its place, and skipped up to the next tag at the start of a line.
    """
    return Splitter(iter(blocks), file, start).records()


class Splitter:
    """Takes the records off a text, one by one; `buffer` is what follows the last one."""

    def __init__(self, blocks: Iterator[str], file: str, start: Start = BEGINNING) -> None:
        self.buffer = TextBuffer(blocks, start.line, start.column)
        self.index = start.index
        self.file = file
        self.longest = in_force().record_length
        self.is_at_beginning = start == BEGINNING
        """Whether nothing of the file has been read yet."""
        self.has_mark = False
        """Whether the first record comes after a byte order mark."""

    def records(self) -> Iterator[RecordText | Diagnostic]:
        buffer = self.buffer
        while self.skip_white_space():
            self.index += 1
            end, game_name = self.find_end()
            if end - buffer.start > self.longest:
                place = self.first_line()
                self.skip_record()
                yield diagnose("too-long", place, limit=self.longest)
            else:
                source = Source(buffer.text[buffer.start : end].rstrip(WHITE_SPACE), self.file, buffer.line, buffer.column)
                findings = (diagnose("byte-order-mark", source.place(Span(0, 0))),) if self.has_mark else ()
                buffer.move_on(end)
                yield RecordText(source, self.index, game_name, findings)
            self.has_mark = False

    def skip_white_space(self) -> bool:
        """Go to the next text; False where there is none."""
        buffer = self.buffer
        while True:
            if self.is_at_beginning and buffer.size:
                self.is_at_beginning = False
                if buffer.text.startswith(BYTE_ORDER_MARK):
                    self.has_mark = True
                    # It is invisible, so nobody counts it as a column.
                    buffer.start = len(BYTE_ORDER_MARK)
            blank = _WHITE_SPACE.match(buffer.text, buffer.start)
            assert blank is not None
            buffer.move_on(blank.end())
            if buffer.size:
                return True
            if buffer.is_final:
                return False
            buffer.read_more()

    def find_end(self) -> tuple[int, str | None]:
        """Where the record at the start of the buffer ends, reading on as far as needed; and the game it names."""
        buffer = self.buffer
        while True:
            found = find_end(buffer.text, buffer.start, buffer.is_final, self.longest)
            if found is None and buffer.size > self.longest:
                # However much is at hand: what a record may have, and one character to see that it ends there, decides.
                found = find_end(buffer.text[: buffer.start + self.longest + 1], buffer.start, True, self.longest)
            if found is not None:
                return found
            buffer.read_more()

    def first_line(self) -> Place:
        line = self.buffer.text[self.buffer.start : self.buffer.start + 200].partition("\n")[0]
        return Place(self.file, self.buffer.line, 1, self.buffer.line, len(line) + 1, line)

    def skip_record(self) -> None:
        """Go to a tag at the start of a line after the tags of the present record, without keeping what is skipped."""
        buffer = self.buffer
        # However much is at hand, its tags are looked for in as much as a record may have.
        limit = min(buffer.start + self.longest, len(buffer.text))
        buffer.move_on(_end_of_head(buffer.text, buffer.start, limit)[0])
        while True:
            found = _TAG_LINE.search(buffer.text, buffer.start + 1)
            if found or buffer.is_final:
                buffer.move_on(found.start() if found else len(buffer.text))
                return
            # The last line may be the beginning of a tag; of a line that is far too long for one, a character will do.
            last_line = buffer.text.rfind("\n", buffer.start)
            is_short = last_line >= 0 and len(buffer.text) - last_line < self.longest
            buffer.move_on(last_line if is_short else max(len(buffer.text) - 1, buffer.start))
            buffer.read_block()


def find_end(text: str, start: int, is_final: bool, longest: int) -> tuple[int, str | None] | None:
    """Where the record that begins at `start` ends, and the value of its Game tag; `longest` is how long it may be.

    None where `text`, not being the final one, is too short to tell. Only whole lines are looked at then: among
    the tokens of a body, only comments and items go over the end of a line.
    """
    limit = len(text) if is_final else text.rfind("\n") + 1
    position, game_name = _end_of_head(text, start, limit)
    end = _end_of_body(text, position, limit, is_final, len(text) - start > longest)
    return None if end is None else (end, game_name)


def _end_of_head(text: str, position: int, limit: int) -> tuple[int, str | None]:
    """Where the tags and comments before the first action end, and the value of the first Game tag that has one."""
    head_item = _tokens().head_item
    game_name: str | None = None
    while item := head_item(text, position, limit):
        position = item.end()
        name = item["name"]
        if name is not None and game_name is None and name[1:].strip(_BLANKS) == GAME_TAG:
            game_name = string_value(item["value"])
    return position, game_name


def _end_of_body(text: str, position: int, limit: int, is_final: bool, is_long: bool) -> int | None:
    tokens = _tokens()
    depth = 0
    while position < limit:
        item = tokens.to_landmark(text, position, limit)
        assert item is not None
        position = item.end()
        match item.lastgroup:
            case "TAG_NAME":
                if _is_tag_line(text, item.start("START"), position):
                    return item.start("START")
            case "LPAR":
                depth += 1
            case "RPAR":
                depth = max(depth - 1, 0)
            case "RESULT":
                if depth == 0:
                    return _end_of_closing(text, position, limit, is_final, is_long)
            case "UNCLOSED":
                return _end_of_unclosed(text, position, limit, is_final)
            case "JUNK":
                if not is_final and tokens.cut_item(text, item.start("START"), limit):
                    return None
    return limit if is_final else None


def _is_tag_line(text: str, start: int, end: int) -> bool:
    """Whether the bracket and the name from `start` to `end` are the beginning of a tag line."""
    while start > 0 and text[start - 1] in _BLANKS:
        start -= 1
    return start > 0 and text[start - 1] == "\n" and _TAG_VALUE.match(text, end) is not None


def _end_of_unclosed(text: str, position: int, limit: int, is_final: bool) -> int | None:
    """What is never closed ends where the next record begins."""
    border = _TAG_LINE.search(text, position, limit)
    if border is not None:
        return border.start()
    return limit if is_final else None


def _end_of_closing(text: str, position: int, limit: int, is_final: bool, is_long: bool) -> int | None:
    """The end of the comments that follow a result on its line; at the end of the file, of all comments.

    `is_long` means that there is more text than a record may have: what follows is then not part of it.
    """
    tokens = _tokens()
    while comment := tokens.closing_comment(text, position, limit):
        position = comment.end()
    if unclosed := _OPENED_COMMENT.match(text, position, limit):
        return _end_of_unclosed(text, unclosed.end(), limit, is_final)
    rest = position
    while comment := tokens.space_or_comment(text, rest, limit):
        rest = comment.end()
    if rest < limit and (is_final or text[rest] != "{"):
        return position
    # Only comments follow so far, the last of them perhaps not yet closed.
    if is_long or _TAG_LINE.search(text, rest, limit):
        return position
    return limit if is_final else None


def string_value(literal: str) -> str | None:
    """The value of a JSON string; None where it is not one."""
    try:
        return read_string(literal)
    except BadText:
        return None
