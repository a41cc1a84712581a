"""From tokens to a tree by recursive descent, one method for each rule of record.lark, and the table of errors of the text."""

from __future__ import annotations

import re

from judge.reader.actions import LONGEST_ACTION, canonical_action, canonical_item
from judge.reader.characters import INVALID, Text
from judge.reader.rules import find_game
from judge.reader.tokens import COMMENTS, Token, token_at
from judge.reader.tree import Item, Line, Ply, Record, Tag, Turn, Variation
from judge.reader.values import read_attributes, read_comment, read_string

DEEPEST = 50
MOST_TAGS = 20_000
MOST_VARIATIONS = 50_000


class WrongText(Exception):
    """Raised where the text goes wrong. No code: the character itself has a finding already."""

    def __init__(self, code: int | None, at: int) -> None:
        self.code = code
        self.at = at


class Parser:
    def __init__(self, source: Text, start: int, end: int) -> None:
        self.source = source
        self.record = Record(start, end)
        self.findings: list[tuple[int, int]] = []
        """Offsets and codes."""
        self.game: str | None = "Expendibots"
        self.open: list[int] = []
        """The offset of each `(` that is not closed."""
        self.variations = 0
        self.last = Token("END", "", start, start)
        self._next: Token | None = None

    def parse(self) -> bool:
        """Read the record, and say whether its text was right to the end."""
        try:
            self.read_record()
        except WrongText as wrong:
            if wrong.code == 105:
                self.leave_out_variation(wrong.at)
            if wrong.code is not None:
                self.findings.append((wrong.at, wrong.code))
            return False
        return True

    def leave_out_variation(self, at: int) -> None:
        """Leave out the outermost variation that is open, which begins there, with what was found in it."""
        self.findings = [finding for finding in self.findings if finding[0] < at]
        line = self.record.line
        owners = [*line.items, *(owner for ply in line.plies for owner in (ply, *ply.items))]
        owners[-1].variations.pop()

    # Tokens

    @property
    def next(self) -> Token:
        if self._next is None:
            at = self.source.skip_white_space(self.last.end)
            self._next = token_at(self.source, at, self.record.end, self.game)
        return self._next

    def take(self) -> Token:
        self.last = self.next
        self._next = None
        return self.last

    def wrong(self, *, in_tag: bool = False, after_rejected: bool = False) -> WrongText:
        """The error of a next token that cannot stand here: the first row of the table that fits."""
        token = self.next
        if token.kind == "NOTHING":
            if token.text == "\0" or INVALID.match(token.text):
                return WrongText(None, token.start)
            code = {"{": 102, '"': 103, "[": 104}.get(token.text)
            if code is not None:
                return WrongText(code, token.start)
        is_end = token.kind == "END"
        if token.kind == "LPAR" and len(self.open) == DEEPEST:
            return WrongText(901, token.start)
        if in_tag:
            return WrongText(104, self.last.start if is_end else token.start)
        if is_end and self.open:
            return WrongText(105, self.open[0])
        if token.kind == "RPAR" and not self.open:
            return WrongText(106, token.start)
        if after_rejected and token.kind in ("ACTION", "TURN", "REJECTED"):
            return WrongText(114, token.start)
        return WrongText(101, self.last.start if is_end else token.start)

    # Rules

    def read_record(self) -> None:
        record = self.record
        comments: list[str] = []
        while self.next.kind in (*COMMENTS, "TAG_NAME"):
            if self.next.kind == "TAG_NAME":
                record.preface += comments
                comments = []
                self.read_tag()
            else:
                comments.append(read_comment(self.take().text))
        record.line.lead = comments
        self.read_line(record.line)
        if self.next.kind == "RESULT":
            record.result_at = self.next.start
            record.line.result = self.read_result()
            record.closing = self.read_comments()
        if self.next.kind != "END":
            raise self.wrong(after_rejected=self.is_after_rejected(record.line))

    def read_tag(self) -> None:
        record = self.record
        name = self.take()
        if len(record.tags) == MOST_TAGS:
            raise WrongText(907, name.start)
        if self.next.kind != "STRING":
            raise self.wrong(in_tag=True)
        string = self.take()
        if self.next.kind != "RSQB":
            raise self.wrong(in_tag=True)
        tag = Tag(name.text[1:].lstrip(" \t"), read_string(string.text), name.start)
        if tag.value is None:
            self.findings.append((string.start, 107))
        elif record.values.setdefault(tag.name, tag) is not tag:
            self.findings.append((name.start, 108))
        elif tag.name == "Game":
            self.game = find_game(tag.value)
        record.tags.append(tag)
        self.take()

    def read_comments(self) -> list[str]:
        comments = []
        while self.next.kind in COMMENTS:
            comments.append(read_comment(self.take().text))
        return comments

    def read_result(self) -> str:
        token = self.take()
        text = re.sub("[–—]", "-", token.text)
        if text in ("½-½", "1/2"):
            text = "1/2-1/2"
        if text != token.text:
            self.findings.append((token.start, 152))
        return text

    def read_line(self, line: Line) -> None:
        while self.next.kind == "ITEM":
            self.read_item(line.items)
        while self.next.kind in ("TURN", "ACTION", "REJECTED"):
            turn, before = None, []
            if self.next.kind == "TURN":
                turn = line.dangling = self.read_turn()
                before = self.read_comments()
            if self.next.kind not in ("ACTION", "REJECTED"):
                self.read_dangling(line, before)
                return
            line.dangling = None
            ply = Ply(turn=turn, before=before)
            line.plies.append(ply)
            self.read_ply(ply)
            if ply.text.startswith("~"):
                return

    def read_dangling(self, line: Line, comments: list[str]) -> None:
        """Give the comments after a last turn number to the last action or item, or to the lead if there is neither."""
        items = line.plies[-1].items or line.plies[-1:] if line.plies else line.items
        for comment in comments:
            if items:
                items[-1].add_comment(comment)
            else:
                line.lead.append(comment)

    def read_turn(self) -> Turn:
        token = self.take()
        digits = re.match("[0-9]+", token.text)
        assert digits is not None
        dots = token.text[digits.end() :].lstrip(" \t")
        return Turn(int(digits[0]), 3 if dots == "…" else len(dots), token.start)

    def read_ply(self, ply: Ply) -> None:
        if self.next.kind == "REJECTED":
            self.take()
            ply.text = "~" + (self.read_raw_text() if self.next.kind == "STRING" else self.read_action())
        else:
            ply.text = self.read_action()
        if self.next.kind == "GLYPH":
            ply.glyph = self.take().text
        while self.next.kind in ("NAG", "ATTRIBUTES", "LPAR", *COMMENTS):
            if self.next.kind == "NAG":
                ply.nags.append(self.take().text)
            elif self.next.kind == "ATTRIBUTES":
                self.read_attributes(ply)
            else:
                self.read_comment_or_variation(ply)
        while self.next.kind == "ITEM" and not ply.text.startswith("~"):
            self.read_item(ply.items)

    def read_raw_text(self) -> str:
        token = self.take()
        if read_string(token.text) is None:
            self.findings.append((token.start, 107))
        return token.text

    def read_action(self) -> str:
        if self.next.kind != "ACTION":
            raise self.wrong()
        if len(self.next.text) > LONGEST_ACTION:
            raise WrongText(101, self.next.start)
        token = self.take()
        text = canonical_action(self.game, token.text)
        if text != token.text:
            self.findings.append((token.start, 151))
        return text

    def read_attributes(self, ply: Ply) -> None:
        token = self.take()
        found = read_attributes(token.text, ply.attributes)
        if found is None:
            self.findings.append((token.start, 109))
        else:
            ply.attributes |= found

    def read_item(self, items: list[Item]) -> None:
        token = self.next
        text = canonical_item(self.game, token.text)
        if text is None:
            raise WrongText(101, token.start)
        if text != token.text:
            self.findings.append((token.start, 151))
        self.take()
        item = Item(text)
        items.append(item)
        while self.next.kind in ("LPAR", *COMMENTS):
            self.read_comment_or_variation(item)

    def read_comment_or_variation(self, owner: Item) -> None:
        if self.next.kind != "LPAR":
            owner.add_comment(read_comment(self.take().text))
            return
        if len(self.open) == DEEPEST:
            raise self.wrong()
        if self.variations == MOST_VARIATIONS:
            raise WrongText(912, self.next.start)
        self.variations += 1
        self.open.append(self.take().start)
        line = Line()
        owner.variations.append(Variation(line))
        line.lead = self.read_comments()
        self.read_line(line)
        if self.next.kind == "RESULT":
            line.result = self.read_result()
        if self.next.kind != "RPAR":
            raise self.wrong(after_rejected=self.is_after_rejected(line))
        self.take()
        self.open.pop()

    @staticmethod
    def is_after_rejected(line: Line) -> bool:
        return bool(line.plies) and line.plies[-1].text.startswith("~")
