"""The rules of Expendibots on a flat board: the hot part, compiled where there is a C compiler.

Plain numbers and `array.array` only: Cython compiles this very file (`engine.pxd` beside it says which names are C numbers), and
the same file runs as it is. There a call costs as much as several additions, so a turn has few of them; compiled, a local name
for an array costs more than it saves.
Squares are `y * 8 + x`. A stack is a signed number: White's are positive, Black's negative.
"""

from __future__ import annotations

from array import array

from expendibots_notation.games.engine import ActionReader
from expendibots_notation.games.engine import Engine as AnyEngine
from expendibots_notation.games.expendibots.codes import (
    AFTER_END,
    ALLOWED,
    BLACK,
    BLACK_WINS,
    COUNT,
    EMPTY_SQUARE,
    FIRST,
    GOING_ON,
    IS_MOVE,
    MUTUAL_DESTRUCTION,
    NO_DISTANCE,
    NOT_IN_LINE,
    NOT_YOUR_STACK,
    OFF_BOARD,
    ONTO_ENEMY,
    PLY_LIMIT,
    REPETITION,
    REPETITIONS,
    SECOND,
    SQUARES,
    TO_X,
    TO_Y,
    TOO_FAR,
    TOO_MANY_TOKENS,
    TURN_LIMIT,
    TURNS_USED_UP,
    WHITE,
    WHITE_WINS,
    WIDTH,
    ZERO_TOKENS,
    X,
    Y,
)

_OFF_BOARD = -WIDTH
"""The bits that no coordinate of the board has; negative numbers have some of them too."""
_MASK = (1 << 64) - 1
_SLOTS = 1024
_NO_POSITIONS = array("h", [-1]) * _SLOTS


def _square_keys() -> array[int]:
    """64 well-mixed odd numbers of 64 bits, one a square (the splitmix64 sequence from 0)."""
    keys = array("Q")
    state = 0
    for _ in range(SQUARES):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        keys.append((mixed ^ (mixed >> 31)) | 1)
    return keys


KEYS = _square_keys()
_BLACK_TO_MOVE = 0xD1B54A32D192ED03


def _neighbourhoods() -> tuple[array[int], array[int]]:
    """For square s, its neighbours are `squares[starts[s]:starts[s + 1]]`."""
    starts = array("h", [0])
    squares = array("h")
    for square in range(SQUARES):
        y, x = divmod(square, WIDTH)
        for ny in range(max(y - 1, 0), min(y + 2, WIDTH)):
            for nx in range(max(x - 1, 0), min(x + 2, WIDTH)):
                if nx != x or ny != y:
                    squares.append(ny * WIDTH + nx)
        starts.append(len(squares))
    return starts, squares


NEIGHBOUR_STARTS, NEIGHBOURS = _neighbourhoods()


def board_hash(cells: array[int], keys: array[int] = KEYS) -> int:
    """The 64-bit hash of a board, from scratch.

    It is linear: each token adds its square's key, so a move changes it by `count * (key[to] - key[from])`, for stacks
    of any height and without a table of heights.
    """
    total = 0
    for square in range(SQUARES):
        stack = cells[square]
        if stack != 0:
            total += stack * keys[square]
    return total & _MASK


# Compiled code does not look whether an index is within bounds, so what comes from outside is checked here.
_NO_ROOM = "the engine has no room for another ply"


def _check_square(square: int) -> int:
    if square < 0 or square >= SQUARES:
        raise IndexError("there is no such square")
    return 0


def _player(side: int) -> int:
    return 0 if side == WHITE else 1


_W, _B, _DOT, _SLASH, _SPACE, _ZERO = b"wb./ 0"
LONGEST_TEXT = 1200
"""How many bytes a position string has at most: 64 stacks of 16 digits, and the numbers behind them."""


def _write_run(out: array[int], at: int, letter: int, number: int) -> int:
    """Write a letter, and the number behind it where it is not 1; returns the end."""
    out[at] = letter
    return at + 1 if number == 1 else _write_number(out, at + 1, number)


def _write_number(out: array[int], at: int, number: int) -> int:
    """Write a number in decimal digits; returns the end."""
    end = at + 1
    rest = number
    while rest >= 10:
        rest //= 10
        end += 1
    rest = number
    for place in range(end - 1, at - 1, -1):
        out[place] = _ZERO + rest % 10
        rest //= 10
    return end


class Engine(AnyEngine):
    """A game in progress: a position, and as much of its past as repetition and undoing need.

    `move` and `boom` check and play an action in one call and return why it is refused, or `ALLOWED`; `undo` takes the
    last one back. `capacity` is how many plies can be played on from here; one more raises IndexError.
    """

    def __init__(
        self,
        cells: array[int],
        side: int = WHITE,
        turn: int = 1,
        quiet: int = 0,
        referee: bool = False,
        capacity: int = PLY_LIMIT,
        keys: array[int] = KEYS,
    ) -> None:
        """Start from `cells`, which must hold 64 numbers and become the engine's own; `keys` are the squares' parts of hashes."""
        super().__init__()
        self.longest_text = LONGEST_TEXT
        self.cells = cells
        self.keys = keys
        self.side = side
        self.player = _player(side)
        self.turn = turn
        self.quiet = quiet
        """Plies since the last boom."""
        self.referee = referee
        """Whether a repeated position must also have the same side to move."""
        self.white = 0
        self.black = 0
        for square in range(SQUARES):
            stack = cells[square]
            if stack > 0:
                self.white += stack
            elif stack < 0:
                self.black -= stack
        self.hash = board_hash(cells, keys)
        """Of the board alone; `position_hash` also tells who is to move."""
        self.boards_seen = 1
        """How often the board has occurred, whoever was to move."""
        self.positions_seen = 1
        """How often the board has occurred with the same side to move."""
        self.fourth_board = -1
        """The first position, if any, whose board was there for the fourth time: where the readings may part."""
        self.ending = GOING_ON
        self._make_room(capacity)
        self._file(0, self.hash)
        self._judge()

    def _make_room(self, capacity: int) -> None:
        """An empty history for that many plies, and the work space."""
        # Entry i is position i and the action that led on from it. A move has a count. A boom has none; it has its stacks in
        # `removed_*` from `removed_starts[i]` on, and `quiets` and `windows` say what it ended.
        self.capacity = capacity
        self.ply = 0
        self.window = 0
        """The first position since the last boom: earlier ones had more tokens and cannot return."""
        self.hashes = array("Q", bytes(8 * (capacity + 1)))
        self.sources = array("h", bytes(2 * (capacity + 1)))
        self.targets = array("h", bytes(2 * (capacity + 1)))
        self.counts = array("q", bytes(8 * (capacity + 1)))
        self.quiets = array("q", bytes(8 * (capacity + 1)))
        self.windows = array("h", bytes(2 * (capacity + 1)))
        self.removed_starts = array("h", bytes(2 * (capacity + 1)))
        self.removed_squares = array("h", bytes(2 * (capacity + SQUARES)))
        self.removed_stacks = array("q", bytes(8 * (capacity + SQUARES)))
        self.removed_total = 0

        # Positions by hash: `newest[slot]` is the last one in that slot, `older[i]` the one before i, -1 the end.
        self.newest = array("h", _NO_POSITIONS)
        self.older = array("h", bytes(2 * (capacity + 1)))

        # The squares of an explosion in the order of its waves, and the net effect of a series of moves.
        self.blast = array("h", bytes(2 * SQUARES))
        self.wave_of = array("h", bytes(2 * SQUARES))
        self.net = array("q", bytes(8 * SQUARES))

    # Asking

    def position_hash(self) -> int:
        """The 64-bit hash of the board and the side to move."""
        return (self.hash + _BLACK_TO_MOVE) & _MASK if self.side == BLACK else self.hash

    def refuse_move(self, count: int, x: int, y: int, to_x: int, to_y: int) -> int:
        """Why moving `count` tokens so is not allowed, or `ALLOWED`."""
        if self.ending != GOING_ON:
            return AFTER_END
        if (x | y | to_x | to_y) & _OFF_BOARD:
            return OFF_BOARD
        if count <= 0:
            return ZERO_TOKENS
        if x == to_x and y == to_y:
            return NO_DISTANCE
        height = self.cells[y * WIDTH + x] * self.side
        if height <= 0:
            return EMPTY_SQUARE if height == 0 else NOT_YOUR_STACK
        if count > height:
            return TOO_MANY_TOKENS
        if x != to_x and y != to_y:
            return NOT_IN_LINE
        # One of the differences is 0.
        if not -height <= to_x - x + to_y - y <= height:
            return TOO_FAR
        if self.cells[to_y * WIDTH + to_x] * self.side < 0:
            return ONTO_ENEMY
        return ALLOWED

    def refuse_boom(self, x: int, y: int) -> int:
        """Why a boom there is not allowed, or `ALLOWED`."""
        if self.ending != GOING_ON:
            return AFTER_END
        if (x | y) & _OFF_BOARD:
            return OFF_BOARD
        height = self.cells[y * WIDTH + x] * self.side
        if height <= 0:
            return EMPTY_SQUARE if height == 0 else NOT_YOUR_STACK
        return ALLOWED

    def refuse(self, action: ActionReader) -> int:
        """Why an action as numbers is not allowed, or `ALLOWED`."""
        if action.numbers[IS_MOVE]:
            return self.refuse_move(
                action.numbers[COUNT], action.numbers[X], action.numbers[Y], action.numbers[TO_X], action.numbers[TO_Y]
            )
        return self.refuse_boom(action.numbers[X], action.numbers[Y])

    def readings_part(self) -> bool:
        """Whether the two readings of repetition judge the game so far differently."""
        if self.fourth_board < 0:
            return False
        return self.fourth_board != self.ply or self.positions_seen < REPETITIONS

    def targets_from(self, square: int) -> list[int]:
        """Where the stack on `square` may move, in the order of the squares; assumes it is the mover's own."""
        _check_square(square)
        height = self.cells[square] * self.side
        y, x = divmod(square, WIDTH)
        below = [row * WIDTH + x for row in range(max(y - height, 0), y)]
        beside = [y * WIDTH + column for column in range(max(x - height, 0), min(x + height + 1, WIDTH)) if column != x]
        above = [row * WIDTH + x for row in range(y + 1, min(y + height + 1, WIDTH))]
        return [target for target in below + beside + above if self.cells[target] * self.side >= 0]

    def count_actions(self) -> int:
        """How many actions are legal, without listing them."""
        if self.ending != GOING_ON:
            return 0
        total = 0
        for square in range(SQUARES):
            height = self.cells[square] * self.side
            if height > 0:
                total += 1 + height * len(self.targets_from(square))
        return total

    def explode(self, square: int) -> int:
        """Find the explosion that starts on `square`: how many stacks it takes.

        Leaves their squares in `blast`, wave after wave, with `wave_of` the wave of each. Changes nothing else.
        """
        _check_square(square)
        size = 1
        self.blast[0] = square
        self.wave_of[0] = 0
        one = 1
        reached = one << square
        done = 0
        while done < size:
            centre = self.blast[done]
            wave = self.wave_of[done] + 1
            done += 1
            for index in range(NEIGHBOUR_STARTS[centre], NEIGHBOUR_STARTS[centre + 1]):
                other = NEIGHBOURS[index]
                if self.cells[other] != 0 and not (reached >> other) & 1:
                    reached |= one << other
                    self.blast[size] = other
                    self.wave_of[size] = wave
                    size += 1
        return size

    # Playing

    def play(self, action: ActionReader) -> int:
        """Play an action as numbers if it is allowed; why not, otherwise."""
        if action.numbers[IS_MOVE]:
            return self.move(
                action.numbers[COUNT], action.numbers[X], action.numbers[Y], action.numbers[TO_X], action.numbers[TO_Y]
            )
        return self.boom(action.numbers[X], action.numbers[Y])

    def move(self, count: int, x: int, y: int, to_x: int, to_y: int) -> int:
        """Move `count` tokens if that is allowed; why not, otherwise."""
        refused = self.refuse_move(count, x, y, to_x, to_y)
        if refused != ALLOWED:
            return refused
        if self.ply >= self.capacity:
            raise IndexError(_NO_ROOM)
        source = y * WIDTH + x
        target = to_y * WIDTH + to_x
        moved = count * self.side
        ply = self.ply
        self.cells[source] -= moved
        self.cells[target] += moved
        self.hash = (self.hash + moved * (self.keys[target] - self.keys[source])) & _MASK
        self.sources[ply] = source
        self.targets[ply] = target
        self.counts[ply] = moved
        self.quiet += 1
        self._pass_the_turn()
        return ALLOWED

    def boom(self, x: int, y: int) -> int:
        """Set off the stack on that square if that is allowed; why not, otherwise."""
        refused = self.refuse_boom(x, y)
        if refused != ALLOWED:
            return refused
        if self.ply >= self.capacity:
            raise IndexError(_NO_ROOM)
        ply = self.ply
        source = y * WIDTH + x
        self.sources[ply] = source
        self.targets[ply] = source
        self.counts[ply] = 0
        self.quiets[ply] = self.quiet
        self.windows[ply] = self.window
        self.removed_starts[ply] = self.removed_total
        for index in range(self.explode(source)):
            square = self.blast[index]
            stack = self.cells[square]
            self.removed_squares[self.removed_total] = square
            self.removed_stacks[self.removed_total] = stack
            self.removed_total += 1
            self._lift(square, stack)
        self.quiet = 0
        self.window = ply + 1
        self._pass_the_turn()
        return ALLOWED

    def undo(self) -> None:
        """Take the last action back; everything is as before it, the hash included."""
        self._check_ply()
        self.newest[self.hash & (_SLOTS - 1)] = self.older[self.ply]
        self.ply -= 1
        ply = self.ply
        self.side = -self.side
        self.player = 1 - self.player
        if self.side == BLACK:
            self.turn -= 1
        moved = self.counts[ply]
        if moved != 0:
            self.cells[self.sources[ply]] += moved
            self.cells[self.targets[ply]] -= moved
            self.hash = self.hashes[ply]
            self.quiet -= 1
        else:
            while self.removed_total > self.removed_starts[ply]:
                self.removed_total -= 1
                self._lift(self.removed_squares[self.removed_total], -self.removed_stacks[self.removed_total])
            self.quiet = self.quiets[ply]
            self.window = self.windows[ply]
        if self.fourth_board > ply:
            self.fourth_board = -1
        self._count_occurrences(self.older[ply])
        # An action was allowed here, so the game was going on.
        self.ending = GOING_ON

    def fork(self, capacity: int = 1) -> Engine:
        """An engine of its own at the same position, with room for `capacity` plies and no way back beyond this point."""
        other = Engine.__new__(Engine)
        other.cells = array("q", bytes(self.cells))
        other.keys = self.keys
        other.longest_text = LONGEST_TEXT
        other.side = self.side
        other.player = self.player
        other.turn = self.turn
        other.quiet = self.quiet
        other.referee = self.referee
        other.white = self.white
        other.black = self.black
        other.hash = self.hash
        other.boards_seen = self.boards_seen
        other.positions_seen = self.positions_seen
        other.fourth_board = -1
        other.ending = self.ending
        start = self.window
        past = self.ply - start
        other._make_room(past + capacity)
        other.ply = past
        for index in range(past + 1):
            other.sources[index] = self.sources[start + index]
            other.targets[index] = self.targets[start + index]
            other.counts[index] = self.counts[start + index]
            other._file(index, self.hashes[start + index])
        return other

    def restart(self, start: AnyEngine) -> None:
        """Be where `start` is, which has no past, as if nothing had been played here."""
        assert isinstance(start, Engine)
        other = start
        for position in range(self.ply + 1):
            self.newest[self.hashes[position] & (_SLOTS - 1)] = -1
        for square in range(SQUARES):
            self.cells[square] = other.cells[square]
        self.side = other.side
        self.player = other.player
        self.turn = other.turn
        self.quiet = other.quiet
        self.referee = other.referee
        self.white = other.white
        self.black = other.black
        self.hash = other.hash
        self.boards_seen = 1
        self.positions_seen = 1
        self.fourth_board = -1
        self.ending = other.ending
        self.ply = 0
        self.window = 0
        self.removed_total = 0
        self._file(0, self.hash)

    # What the last action has done

    def has_effect(self, action: ActionReader) -> bool:
        """Whether the action, which was played last, did what it claims."""
        if action.numbers[IS_MOVE]:
            return action.claims == 0 or self.reached_height() == action.numbers[FIRST]
        return action.claims == 0 or (
            self.removed_tokens(WHITE) == action.numbers[FIRST] and self.removed_tokens(BLACK) == action.numbers[SECOND]
        )

    def reached_height(self) -> int:
        """How high the stack is where the last move has ended."""
        self._check_ply()
        height = self.cells[self.targets[self.ply - 1]]
        return height if height > 0 else -height

    def removed_tokens(self, side: int) -> int:
        """How many tokens of a side the last action has removed, which must have been a boom."""
        self._check_ply()
        total = 0
        for index in range(self.removed_starts[self.ply - 1], self.removed_total):
            stack = self.removed_stacks[index] * side
            if stack > 0:
                total += stack
        return total

    # Writing

    def write_text(self, out: array[int], at: int) -> int:
        """Write the position string into `out` from `at` on, where there must be room for LONGEST_TEXT bytes; returns its end."""
        if at < 0 or at + LONGEST_TEXT > len(out):
            raise IndexError("there is no room for a position")
        for y in range(WIDTH - 1, -1, -1):
            empty = 0
            for square in range(y * WIDTH, (y + 1) * WIDTH):
                stack = self.cells[square]
                if stack == 0:
                    empty += 1
                    continue
                if empty > 0:
                    at = _write_run(out, at, _DOT, empty)
                    empty = 0
                at = _write_run(out, at, _W, stack) if stack > 0 else _write_run(out, at, _B, -stack)
            if empty > 0:
                at = _write_run(out, at, _DOT, empty)
            out[at] = _SLASH if y > 0 else _SPACE
            at += 1
        out[at] = _W if self.side == WHITE else _B
        out[at + 1] = _SPACE
        at = _write_number(out, at + 2, self.turn)
        out[at] = _SPACE
        return _write_number(out, at + 1, self.quiet)

    # The parts of a turn

    def _check_ply(self) -> int:
        if self.ply <= 0:
            raise IndexError("nothing has been played")
        return 0

    def _lift(self, square: int, stack: int) -> None:
        """Take `stack` (signed) off `square`; a negative of a stack puts it back."""
        self.cells[square] -= stack
        self.hash = (self.hash - stack * self.keys[square]) & _MASK
        if self.cells[square] > 0 or (self.cells[square] == 0 and stack > 0):
            self.white -= stack
        else:
            self.black += stack

    def _pass_the_turn(self) -> None:
        """File the position that has just arisen under its hash, count its earlier occurrences, and judge it."""
        ply = self.ply + 1
        self.ply = ply
        if self.side == BLACK:
            self.turn += 1
        self.side = -self.side
        self.player = 1 - self.player
        key = self.hash
        slot = key & (_SLOTS - 1)
        earlier = self.newest[slot]
        self.newest[slot] = ply
        self.hashes[ply] = key
        self.older[ply] = earlier
        if earlier >= self.window:
            self._count_occurrences(earlier)
        else:
            self.boards_seen = 1
            self.positions_seen = 1
        # Few positions can end a game: these, and what a boom has left.
        if self.boards_seen >= REPETITIONS or self.turn > TURN_LIMIT or self.quiet == 0:
            self._judge()

    def _file(self, position: int, key: int) -> None:
        """File a position under its hash, as `_pass_the_turn` does."""
        slot = key & (_SLOTS - 1)
        self.hashes[position] = key
        self.older[position] = self.newest[slot]
        self.newest[slot] = position

    def _count_occurrences(self, earlier: int) -> None:
        """Count the position among those that are filed in its slot, from `earlier` back to the last boom."""
        self.boards_seen = 1
        self.positions_seen = 1
        while earlier >= self.window:
            if self.hashes[earlier] == self.hash and self._is_same_board(earlier):
                self.boards_seen += 1
                if (self.ply - earlier) & 1 == 0:
                    self.positions_seen += 1
            earlier = self.older[earlier]

    def _is_same_board(self, earlier: int) -> bool:
        """Whether the board of position `earlier` is exactly the present one: whether the moves since cancel out.

        Two boards of one hash may still differ, so the hash alone never decides.
        """
        for ply in range(earlier, self.ply):
            self.net[self.sources[ply]] -= self.counts[ply]
            self.net[self.targets[ply]] += self.counts[ply]
        same = True
        for ply in range(earlier, self.ply):
            if self.net[self.sources[ply]] != 0 or self.net[self.targets[ply]] != 0:
                same = False
            self.net[self.sources[ply]] = 0
            self.net[self.targets[ply]] = 0
        return same

    def _judge(self) -> None:
        """Whether the position ends the game; in the order of the rulebook, tokens first."""
        repeated = self.positions_seen if self.referee else self.boards_seen
        if self.boards_seen >= REPETITIONS and self.fourth_board < 0:
            self.fourth_board = self.ply
        if self.white == 0:
            self.ending = MUTUAL_DESTRUCTION if self.black == 0 else BLACK_WINS
        elif self.black == 0:
            self.ending = WHITE_WINS
        elif repeated >= REPETITIONS:
            self.ending = REPETITION
        elif self.turn > TURN_LIMIT:
            self.ending = TURNS_USED_UP
        else:
            self.ending = GOING_ON
