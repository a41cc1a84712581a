"""A whole file: its records with their findings and canonical texts. What only a replay can tell is left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from judge.reader.borders import borders
from judge.reader.characters import INVALID, LONGEST_RECORD, Text, with_line_feeds
from judge.reader.numbers import count_turns
from judge.reader.parser import Parser
from judge.reader.positions import BadTag, NoPosition, Start, read_start
from judge.reader.rules import GAMES, OFF_BOARD, RESULTS, canonical_rules
from judge.reader.tree import Record
from judge.reader.writing import write_record

Finding = tuple[int, int, str]
"""Line, column and code."""
LEFT_ALONE = {*range(101, 150), 301, 313}
"""A formatter does not touch a record with an error of the text, or of a game or format that it does not know."""
STYLE = range(151, 157)
COUNTED = {107, 108, 109, 151, 152}
MOST_OF_A_KIND = 20
"""Of these, so many are listed for one record; the rest is only counted."""


@dataclass(frozen=True)
class Reading:
    """What is to be said about one record."""

    findings: tuple[Finding, ...]
    formatted: str
    """What a formatter makes of it: its canonical text, or, where it has to leave the record alone, the text as it stands but for
    its line ends. Nothing for a record beyond the limit."""


def read_file(data: bytes) -> list[Reading]:
    """The records of a file; one reading without any text if there is none, or if the file is no text."""
    source = Text(data)
    if not source.is_text():
        return [Reading(((1, 1, "XBN111"),), "")]
    found = []
    first_return = source.text.find("\r")
    line_of_return = source.place(first_return)[0]
    for start, end in borders(source):
        findings = []
        if not found and source.has_mark:
            findings.append((start, 154))
        if first_return >= 0 and line_of_return <= source.place(end - 1)[0]:
            findings.append((start, 153))
            first_return = -1
        found.append(_read(source, start, end, findings))
    return found or [Reading(((1, 1, "XBN112"),), "")]


def _read(source: Text, start: int, end: int, findings: list[tuple[int, int]]) -> Reading:
    text = source.text[start:end]
    if end - start > LONGEST_RECORD:
        return _reading(source, [(start, 902)], "")
    for code, at in (115, text.find("\0")), (110, _first_invalid(text)):
        if at >= 0:
            findings.append((start + at, code))
    parser = Parser(source, start, end)
    is_whole = parser.parse()
    findings += parser.findings
    record = parser.record
    frame, start_position = _read_frame(record, parser.game, findings, is_whole)
    if parser.game is not None:
        findings += count_turns(record.line, GAMES[parser.game].players, start_position)
    if is_whole:
        findings += _missing(record)
    codes = {code for _, code in findings}
    if not is_whole or not codes.isdisjoint(LEFT_ALONE):
        return _reading(source, findings, with_line_feeds(text))
    formatted = write_record(record, frame)
    if codes.isdisjoint(STYLE) and formatted != with_line_feeds(text):
        findings.append((start + _first_difference(text, formatted), 150))
    return _reading(source, findings, formatted)


def _reading(source: Text, findings: list[tuple[int, int]], formatted: str) -> Reading:
    counts: Counter[int] = Counter()
    listed = []
    for at, code in sorted(findings):
        counts[code] += 1
        if code not in COUNTED or counts[code] <= MOST_OF_A_KIND:
            listed.append((*source.place(at), f"XBN{code}"))
    return Reading(tuple(listed), formatted)


def _first_invalid(text: str) -> int:
    found = INVALID.search(text)
    return found.start() if found else -1


def _first_difference(text: str, canonical: str) -> int:
    """The first character that differs; line ends do not."""
    at = 0
    for character in canonical:
        if character == "\n" and text.startswith("\r", at):
            at += text.startswith("\r\n", at)
        elif not text.startswith(character, at):
            break
        at += 1
    return at


def _missing(record: Record) -> list[tuple[int, int]]:
    """What a record that was read to its end lacks."""
    found = []
    if record.line.result is None:
        found.append((record.end - 1, 113))
    expected = ("Format", "Game", "Rules") if record.line.result is None else ("Format", "Game", "Rules", "Result")
    if any(name not in record.values for name in expected):
        found.append((record.start, 155))
    return found


def _read_frame(
    record: Record, game: str | None, findings: list[tuple[int, int]], is_whole: bool
) -> tuple[dict[str, str], Start | None]:
    """The frame tags in their canonical values, and where the game begins; None if nothing says it."""
    tags = {name: tag.value for name, tag in record.values.items() if tag.value is not None}
    result = record.line.result
    frame = {"Format": "xbn 1", "Game": "Expendibots", "Rules": "text", "Result": result or "*"} | tags

    def report(code: int, name: str) -> None:
        findings.append((record.values[name].at, code))

    if frame["Format"] != "xbn 1":
        report(313, "Format")
    if frame["Result"] not in RESULTS:
        report(304, "Result")
    elif is_whole and result is not None and frame["Result"] != result:
        findings.append((record.result_at, 306))
    if game is None:
        report(301, "Game")
        return frame, None
    frame["Game"] = game
    if tags.get("Termination") not in (None, *GAMES[game].endings, *OFF_BOARD):
        report(305, "Termination")
    rules = canonical_rules(game, frame["Rules"])
    if rules is None:
        report(302, "Rules")
        return frame, None
    frame["Rules"] = rules
    try:
        start = read_start(game, rules, tags)
    except BadTag as error:
        report(315, str(error))
        return frame, None if "Setup" in tags else Start("")
    except NoPosition:
        report(303, "Setup")
        return frame, None
    if "Setup" in tags:
        frame["Setup"] = start.text
    return frame, start
