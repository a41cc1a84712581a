"""STACKS once more, as plainly as the rulebook reads: every way is walked step by step, nothing is shared with the project.

A board has for each square its owner and its pieces, each piece with what it may still do in the turn: `fresh` pieces have not
moved, `four` pieces have not moved and began the turn in a stack of four, `ready` is a single piece that has walked one step of
two and stands alone, `done` pieces do nothing more. Between turns all pieces are fresh.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product

from judge.cases import GOING_ON, Case, NoStart, Standing, Umpire

Square = tuple[int, int]
Stack = tuple[str, tuple[str, ...]]
Board = dict[Square, Stack]
Options = dict[str, str]

OTHER = {"black": "red", "red": "black"}
OWN_ROW = {"black": 0, "red": 6}
TOWARDS_EDGE = {"black": -1, "red": 1}
RESULT = {"black": "1-0", "red": "0-1"}
DEFAULTS: Options = {
    "combine": "chain",
    "helpers": "any",
    "no_retreat": "eliminate",
    "home_retreat": "adjacent",
    "four": "any",
    "stuck_turn": "continue",
    "attacks": "each",
    "no_move": "pass",
}


# Squares


def name(square: Square) -> str:
    return "abcde"[square[0]] + str(square[1] + 1)


def touch(a: Square, b: Square) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def neighbours(square: Square) -> list[Square]:
    x, y = square
    return [(i, j) for i in range(x - 1, x + 2) for j in range(y - 1, y + 2) if (i, j) != square and 0 <= i < 5 and 0 <= j < 7]


def is_locked(square: Square, side: str) -> bool:
    return square[1] == OWN_ROW[OTHER[side]]


def holds(board: Board, square: Square, side: str) -> bool:
    return square in board and board[square][0] == side


def is_barred(board: Board, a: Square, b: Square, side: str) -> bool:
    """Whether the step is diagonal and the opponent holds both squares beside it."""
    if a[0] == b[0] or a[1] == b[1]:
        return False
    return all(holds(board, flank, OTHER[side]) for flank in [(a[0], b[1]), (b[0], a[1])])


def ways(board: Board, source: Square, side: str, steps: int) -> Iterator[list[Square]]:
    """Every way over empty squares on which the pieces can still go on, from standing still to `steps` steps."""
    waiting = [[source]]
    while waiting:
        way = waiting.pop()
        yield way
        if len(way) <= steps:
            for square in neighbours(way[-1]):
                if square not in board and not is_locked(square, side) and not is_barred(board, way[-1], square, side):
                    waiting.append([*way, square])


# Movements


def lift(board: Board, square: Square, count: int) -> None:
    """Take pieces that have not moved, or the one that is ready, off a square."""
    owner, pieces = board.pop(square)
    kept = list(pieces)
    for _ in range(count):
        kept.remove(next(piece for piece in kept if piece != "done"))
    if kept:
        board[square] = (owner, tuple(kept))


def put(board: Board, square: Square, side: str, pieces: tuple[str, ...]) -> None:
    board[square] = (side, (board[square][1] if square in board else ()) + pieces)


def group(count: int, square: Square) -> str:
    return name(square) if count == 1 else f"{count}{name(square)}"


def movements(
    board: Board, side: str, count: int, steps: int, is_pair: bool, options: Options, may_attack: bool = True, mover: str = ""
) -> Iterator[tuple[str, Square, Board, bool]]:
    """Everything that `count` pieces of one square can do: its text, its source, the board after it, whether it is an attack.

    Only what these pieces (`2c3`) can do, where a mover is given.
    """
    for source, (owner, pieces) in list(board.items()):
        if mover not in ("", group(count, source)):
            continue
        movable = [piece for piece in pieces if piece in ("fresh", "four")]
        if owner != side or is_locked(source, side) or len(movable) < count:
            continue
        for way in ways(board, source, side, steps - 1):
            for target in neighbours(way[-1]):
                if target == source or is_barred(board, way[-1], target, side):
                    continue
                if not holds(board, target, OTHER[side]):
                    after = moved(board, side, count, way, target, movable[0], is_pair)
                    if after is not None:
                        yield f"{group(count, source)}-{name(target)}", source, after, False
                elif may_attack and movable[0] == "fresh":
                    for text, after in attacks(board, side, count, way, target, options):
                        yield text, source, after, True


def moved(board: Board, side: str, count: int, way: list[Square], target: Square, piece: str, is_pair: bool) -> Board | None:
    """The board after walking a way and a step more; None where the stack would be too high."""
    after = dict(board)
    lift(after, way[0], count)
    joins = target in after
    if joins and len(after[target][1]) + count > 4:
        return None
    ready = is_pair and len(way) == 1 and not joins and not is_locked(target, side) and piece == "fresh"
    put(after, target, side, ("ready" if ready else "done",) * count)
    return after


def attacks(
    board: Board, side: str, count: int, way: list[Square], target: Square, options: Options
) -> Iterator[tuple[str, Board]]:
    """Every attack on a target from the end of a way."""
    if target[1] == OWN_ROW[side]:
        return
    place = way[-1]
    defenders = len(board[target][1])
    candidates = sorted(
        square for square in neighbours(target) if holds(board, square, side) and square != way[0] and not is_locked(square, side)
    )
    choices = []
    for square in candidates:
        pieces = board[square][1]
        able = sum(piece in ("fresh", "ready") for piece in pieces)
        choices.append([number for number in range(able + 1) if number in (0, len(pieces)) or options["helpers"] == "any"])
    for numbers in product(*choices):
        helpers = [(square, number) for square, number in zip(candidates, numbers, strict=True) if number]
        strength = count + sum(numbers)
        if not defenders < strength <= 4 or not are_together([place, *(square for square, _ in helpers)], options):
            continue
        text = "+".join([group(count, way[0]), *(group(number, square) for square, number in helpers)]) + f"x{name(target)}"
        standing = dict(board)
        lift(standing, way[0], count)
        put(standing, place, side, ("fresh",) * count)
        survivors = defenders - min(defenders, strength - defenders)
        for retreat in retreats(standing, side, target, survivors, options):
            after = dict(standing)
            del after[target]
            lift(after, place, count)
            for square, number in helpers:
                lift(after, square, number)
            if retreat is not None:
                put(after, retreat, OTHER[side], ("fresh",) * survivors)
            put(after, target, side, ("done",) * strength)
            yield text + (f">{name(retreat)}" if retreat is not None else ""), after


def are_together(squares: list[Square], options: Options) -> bool:
    if options["combine"] == "mutual":
        return all(touch(a, b) for a in squares for b in squares if a != b)
    reached = {squares[0]}
    for _ in squares:
        reached |= {b for b in squares for a in reached if touch(a, b)}
    return reached == set(squares)


def retreats(board: Board, side: str, target: Square, survivors: int, options: Options) -> list[Square | None]:
    """Where the survivors can go; None stands for nowhere, where that is allowed."""
    if not survivors:
        return [None]
    defender = OTHER[side]
    x, y = target
    if y != OWN_ROW[defender]:
        squares = [(x + dx, y + TOWARDS_EDGE[defender]) for dx in (-1, 0, 1)]
    elif options["home_retreat"] == "any":
        squares = [(i, y) for i in range(5) if i != x]
    else:
        squares = [(x - 1, y), (x + 1, y)]
    found: list[Square | None] = []
    for square in squares:
        if 0 <= square[0] < 5 and (
            square not in board or (holds(board, square, defender) and len(board[square][1]) + survivors <= 4)
        ):
            found.append(square)
    return found or ([None] if options["no_retreat"] == "eliminate" else [])


# Turns


def settled(board: Board) -> Board:
    """The board between turns."""
    return {square: (owner, ("fresh",) * len(pieces)) for square, (owner, pieces) in board.items()}


def fours(board: Board, side: str) -> set[Square]:
    return {
        square for square, (owner, pieces) in board.items() if owner == side and len(pieces) == 4 and not is_locked(square, side)
    }


def is_stuck(board: Board, square: Square, side: str) -> bool:
    """Whether not even one piece can step away without an attack."""
    for target in neighbours(square):
        has_room = target not in board or (holds(board, target, side) and len(board[target][1]) < 4)
        if has_room and not is_barred(board, square, target, side):
            return False
    return True


def pieces_of(board: Board, side: str) -> int:
    return sum(len(pieces) for owner, pieces in board.values() if owner == side)


def locked_pieces(board: Board, side: str) -> int:
    return sum(len(pieces) for square, (owner, pieces) in board.items() if owner == side and is_locked(square, side))


class PlainGame:
    """A position at the start of a turn; step 0 is already done."""

    def __init__(self, board: Board, side: str, turn: int = 1, options: Options | None = None) -> None:
        self.board = board
        self.side = side
        self.turn = turn
        self.options = DEFAULTS | (options or {})
        self.outcome: Standing = GOING_ON
        self.begin_turn()

    def begin_turn(self) -> None:
        """Step 0, and the loss of a player who has no action, where that is agreed on."""
        stuck = {square for square in fours(self.board, self.side) if is_stuck(self.board, square, self.side)}
        for square in stuck:
            del self.board[square]
        if pieces_of(self.board, self.side) <= 4:
            self.outcome = (RESULT[OTHER[self.side]], "elimination")
        elif stuck and self.options["stuck_turn"] == "forfeit":
            self.next_side()
            self.begin_turn()
        elif self.options["no_move"] == "loss" and not self.has_action():
            self.outcome = (RESULT[OTHER[self.side]], "no-action")

    def next_side(self) -> None:
        self.turn += self.side == "red"
        self.side = OTHER[self.side]

    def started(self) -> Board:
        """The board with the pieces marked that begin the turn in a stack of four."""
        board = settled(self.board)
        for square in fours(board, self.side):
            board[square] = (self.side, ("four",) * 4)
        return board

    def does_duty(self, sources: set[Square]) -> bool:
        duty = fours(self.board, self.side)
        return duty <= sources if self.options["four"] == "each" else not duty or bool(duty & sources)

    def has_action(self) -> bool:
        return any(True for _ in self.group_actions()) or any(True for _ in self.pair_actions())

    def group_actions(self, mover: str = "") -> Iterator[tuple[str, Board]]:
        """All turns of one group, or those of this one."""
        board = self.started()
        for count in (1, 2, 3):
            for text, source, after, _ in movements(board, self.side, count, 4 - count, False, self.options, True, mover):
                if self.does_duty({source}):
                    yield text, settled(after)

    def pair_actions(self, firsts: set[str] | None = None, mover: str = "", other_mover: str = "") -> Iterator[tuple[str, Board]]:
        """All two-piece turns, or those that begin with one of these movements, or are those of these pieces."""
        seen: list[tuple[str, Board]] = []
        for first, source, between, attacked in movements(self.started(), self.side, 1, 2, True, self.options, True, mover):
            # Two ways of the same effect need not be gone on with twice.
            if (first, between) in seen or (firsts is not None and first not in firsts):
                continue
            seen.append((first, between))
            may_attack = not attacked or self.options["attacks"] == "each"
            for second, other, after, _ in movements(between, self.side, 1, 2, True, self.options, may_attack, other_mover):
                if self.does_duty({source, other}):
                    yield f"{first}&{second}", settled(after)

    def actions(self) -> dict[str, Board]:
        """Every legal action with the board after it; a pass where there is no other."""
        if self.outcome != GOING_ON:
            return {}
        return collected([*self.group_actions(), *self.pair_actions()]) or {"--": settled(self.board)}

    def played(self, after: Board) -> PlainGame:
        """The game after the action that has led to this board."""
        other = PlainGame.__new__(PlainGame)
        other.board, other.side, other.turn, other.options = dict(after), self.side, self.turn, self.options
        other.outcome = GOING_ON
        if locked_pieces(after, self.side) >= 4:
            other.outcome = (RESULT[self.side], "breakthrough")
        elif pieces_of(after, OTHER[self.side]) <= 4:
            other.outcome = (RESULT[self.side], "elimination")
        other.next_side()
        if other.outcome == GOING_ON:
            other.begin_turn()
        return other

    def text(self) -> str:
        return position_text(self.board, self.side, self.turn)


def collected(actions: list[tuple[str, Board]]) -> dict[str, Board]:
    """Actions by their text. A record does not say by which way pieces have walked, so the way must not matter."""
    found: dict[str, Board] = {}
    for text, after in actions:
        assert found.setdefault(text, after) == after, f"{text} has two outcomes"
    return found


def position_text(board: Board, side: str, turn: int) -> str:
    ranks = []
    for y in range(6, -1, -1):
        row = ""
        for x in range(5):
            owner, pieces = board.get((x, y), ("", ()))
            letter = " abcd"[len(pieces)]
            row += letter.upper() if owner == "black" else letter
        for run in range(5, 0, -1):
            row = row.replace(" " * run, str(run))
        ranks.append(row)
    return f"{'/'.join(ranks)} {side[0]} {turn}"


def start_board() -> Board:
    return {(x, OWN_ROW[side]): (side, ("fresh",) * 2) for x in range(5) for side in ("black", "red")}


# The umpire


class StacksUmpire(Umpire):
    def __init__(self, game: PlainGame) -> None:
        self.game = game
        self.asked: dict[str, Board | None] = {}
        """What has been asked about this position: actions with the boards after them, None for those that are not legal."""

    def board_after(self, action: str) -> Board | None:
        """The board after an action, if it is legal: it must be among those that the rules list."""
        if action not in self.asked:
            self.asked[action] = self.looked_up(action)
        return self.asked[action]

    def looked_up(self, action: str) -> Board | None:
        game = self.game
        if game.outcome != GOING_ON:
            return None
        if action == "--":
            return None if game.has_action() else settled(game.board)
        first, _, second = action.partition("&")
        mover, other_mover = (re.split("[-+x]", movement)[0] for movement in (first, second))
        listed = game.pair_actions({first}, mover, other_mover) if second else game.group_actions(mover)
        return collected(list(listed)).get(action)

    def allows(self, action: str) -> bool:
        return self.board_after(action) is not None

    def play(self, action: str) -> None:
        after = self.board_after(action)
        assert after is not None
        self.game = self.game.played(after)
        self.asked = {}

    def text(self) -> str:
        return self.game.text()

    def outcome(self) -> Standing:
        return self.game.outcome

    def is_true(self, claim: str) -> bool:
        raise AssertionError("actions of STACKS claim nothing")

    def actions(self) -> set[str]:
        return set(self.game.actions())


def umpire(case: Case) -> StacksUmpire:
    _, options = case.reading_and_options()
    if case.setup is None:
        return StacksUmpire(PlainGame(start_board(), "black", 1, options))
    fields = case.setup.replace("_", " ").split()
    ranks = fields[0].split("/")
    if len(fields) not in (2, 3) or len(ranks) != 7 or fields[1] not in ("b", "r"):
        raise NoStart(case.setup)
    board: Board = {}
    for y, rank in enumerate(reversed(ranks)):
        x = 0
        for letter in rank:
            if not letter.isdigit():
                board[x, y] = ("red" if letter.islower() else "black", ("fresh",) * (" abcd".index(letter.lower())))
            x += int(letter) if letter.isdigit() else 1
        if x != 5:
            raise NoStart(case.setup)
    if any(pieces_of(board, side) not in range(5, 11) or locked_pieces(board, side) > 3 for side in OTHER):
        raise NoStart(case.setup)
    turn = int(fields[2]) if len(fields) == 3 else 1
    game = PlainGame(board, {"b": "black", "r": "red"}[fields[1]], turn, options)
    if game.outcome[1] == "elimination":
        raise NoStart(case.setup)
    return StacksUmpire(game)


def random_start(source: random.Random) -> tuple[str | None, dict[str, str]]:
    """The initial position, or five to ten pieces a side, mostly crowded together, so that they meet; not all occur in play."""
    if source.random() < 0.3:
        return None, {}
    everywhere = [(x, y) for x in range(5) for y in range(7)]
    left, bottom = source.randrange(3), source.randrange(5)
    corner = [(x, y) for x, y in everywhere if left <= x < left + 4 and bottom <= y < bottom + 4]
    board: Board = {}
    for side in OTHER:
        missing = source.randint(5, 10)
        while missing:
            square = source.choice(corner if source.random() < 0.8 else everywhere)
            height = min(source.choice([1, 1, 1, 2, 2, 3, 4, 4]), missing)
            if square not in board:
                board[square] = (side, ("fresh",) * height)
                missing -= height
    return position_text(board, source.choice(["black", "red"]), source.randint(1, 99)), {}
