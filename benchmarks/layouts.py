"""The same games in the layouts that people and programs write, each with what a validator must find in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count

from benchmarks.games import SQUARE_NAMES, VARIATION_TURNS, Game, diagonal

COMMENT_TURNS = 5
"""Every so many turns, which are ten plies, there is a comment."""
BROKEN = 100
"""In a mixed file, one record in so many is broken."""

_BOTS = ("random", "greedy", "boomers", "minimax", "alphabeta", "tdleaf", "Quiet Fuse")
_GLYPHS = ("!", "?", "!?", "?!", "!!", "??", "! $14", "? $36")
_LINE = re.compile(r"(.{1,79})(?: |$)")
_MICROSECONDS = 999_999_937
_STRIDE = 618_033_989
"""The two numbers have no common factor, so a billion plies in a row have different times."""


@dataclass(frozen=True, slots=True)
class Text:
    """What is written for a game, with the empty line after it."""

    text: str
    plies: int
    """How many of its plies are legal, up to the first error."""
    is_valid: bool = True
    warnings: int = 0


Layout = Callable[[Game, int], Text]
"""Writes a game, which has this number in its file."""


# XBN without errors


def canonical(game: Game, number: int) -> Text:
    return _valid(game, _record(game, number, _turns(_actions(game))))


def result_on_its_own_line(game: Game, number: int) -> Text:
    """As PGN is often written."""
    return _valid(game, "\n".join([_tags(game, number), *_turns(_actions(game)), game.result]) + "\n\n")


def crlf(game: Game, number: int) -> Text:
    """As Windows programs write. The first record gets the file's one warning."""
    return _valid(game, canonical(game, number).text.replace("\n", "\r\n"), warnings=number == 1)


def wrapped(game: Game, number: int) -> Text:
    """As many tokens on a line as 79 columns have room for, as PGN is exported."""
    moves = " ".join([*_turns(_actions(game)), game.result])
    return _valid(game, f"{_tags(game, number)}\n{_LINE.sub(_on_a_line, moves)}\n")


def comments(game: Game, number: int) -> Text:
    """A comment after every tenth ply."""
    turns = _turns(_actions(game))
    for index in range(COMMENT_TURNS - 1, len(game.actions) // 2, COMMENT_TURNS):
        turns[index] += f" {{game {number}, after turn {index + 1}}}"
    return _valid(game, _record(game, number, turns))


def glyphs(game: Game, number: int) -> Text:
    """A glyph at every action, and a NAG at one in four."""
    actions = [f"{action}{_GLYPHS[index % len(_GLYPHS)]}" for index, action in enumerate(_actions(game), number)]
    return _valid(game, _record(game, number, _turns(actions)))


def clock(game: Game, number: int) -> Text:
    """The time used at every action, each another one."""
    first = 1000 * number
    times = (index * _STRIDE % _MICROSECONDS / 1e6 for index in count(first))
    actions = [f"{action} {{%emt={seconds}}}" for action, seconds in zip(_actions(game), times, strict=False)]
    return _valid(game, _record(game, number, _turns(actions)))


def variations(game: Game, number: int) -> Text:
    """A short variation at every eighth turn."""
    turns = _turns(_actions(game))
    for turn, variation in zip(count(VARIATION_TURNS, VARIATION_TURNS), game.variations, strict=False):
        first, *others = variation.split()
        turns[turn - 1] += f" ({' '.join([f'{turn}... {first}', *_turns(others, turn + 1)])})"
    return _valid(game, _record(game, number, turns))


# XBN with a warning in every record


def no_rules(game: Game, number: int) -> Text:
    text = canonical(game, number).text.replace('[Rules "text"]\n', "", 1)
    return _valid(game, text, warnings=1)


def loose(game: Game, number: int) -> Text:
    """One action in each record is spelt loosely, in the middle."""
    actions = _actions(game)
    middle = len(game.actions) // 2
    actions[middle] = _loosely(actions[middle], number)
    return _valid(game, _record(game, number, _turns(actions)), warnings=1)


def _loosely(action: str, number: int) -> str:
    square, _, target = action.partition("-")
    spellings = (
        (f"x {action[1:]}", action.upper(), f"boom {action[1:]}", f"Boom({action[1:]})")
        if action.startswith("x")
        else (f"{square}{target}", action.upper(), f"{square} - {target}", f"{square}->{target}")
    )
    return spellings[number % len(spellings)]


# XBN with errors


def illegal(game: Game, number: int) -> Text:
    """The last action of every record is illegal."""
    actions = [*game.actions[:-1], _illegal(game.actions[-1])]
    return Text(_record(game, number, _turns(actions)), len(actions) - 1, is_valid=False)


def mixed(game: Game, number: int) -> Text:
    """Canonical records, and one in a hundred that is broken in one of several ways."""
    if number % BROKEN:
        return canonical(game, number)
    return WAYS[number // BROKEN % len(WAYS)](game, number)


def _with_an_illegal_action(game: Game, number: int) -> Text:
    return _with_middle(game, number, _illegal(game.actions[len(game.actions) // 2]))


def _with_a_word(game: Game, number: int) -> Text:
    return _with_middle(game, number, "resigns")


def _with_an_open_comment(game: Game, number: int) -> Text:
    return _with_middle(game, number, "{never closed")


def _with_middle(game: Game, number: int, text: str) -> Text:
    actions = _actions(game)
    middle = len(game.actions) // 2
    actions[middle] = text
    return Text(_record(game, number, _turns(actions)), middle, is_valid=False)


def _without_a_result(game: Game, number: int) -> Text:
    text = canonical(game, number).text.removesuffix(f" {game.result}\n\n")
    return Text(f"{text}\n\n", len(game.actions), is_valid=False)


def _with_a_bad_string(game: Game, number: int) -> Text:
    text = canonical(game, number).text.replace('[Round "', '[Round "\\', 1)
    return Text(text, len(game.actions), is_valid=False)


WAYS = (_with_an_illegal_action, _with_a_word, _with_an_open_comment, _without_a_result, _with_a_bad_string)
"""To break a record."""


def _illegal(action: str) -> str:
    """An illegal action with the stack that this one is played with."""
    square = action.removeprefix("x") if action.startswith("x") else action.partition("-")[0][-2:]
    return diagonal(SQUARE_NAMES.index(square))


# Other formats


def referee_log(game: Game, _number: int) -> Text:
    """The game as the official referee would log it."""
    lines = ["[game ] - Start game log at Mon Jun  1 05:34:00 2020\n"]
    lines += [f"[{('white', 'black')[index % 2]}] - {_sentence(action)}.\n" for index, action in enumerate(game.actions)]
    return _valid(game, "".join(lines) + _closing_line(game))


def _sentence(action: str) -> str:
    kind, *numbers = _official(action)
    return "BOOM at {}".format(*numbers) if kind == "BOOM" else "MOVE {} from {} to {}".format(*numbers)


def _closing_line(game: Game) -> str:
    if game.rejected:
        colour = "white" if game.result == "0-1" else "black"
        return f"[error] - illegal action detected ({colour}): {_official(game.rejected)}.\n"
    closings = {
        "elimination": f"winner: {'white' if game.result == '1-0' else 'black'}",
        "mutual-destruction": "draw detected: no tokens remaining",
        "repetition": "draw detected: game state occurred 4 times.",
        "turn-limit": "draw detected: maximum number of turns reached.",
    }
    return f"[over ] - {closings[game.termination]}\n" if game.termination in closings else ""


def tuples(game: Game, _number: int) -> Text:
    """The game as a list of Python tuples, on one line."""
    return _valid(game, f"{[_official(action) for action in game.actions]}\n")


def _official(action: str) -> tuple[object, ...]:
    """An action as the official program represents it."""
    if action.startswith("x"):
        return "BOOM", _point(action[1:])
    source, _, target = action.partition("-")
    return "MOVE", int(source[:-2] or 1), _point(source[-2:]), _point(target)


def _point(name: str) -> tuple[int, int]:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


# The parts of a record


def _valid(game: Game, text: str, warnings: int = 0) -> Text:
    return Text(text, len(game.actions), warnings=warnings)


def _record(game: Game, number: int, turns: Iterable[str]) -> str:
    return "\n".join([_tags(game, number), *turns]) + f" {game.result}\n\n"


def _tags(game: Game, number: int) -> str:
    white, black = _BOTS[number % len(_BOTS)], _BOTS[number // len(_BOTS) % len(_BOTS)]
    return (
        f'[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "{game.result}"]\n[Termination "{game.termination}"]\n'
        f'[Event "random play"]\n[Date "2020.05.27"]\n[Round "{number}"]\n[White "{white}"]\n[Black "{black}"]\n'
    )


def _actions(game: Game) -> list[str]:
    return [*game.actions, f"~{game.rejected}"] if game.rejected else game.actions.copy()


def _turns(actions: list[str], first: int = 1) -> list[str]:
    """Each turn with its number; the last may have one action only."""
    turns = [
        f"{turn}. {white} {black}" for turn, (white, black) in enumerate(zip(actions[::2], actions[1::2], strict=False), first)
    ]
    if len(actions) % 2:
        turns.append(f"{first + len(turns)}. {actions[-1]}")
    return turns


def _on_a_line(found: re.Match[str]) -> str:
    return f"{found[1]}\n"
