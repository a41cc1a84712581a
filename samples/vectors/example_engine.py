"""An engine for Expendibots that knows nothing of this project: the rules text, read plainly, behind the protocol of the vectors.

    xbn vectors check "python3 samples/vectors/example_engine.py" --game expendibots

Standard library only. The board is a dictionary from (x, y) to a number of tokens, above zero for White and below for Black.
"""

import json
import re
import sys

START = "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 1 0"
MOVE = re.compile(r"(\d*)([a-z])(\d+)-([a-z])(\d+)")
BOOM = re.compile(r"x([a-z])(\d+)")
TURNS = 250


class Illegal(Exception):
    """An action that the rules do not allow; the name of the reason."""


class Game:
    def __init__(self, text, rules):
        board, side, turn, quiet = (text or START).split()
        self.cells = read_board(board)
        self.side = 1 if side == "w" else -1
        self.turn, self.quiet = int(turn), int(quiet)
        self.asks_side = rules == "referee"
        self.seen = [self.key()]

    def copy(self):
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__, cells=dict(self.cells), seen=list(self.seen))
        return other

    def key(self):
        """What must be the same in two positions for one to repeat the other."""
        return (frozenset(self.cells.items()), self.side if self.asks_side else 0)

    def outcome(self):
        white = any(tokens > 0 for tokens in self.cells.values())
        black = any(tokens < 0 for tokens in self.cells.values())
        if not white and not black:
            return "1/2-1/2", "mutual-destruction"
        if not black:
            return "1-0", "elimination"
        if not white:
            return "0-1", "elimination"
        if self.seen.count(self.seen[-1]) >= 4:
            return "1/2-1/2", "repetition"
        if self.turn > TURNS:
            return "1/2-1/2", "turn-limit"
        return "*", None

    def play(self, action):
        """Do what a text says. Raises Illegal."""
        if self.outcome()[1] is not None:
            raise Illegal("action-after-end")
        if boom := BOOM.fullmatch(action):
            self.boom(square(boom[1], boom[2]))
        else:
            count, *ends = MOVE.fullmatch(action).groups()
            self.move(int(count or 1), square(*ends[:2]), square(*ends[2:]))
        if self.side < 0:
            self.turn += 1
        self.side = -self.side
        self.seen.append(self.key())

    def boom(self, centre):
        self.own_stack(centre, centre)
        waiting = [centre]
        while waiting:
            x, y = waiting.pop()
            if self.cells.pop((x, y), 0):
                waiting += [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        self.quiet = 0
        self.seen = []

    def move(self, count, source, target):
        if not (on_board(source) and on_board(target)):
            raise Illegal("off-board")
        if count == 0:
            raise Illegal("zero-tokens")
        if source == target:
            raise Illegal("no-distance")
        height = self.own_stack(source, target)
        if count > height:
            raise Illegal("too-many-tokens")
        across, up = abs(source[0] - target[0]), abs(source[1] - target[1])
        if across and up:
            raise Illegal("not-in-line")
        if across + up > height:
            raise Illegal("too-far")
        if self.cells.get(target, 0) * self.side < 0:
            raise Illegal("onto-enemy")
        self.cells[target] = self.cells.get(target, 0) + count * self.side
        self.cells[source] -= count * self.side
        if not self.cells[source]:
            del self.cells[source]
        self.quiet += 1

    def own_stack(self, source, target):
        if not (on_board(source) and on_board(target)):
            raise Illegal("off-board")
        height = self.cells.get(source, 0) * self.side
        if height == 0:
            raise Illegal("empty-square")
        if height < 0:
            raise Illegal("not-your-stack")
        return height

    def actions(self):
        if self.outcome()[1] is not None:
            return
        for (x, y), tokens in list(self.cells.items()):
            height = tokens * self.side
            if height > 0:
                yield f"x{name((x, y))}"
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    for far in range(1, height + 1):
                        target = (x + far * dx, y + far * dy)
                        if on_board(target) and self.cells.get(target, 0) * self.side >= 0:
                            for count in range(1, height + 1):
                                yield f"{count}{name((x, y))}-{name(target)}"

    def perft(self, depth):
        if depth == 0:
            return 1
        if depth == 1:
            return sum(1 for _ in self.actions())
        total = 0
        for action in self.actions():
            after = self.copy()
            after.play(action)
            total += after.perft(depth - 1)
        return total

    def text(self):
        return f"{write_board(self.cells)} {'w' if self.side > 0 else 'b'} {self.turn} {self.quiet}"


def square(letter, digits):
    return ord(letter) - ord("a"), int(digits) - 1


def name(place):
    return "abcdefgh"[place[0]] + str(place[1] + 1)


def on_board(place):
    return 0 <= place[0] < 8 and 0 <= place[1] < 8


def read_board(board):
    cells = {}
    for y, row in zip(range(7, -1, -1), board.split("/"), strict=True):
        x = 0
        for kind, digits in re.findall(r"([wb.])(\d*)", row):
            number = int(digits or 1)
            if kind == ".":
                x += number
            else:
                cells[x, y] = number if kind == "w" else -number
                x += 1
    return cells


def write_board(cells):
    ranks = []
    for y in range(7, -1, -1):
        row, empty = "", 0
        for x in range(8):
            tokens = cells.get((x, y), 0)
            if not tokens:
                empty += 1
                continue
            row += run(".", empty) + run("w" if tokens > 0 else "b", abs(tokens))
            empty = 0
        ranks.append(row + run(".", empty))
    return "/".join(ranks)


def run(letter, number):
    return "" if number == 0 else letter if number == 1 else f"{letter}{number}"


def answer(question):
    if question["game"] != "expendibots":
        return {"error": f"this engine does not play {question['game']}"}
    game = Game(question["position"], question["rules"])
    for move in question["moves"]:
        game.play(move)
    if question["ask"] == "perft":
        return {"count": game.perft(question["depth"])}
    try:
        game.play(question["action"])
    except Illegal as illegal:
        return {"legal": False, "reason": str(illegal)}
    result, termination = game.outcome()
    return {"legal": True, "after": game.text(), "outcome": {"result": result, "termination": termination}}


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], **answer(asked)}), flush=True)
