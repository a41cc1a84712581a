"""The structure of one record's text: its words, as the grammar puts them together.

Where the text goes wrong there is one diagnostic that says what was meant, and the structure holds what stands before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span
from expendibots_notation.limits import Limits, in_force
from expendibots_notation.notation import grammars
from expendibots_notation.notation.grammars import Misplaced, Node, NoWord, Word
from expendibots_notation.notation.strings import WHITE_SPACE
from expendibots_notation.notation.tables import END

_SHOWN = 60
_COMMENTS = frozenset({"COMMENT", "LINE_COMMENT"})
_UNDECODED = re.compile("[\udc80-\udcff]")
_RUN_OF_TEXT = re.compile(rf"[\s\S][^{WHITE_SPACE}]{{0,{_SHOWN - 1}}}")

Accept = Callable[[Word], object]
"""Whether the game can read an action or an item: raises Refused where it cannot."""


class Refused(Exception):
    """Raised at an action or an item that the game cannot read; `expected` is what could stand there."""

    def __init__(self, word: Word, expected: str) -> None:
        super().__init__(expected)
        self.word = word
        self.expected = expected


def quick_structure(source: Source, grammar: grammars.Grammar) -> Node | None:
    """What the grammar makes of a whole text; None where something is wrong with it, or may pass a limit."""
    # Where nothing is wrong nobody asks which words were read, and most texts are too short to pass a limit.
    if _is_within(source.text, in_force()):
        with suppress(NoWord, Misplaced):
            return grammar.read(source.text)
    return None


def structure(source: Source, grammar: grammars.Grammar, accept: Accept) -> tuple[Node, Diagnostic | None]:
    """What the grammar makes of the text: of all of it, or of what comes before the trouble, which is returned too."""
    reading = _Reading(source, in_force(), accept)
    try:
        return grammar.parse(reading.follow(grammar.words(source.text))), None
    except NoWord as error:
        trouble = reading.explain_no_word(error.position, reading.in_words(_expected_after(grammar, reading.words)))
    except Misplaced as error:
        trouble = reading.explain_misplaced(error.word, reading.in_words(error.expected))
    except Refused as error:
        place = source.place(_beginning(error.word))
        trouble = diagnose("unexpected-text", place, found=quoted(error.word.text), expected=error.expected)
    except _OverLimit as error:
        trouble = diagnose(error.finding, source.place(_beginning(error.word)), limit=error.limit)
    return grammar.parse(_closed(reading.good_words(trouble))), trouble


def foreign_characters(source: Source) -> list[Diagnostic]:
    """Bytes that are not UTF-8, and NULs: at most one finding of each kind."""
    text = source.text
    found = []
    if not text.isascii() and (bad := _UNDECODED.search(text)):
        found.append(_foreign_character(source, bad.start()))
    null = text.find("\0")
    if null >= 0:
        found.append(_foreign_character(source, null))
    return found


def _foreign_character(source: Source, at: int) -> Diagnostic:
    place = source.place(Span(at, at + 1))
    character = source.text[at]
    if character == "\0":
        return diagnose("null-character", place)
    return diagnose("invalid-utf8", place, byte=f"0x{ord(character) - 0xDC00:02X}")


def _is_within(text: str, limits: Limits) -> bool:
    """Whether a text cannot pass any limit, whatever its words are."""
    return (
        len(text) <= min(limits.token_length, limits.comment_length)
        and text.count("(") <= limits.variation_depth
        and text.count("[") <= limits.tags
    )


class _OverLimit(Exception):
    """Raised at the word that passes a limit."""

    def __init__(self, finding: str, word: Word, limit: int) -> None:
        super().__init__(finding)
        self.finding = finding
        self.word = word
        self.limit = limit


def _beginning(word: Word) -> Span:
    """A word, or as much of it as a person would look at."""
    return Span(word.start, min(word.end, word.start + _SHOWN))


def _closed(words: list[Word]) -> Iterator[Word]:
    """Words that are good as far as they go: half a tag or a lone ~ at the end is left out, variations are closed."""
    whole = len(words)
    while whole and (words[whole - 1].kind in ("TAG_NAME", "REJECTED") or _is_tag_value(words[:whole])):
        whole -= 1
    yield from words[:whole]
    depth = sum((word.kind == "LPAR") - (word.kind == "RPAR") for word in words[:whole])
    for _ in range(depth):
        yield Word("RPAR", ")", 0, 0)


def _is_tag_value(words: list[Word]) -> bool:
    return len(words) > 1 and words[-1].kind == "STRING" and words[-2].kind == "TAG_NAME"


def _expected_after(grammar: grammars.Grammar, words: list[Word]) -> frozenset[str]:
    """What could follow these words: what the grammar says when something impossible does."""
    try:
        grammar.parse([*words, Word("NOTHING", "", 0, 0)])
    except Misplaced as error:
        return error.expected
    raise AssertionError("no grammar has such a terminal")


_WORDS_FOR_PEOPLE = (
    ("ACTION", "an action"),
    ("STRING", "a text in double quotes"),
    ("RSQB", "]"),
    ("RPAR", "the ) of the variation"),
    ("RESULT", "a result"),
    ("TAG_NAME", "a tag"),
    ("$END", "the end of the record"),
    ("COMMENT", "a comment"),
)


class _Reading:
    """The words read so far, for explaining why they could not go on."""

    def __init__(self, source: Source, limits: Limits, accept: Accept) -> None:
        self.source = source
        self.limits = limits
        self.accept = accept
        self.words: list[Word] = []
        self.opened: list[Word] = []
        self.rejected: list[Word | None] = [None]
        """The rejected action of the main line, and of each variation that is open."""
        self.tags = 0

    def follow(self, words: Iterable[Word]) -> Iterator[Word]:
        """Hand the words on; each is counted as good once the next one is asked for. Raises _OverLimit and Refused."""
        limits = self.limits
        for word in words:
            size = word.end - word.start
            if word.kind in _COMMENTS:
                if size > limits.comment_length:
                    raise _OverLimit("long-comment", word, limits.comment_length)
            elif size > limits.token_length:
                raise _OverLimit("long-token", word, limits.token_length)
            if word.kind == "LPAR" and len(self.opened) == limits.variation_depth:
                raise _OverLimit("too-deep", word, limits.variation_depth)
            if word.kind == "TAG_NAME":
                self.tags += 1
                if self.tags > limits.tags:
                    raise _OverLimit("too-many-tags", word, limits.tags)
            yield word
            self._note(word)
            self.words.append(word)

    def _note(self, word: Word) -> None:
        """Keep track of lines and their rejected actions. Raises Refused."""
        if word.kind == "LPAR":
            self.opened.append(word)
            self.rejected.append(None)
        elif word.kind == "RPAR":
            self.opened.pop()
            self.rejected.pop()
        elif word.kind in ("ACTION", "ITEM"):
            self.accept(word)
        if self.words and self.words[-1].kind == "REJECTED":
            self.rejected[-1] = word

    def good_words(self, trouble: Diagnostic) -> list[Word]:
        """The words before the trouble. What stands in a variation that is never closed may belong to the main line: nobody
        can tell, so it is left out."""
        if trouble.name != "unclosed-variation":
            return self.words
        return [word for word in self.words if word.start < self.opened[0].start]

    def in_words(self, terminals: frozenset[str]) -> str:
        """What could have followed. The tables also name what ends a variation where none is open, and the reverse."""
        impossible = "$END" if self.opened else "RPAR"
        named = [words for terminal, words in _WORDS_FOR_PEOPLE if terminal in terminals and terminal != impossible]
        return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)

    def explain_no_word(self, start: int, expected: str) -> Diagnostic:
        """Where no token begins, the first character tells what was meant."""
        source, text = self.source, self.source.text
        character = text[start]
        if character == "\0" or _UNDECODED.match(character):
            return _foreign_character(source, start)
        if character == "{":
            return diagnose("unclosed-comment", source.place(Span(start, start + 1)))
        if character == '"':
            line_end = text.find("\n", start)
            return diagnose("unclosed-string", source.place(Span(start, len(text) if line_end < 0 else line_end)))
        found = _RUN_OF_TEXT.match(text, start)
        assert found is not None
        place = source.place(Span(*found.span()))
        if character == "[":
            return diagnose("malformed-tag", place, problem="a name of letters, digits and _ must follow the bracket")
        if problem := self._problem_in_tag():
            return diagnose("malformed-tag", place, problem=problem)
        return diagnose("unexpected-text", place, found=quoted(found[0]), expected=expected)

    def explain_misplaced(self, word: Word, expected: str) -> Diagnostic:
        """Where a token stands that cannot stand there."""
        problem = self._problem_in_tag()
        if word.kind == END:
            before = self.words[-1]
            place = self.source.place(Span(before.start, before.end))
            if problem:
                return diagnose("malformed-tag", place, problem="the record ends inside it")
            if self.opened:
                return diagnose("unclosed-variation", self.source.place(Span(self.opened[0].start, self.opened[0].end)))
            return diagnose("unexpected-text", place, found="this ~", expected="an action after it")
        place = self.source.place(Span(word.start, word.end))
        if problem:
            return diagnose("malformed-tag", place, problem=problem)
        if word.kind == "RPAR" and not self.opened:
            return diagnose("unmatched-parenthesis", place)
        rejected = self.rejected[-1]
        if word.kind in ("ACTION", "TURN", "REJECTED") and rejected is not None:
            return diagnose("misplaced-rejection", place, action=quoted(rejected.text))
        return diagnose("unexpected-text", place, found=quoted(word.text), expected=expected)

    def _problem_in_tag(self) -> str | None:
        """What is wrong with a tag in which the words end; None where they end elsewhere."""
        if self.words and self.words[-1].kind == "TAG_NAME":
            return "the value must stand in double quotes"
        return "the closing bracket ] is missing" if _is_tag_value(self.words) else None


def quoted(text: str) -> str:
    return f"'{shortened(text)}'"


def shortened(text: str) -> str:
    """As much of a text as a message has room for."""
    return text if len(text) <= 40 else text[:37] + "..."
