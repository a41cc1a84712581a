"""Position strings: what a Setup says, and its canonical text. Each game's section on its position strings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.cases import Case, NoStart
from judge.reader.actions import LARGEST_BOARD
from judge.stacks import umpire as stacks_umpire

LARGEST = 10**15
"""No number in a Setup is larger, and no position has more tokens."""


class NoPosition(ValueError):
    """Raised for a text that is not a position string."""


class BadTag(ValueError):
    """Raised with the name of a tag that the game itself reads, such as a size, where its value cannot be read."""


@dataclass(frozen=True)
class Start:
    """Where a game begins: who is to move (0 is the first player) in which turn."""

    text: str
    player: int = 0
    turn: int = 1


def read_start(game: str, rules: str, tags: dict[str, str]) -> Start:
    """What the Setup says, and the tags that the game itself reads; a Start without a text if there is no Setup."""
    fields = re.split("[ _]+", tags["Setup"].strip(" _")) if "Setup" in tags else None
    match game:
        case "Expendibots":
            return _expendibots(fields) if fields else Start("")
        case "STACKS":
            return _stacks(fields, rules) if fields else Start("")
        case "Stack Wars":
            return _stack_wars(fields, tags)
        case _:
            return _robots(fields, tags)


def _require(condition: bool) -> None:
    if not condition:
        raise NoPosition


def _number(text: str, lowest: int = 0, highest: int = LARGEST) -> int:
    _require(bool(re.fullmatch("[0-9]+", text)))
    digits = text.lstrip("0") or "0"
    _require(len(digits) <= len(str(LARGEST)) and lowest <= int(digits) <= highest)
    return int(digits)


def _fields(fields: list[str], count: int, last: str) -> list[str]:
    """The fields of a position, the last of which may be missing."""
    _require(len(fields) in (count - 1, count))
    return fields if len(fields) == count else [*fields, last]


def _side(text: str, sides: str) -> int:
    _require(len(text) == 1 and text in sides)
    return sides.index(text)


def _cells(text: str, pattern: str) -> list[tuple[str, int]]:
    """A rank as pieces with their numbers: a missing number is 1, and 0 is not allowed."""
    _require(bool(re.fullmatch(f"(?:{pattern}[0-9]*)*", text)))
    return [(letter, _number(number, 1) if number else 1) for letter, number in re.findall(f"({pattern})([0-9]*)", text)]


def _joined(cells: list[tuple[str, int]], empty: str) -> list[tuple[str, int]]:
    """The same cells with runs of empty ones as long as possible."""
    found: list[tuple[str, int]] = []
    for letter, number in cells:
        if found and letter == empty == found[-1][0]:
            number += found.pop()[1]
        found.append((letter, number))
    return found


def _width(cells: list[tuple[str, int]], empty: str) -> int:
    return sum(number if letter == empty else 1 for letter, number in cells)


def _word(cell: tuple[str, int]) -> str:
    return cell[0] if cell[1] == 1 else f"{cell[0]}{cell[1]}"


def _expendibots(fields: list[str]) -> Start:
    board, side, turn, quiet = _fields(fields, 4, "0")
    ranks = [_cells(rank, "[wb.]") for rank in board.split("/")]
    _require(len(ranks) == 8 and all(_width(rank, ".") == 8 for rank in ranks))
    _require(sum(number for rank in ranks for letter, number in rank if letter != ".") <= LARGEST)
    player, number = _side(side, "wb"), _number(turn, 1)
    written = "/".join("".join(map(_word, _joined(rank, "."))) for rank in ranks)
    return Start(f"{written} {side} {number} {_number(quiet)}", player, number)


def _stacks(fields: list[str], rules: str) -> Start:
    board, side, turn = _fields(fields, 3, "1")
    ranks = board.split("/")
    _require(len(ranks) == 7 and all(re.fullmatch("[A-Da-d1-9]*", rank) for rank in ranks))
    squares = [re.sub("[1-9]", lambda run: "." * int(run[0]), rank) for rank in ranks]
    _require(all(len(rank) == 5 for rank in squares))
    for letters, home in (("ABCD", squares[0]), ("abcd", squares[-1])):
        _require(5 <= sum(letters.find(each) + 1 for each in "".join(squares)) <= 10)
        _require(sum(letters.find(each) + 1 for each in home) <= 3)
    player, number = _side(side, "br"), _number(turn, 1)
    written = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in squares)
    text = f"{written} {side} {number}"
    if "Dd"[player] in board:
        # A stack of four that cannot move is removed, which only the rules can tell.
        try:
            text = stacks_umpire(Case("stacks", rules, text)).text()
        except NoStart:
            raise NoPosition from None
        _, side, turn = text.split()
        player, number = "br".index(side), int(turn)
    return Start(text, player, number)


def _stack_wars(fields: list[str] | None, tags: dict[str, str]) -> Start:
    claimed = tags.get("Size")
    if claimed is not None and not re.fullmatch("[3-9]|1[0-9]", claimed):
        raise BadTag("Size")
    if fields is None:
        return Start("")
    board, side, reserves, points, turn = _fields(fields, 5, "1")
    ranks = [[_one_cell(cell) for cell in rank.split(",")] for rank in board.split("/")]
    size = len(ranks)
    _require(3 <= size <= 19 and all(_width(rank, "x") == size for rank in ranks))
    _require(claimed in (None, str(size)))
    _require(all(letter != "b" for letter, _ in ranks[0]) and all(letter != "w" for letter, _ in ranks[-1]))
    in_reserve, scored = _pair(reserves), _pair(points)
    for index, letter in enumerate("bw"):
        armies = sum(number for rank in ranks for each, number in rank if each == letter)
        _require(armies + in_reserve[index] + scored[index] <= 3 * size)
    player, number = _side(side, "bw"), _number(turn, 1)
    written = "/".join(",".join(map(_word, _joined(rank, "x"))) for rank in ranks)
    counts = f"{in_reserve[0]},{in_reserve[1]} {scored[0]},{scored[1]}"
    return Start(f"{written} {side} {counts} {number}", player, number)


def _one_cell(text: str) -> tuple[str, int]:
    cells = _cells(text, "[xbw]")
    _require(len(cells) == 1)
    return cells[0]


def _pair(text: str) -> tuple[int, int]:
    numbers = text.split(",")
    _require(len(numbers) == 2)
    return _number(numbers[0]), _number(numbers[1])


def _robots(fields: list[str] | None, tags: dict[str, str]) -> Start:
    claimed = _numbers(tags, "Size", "x")
    if claimed and not _is_board(*claimed):
        raise BadTag("Size")
    if fields is None:
        _robots_level(tags, *(claimed or (45, 30)))
        return Start("")
    board, level_text, safe, score_text = _fields(fields, 4, "0")
    rows = []
    for row in board.split("/"):
        _require(bool(re.fullmatch("[hre0-9]+", row)))
        rows.append(re.sub("[0-9]+", lambda run: "." * _number(run[0], 1, LARGEST_BOARD), row))
    width, height = len(rows[0]), len(rows)
    _require(all(len(row) == width for row in rows) and _is_board(width, height) and claimed in (None, (width, height)))
    level = _number(level_text, 0, _robots_level(tags, width, height))
    cells = "".join(rows)
    robots, score = cells.count("r"), _number(score_text)
    _require(cells.count("h") == 1 and robots <= 10 * level and score <= 5 * level * (level + 1) - robots)
    _require(level > 0 or "e" not in cells)
    written = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return Start(f"{written} {level} {_number(safe, 0, 10)} {score}")


def _robots_level(tags: dict[str, str], width: int, height: int) -> int:
    """The last level on a board, once the tags are known to fit on it."""
    start = _numbers(tags, "Start", ",")
    if start and (start[0] >= width or start[1] >= height):
        raise BadTag("Start")
    room = (width * height - 1) // 10
    if "Levels" not in tags:
        return min(66, room)
    if not re.fullmatch("[1-9][0-9]{0,3}", tags["Levels"]) or int(tags["Levels"]) > room:
        raise BadTag("Levels")
    return int(tags["Levels"])


def _is_board(width: int, height: int) -> bool:
    """Whether a board has a size that is allowed, and room for the human and the robots of level 1."""
    return 3 <= width <= LARGEST_BOARD and 3 <= height <= LARGEST_BOARD and width * height >= 11


def _numbers(tags: dict[str, str], name: str, sign: str) -> tuple[int, int] | None:
    """The two numbers of a tag; None if there is no such tag."""
    if name not in tags:
        return None
    found = re.fullmatch(f"(0|[1-9][0-9]?){sign}(0|[1-9][0-9]?)", tags[name])
    if found is None:
        raise BadTag(name)
    return int(found[1]), int(found[2])
