"""The numbers of turns: counted from the first turn of a line, by players or, where who acts next depends on it, by positions.

A written number that contradicts the count is an error, and the count goes on from it, so that one mistake is one finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from expendibots_notation.game import Action, Game, NotationError, Position, Rules
from expendibots_notation.notation.tree import NO_NOTES, Line, Ply, Record, Rejected, TurnMark, values_by_name

MOST_TURNS = 10**18 - 1
"""The largest number that can be written before an action."""
MOST_BELIEVED = 10**15
"""The largest number from which the count goes on where it is wrong, so that every number it reaches can be written."""

Turn = tuple[int, int]
"""A turn's number and the index of its player."""

NextTurn = Callable[[Ply | Rejected, Turn], Turn]
"""The turn that follows an action, by the turn that the action is."""


class PlayersInTurn:
    """The usual NextTurn: that many players, one after the other, whatever the positions are."""

    __slots__ = ("players",)

    def __init__(self, players: int) -> None:
        self.players = players

    def __call__(self, _: Ply | Rejected, turn: Turn) -> Turn:
        return (turn[0], turn[1] + 1) if turn[1] + 1 < self.players else (turn[0] + 1, 0)


def next_turn_of(record: Record, game: Game | None) -> NextTurn:
    """How turns follow each other in a record; two players in turn, where its game is not known."""
    if game is None:
        return PlayersInTurn(2)
    if not game.turns_vary(_rules(record, game)):
        return PlayersInTurn(len(game.players))
    by_players = game.next_turn
    steps = _steps(record, game)

    def as_positions_say(node: Ply | Rejected, turn: Turn) -> Turn:
        step = steps.get(id(node))
        return by_players(*turn) if step is None else (turn[0] + step[0], step[1])

    return as_positions_say


def _steps(record: Record, game: Game) -> dict[int, Turn]:
    """For each legal action of a record: by how much the number of the turn grows with it, and who is next."""
    steps: dict[int, Turn] = {}
    with suppress(NotationError):
        start = game.start(_rules(record, game), record.setup, values_by_name(record.tags))
        waiting: list[tuple[Line, Position]] = [(record.line, start)]
        while waiting:
            line, here = waiting.pop()
            waiting.extend((variation.line, here) for variation in line.first_variations())
            events = [item.event for item in line.items]
            for ply in line.plies:
                after = _played(here, events)
                if after is None:
                    break
                waiting.extend((variation.line, after) for variation in ply.variations())
                reached = _played(after, [ply.action])
                if reached is None:
                    break
                steps[id(ply)] = (reached.turn - after.turn, game.players.index(reached.player))
                here, events = reached, [item.event for item in ply.items]
    return steps


def _played(position: Position, actions: Iterable[Action]) -> Position | None:
    """The position after some actions; None where one of them is not legal."""
    for action in actions:
        if action is None or position.violation(action) is not None:
            return None
        position = position.play(action)
    return position


def first_turn(record: Record, game: Game | None) -> Turn:
    """The turn with which the record begins: the first one, unless a Setup position says otherwise.

    Where the rules or that position cannot be read, the number before the first action is believed.
    """
    if game is None:
        return (1, 0)
    try:
        rules = game.rules(record.rules)
        if record.setup is None:
            return (1, 0)
        start = game.start(rules, record.setup, values_by_name(record.tags))
    except NotationError:
        line = record.line
        first = line.plies[0].mark if line.plies else line.rejected.mark if line.rejected else line.dangling
        if first is None or first.number > MOST_BELIEVED:
            return (1, 0)
        # The dots of a later player are wrong in a game that has none, and are reported as such.
        return (first.number, 0 if first.dots == 1 else min(1, len(game.players) - 1))
    return (start.turn, game.players.index(start.player))


def _rules(record: Record, game: Game) -> Rules:
    """The record's rules; the game's usual ones where it names none that exist."""
    try:
        return game.rules(record.rules)
    except NotationError:
        return game.rules()


def numbered(line: Line, turn: Turn, next_turn: NextTurn) -> list[tuple[Ply | Rejected, Turn]]:
    """The actions of a line, a rejected one last, each with the turn that it is by the count."""
    found: list[tuple[Ply | Rejected, Turn]] = []
    if type(next_turn) is PlayersInTurn:
        # The same as below, without a call for each action.
        last_player = next_turn.players - 1
        number, player = turn
        for ply in line.plies:
            found.append((ply, (number, player)))
            if ply.mark is not None and ply.mark.number <= MOST_BELIEVED:
                number = ply.mark.number
            if player < last_player:
                player += 1
            else:
                number, player = number + 1, 0
        turn = number, player
    else:
        for ply in line.plies:
            found.append((ply, turn))
            turn = next_turn(ply, after_mark(ply.mark, turn))
    if line.rejected is not None:
        found.append((line.rejected, turn))
    return found


def is_regular(line: Line, first: Turn, next_turn: NextTurn) -> bool:
    """Whether a line is like most: players who take turns, nothing but their actions, and each turn's number where it belongs.

    Nothing is then wrong with its numbers, and all of its turns are written alike.
    """
    number, player = first
    if type(next_turn) is not PlayersInTurn or player != 0 or line.items or line.rejected or line.dangling:
        return False
    for ply in line.plies:
        mark = ply.mark
        if player == 0:
            if mark is None or mark.number != number or mark.dots != 1 or number > MOST_TURNS:
                return False
        elif mark is not None:
            return False
        if ply.notes is not NO_NOTES or ply.items:
            return False
        player += 1
        if player == next_turn.players:
            number, player = number + 1, 0
    return True


def last_turn(line: Line, turn: Turn, next_turn: NextTurn) -> Turn:
    """The turn behind the last action of a line."""
    for node, at in numbered(line, turn, next_turn):
        turn = next_turn(node, after_mark(node.mark, at))
    return turn


def after_mark(mark: TurnMark | None, turn: Turn) -> Turn:
    """The turn as it counts once its number is read: the written one, right or wrong."""
    return turn if mark is None or mark.number > MOST_BELIEVED else (mark.number, turn[1])


def is_wrong(mark: TurnMark | None, turn: Turn) -> bool:
    """Whether the written number contradicts the count."""
    return mark is not None and mark.number != turn[0]


def write_mark(turn: Turn) -> str:
    """`12.` before the first player's action, `12...` before a later player's."""
    return f"{turn[0]}." if turn[1] == 0 else f"{turn[0]}..."
