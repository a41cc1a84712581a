"""Where records begin and end: SPEC's section From file to records."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judge.reader.characters import LONGEST_RECORD, WHITE_SPACE, Text
from judge.reader.tokens import Token, token_at

_COMMENTS = ("LINE_COMMENT", "COMMENT", "ATTRIBUTES")
_REST_OF_LINE = re.compile(r"[^\r\n]*")
_BLANKS = re.compile(r"[ \t]*")
_NO_TOKEN = re.compile(r'[^ \t\n\f\v\r;{}()\[\]!?$~*"<½]*')


def borders(source: Text) -> Iterator[tuple[int, int]]:
    """The first offset of each record, and the one after its last character. A record may be longer than the limit."""
    start = source.skip_white_space(0)
    while start < len(source.text):
        end = _end_of_record(source, start)
        if end - start > LONGEST_RECORD:
            end = source.tag_line_from(start + LONGEST_RECORD)
        while source.text[end - 1] in WHITE_SPACE:
            end -= 1
        yield start, end
        start = source.skip_white_space(end)


def _token(source: Text, at: int) -> Token:
    return token_at(source, source.skip_white_space(at), len(source.text))


def _end_of_record(source: Text, start: int) -> int:
    return _end_of_body(source, _end_of_head(source, start))


def _end_of_head(source: Text, at: int) -> int:
    while True:
        token = _token(source, at)
        if token.kind in _COMMENTS:
            at = token.end
        elif token.text.startswith("["):
            at = _end_of_tag(source, token)
        else:
            return token.start


def _end_of_tag(source: Text, bracket: Token) -> int:
    """The end of a whole tag, or of the line where `[` begins none."""
    if bracket.kind == "TAG_NAME":
        string = _token(source, bracket.end)
        closing = _token(source, string.end)
        if (string.kind, closing.kind) == ("STRING", "RSQB"):
            return closing.end
    found = _REST_OF_LINE.match(source.text, bracket.start)
    assert found is not None
    return found.end()


def _end_of_body(source: Text, at: int) -> int:
    tag_line = source.tag_line_from(at)
    depth = 0
    while True:
        token = _token(source, at)
        if token.start >= tag_line:
            return tag_line
        at = token.end
        match token.kind:
            case "END":
                return token.start
            case "LPAR":
                depth += 1
            case "RPAR":
                depth = max(depth - 1, 0)
            case "RESULT" if depth == 0:
                return _end_of_closing(source, token.end)
            case "NOTHING" if token.text == "{":
                return tag_line
            case "NOTHING":
                found = _NO_TOKEN.match(source.text, at)
                assert found is not None
                at = found.end()


def _end_of_closing(source: Text, at: int) -> int:
    """The end of the comments that follow a result on its line, or up to the end of the file if nothing else follows."""
    last = at
    while True:
        token = _token(source, last)
        if token.kind not in _COMMENTS:
            break
        last = token.end
    if token.kind == "END":
        return last
    while True:
        found = _BLANKS.match(source.text, at)
        assert found is not None
        token = token_at(source, found.end(), len(source.text))
        if token.kind == "NOTHING" and token.text == "{":
            return source.tag_line_from(at)
        if token.kind not in _COMMENTS:
            return at
        at = token.end
