"""Canonical text: SPEC's section Canonical writing."""

from __future__ import annotations

from judge.reader.numbers import turn_word
from judge.reader.rules import FRAME_TAGS
from judge.reader.tree import Item, Line, Ply, Record
from judge.reader.values import read_string, write_comment, write_string


def write_record(record: Record, frame: dict[str, str]) -> str:
    """The canonical text, without the last line feed. `frame` has the frame tags in their canonical values."""
    others = [(tag.name, tag.value or "") for tag in record.tags if tag.name not in FRAME_TAGS]
    lines = [write_comment(text) for text in record.preface]
    tags = [(name, frame[name]) for name in FRAME_TAGS if name in frame]
    lines += [f"[{name} {write_string(value)}]" for name, value in [*tags, *others]]
    lines += ["", *map(write_comment, record.line.lead)]
    lines += [" ".join(words) for words in _body(record)]
    return "\n".join(lines)


def _body(record: Record) -> list[list[str]]:
    """The words of each line of actions, the result and the closing comments included."""
    line = record.line
    lines = [_item(item) for item in line.items]
    for ply in line.plies:
        if ply.player == 0 or not lines:
            lines.append([])
        lines[-1] += _ply(ply, is_first=ply is line.plies[0])
        lines += [_item(item) for item in ply.items]
    number = line.wrong_dangling
    if not lines or (number and not number.endswith("...")):
        lines.append([])
    if number:
        lines[-1].append(number)
    lines[-1] += [line.result or "", *map(write_comment, record.closing)]
    return lines


def _ply(ply: Ply, is_first: bool) -> list[str]:
    words = []
    if ply.wrong_number is not None:
        words.append(turn_word(ply.wrong_number, ply.player))
    elif is_first or ply.player == 0 or ply.before:
        words.append(turn_word(ply.number, ply.player))
    words += map(write_comment, ply.before)
    text = ply.text
    if text.startswith('~"'):
        text = "~" + write_string(read_string(text[1:]) or "")
    words.append(text + ply.glyph)
    words += ply.nags
    if ply.attributes:
        words.append("{%" + " ".join(f"{key}={value}" for key, value in ply.attributes.items()) + "}")
    return words + _after(ply)


def _item(item: Item) -> list[str]:
    return [item.text, *_after(item)]


def _after(item: Item) -> list[str]:
    words = [write_comment(text) for text in item.after]
    for variation in item.variations:
        words += [_variation(variation.line), *map(write_comment, variation.after)]
    return words


def _variation(line: Line) -> str:
    words = [write_comment(text) for text in line.lead]
    for item in line.items:
        words += _item(item)
    for ply in line.plies:
        words += _ply(ply, is_first=ply is line.plies[0])
        for item in ply.items:
            words += _item(item)
    words += [word for word in (line.wrong_dangling, line.result) if word]
    return "(" + " ".join(words) + ")"
