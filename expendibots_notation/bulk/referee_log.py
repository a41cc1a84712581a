"""Referee logs, judged line by line: each line is looked up as a whole, and its numbers go to the engine.

Understood is what the referee writes for a player who sends plain numbers: a start with a time, actions in turn, and the words at
the end if the game is over. All else is in doubt: other lines and spellings, refused and illegal actions, an end that is missing
or wrong, and repetitions about which the readings of the rules differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from expendibots_notation.game import TRUNCATED, UNFINISHED, NotationError, Outcome, Rules
from expendibots_notation.games.expendibots import GAME, ExpendibotsPosition, Move, official
from expendibots_notation.games.expendibots.codes import ALLOWED, BLACK, PLY_LIMIT, WHITE
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.positions import START, read_position
from expendibots_notation.importers.referee_log import ACTION, READING, GameLog, read_game, read_time, split
from expendibots_notation.importers.referee_log import START as START_LINE
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import Verdict

_SIDES = {"white": WHITE, "black": BLACK}
_ENDS = {f"[over ] - {words}": Outcome(*end) for words, end in official.ENDINGS.items()}
_NO_END = Outcome(UNFINISHED, TRUNCATED)

_REMEMBERED = 1 << 15

Numbers = tuple[int, int, int, int, int, int]
"""The side, the count, the source and the target of a move; a boom has the count 0."""


def scan(blocks: Iterable[str], file: str, rules_text: str | None) -> Iterator[Verdict | Record]:
    """A verdict for each game that is clean, a record for each other one, in the order of the file."""
    try:
        scanner = _Scanner(file, GAME.rules(rules_text or READING))
    except NotationError:
        scanner = None
    for log in split(blocks):
        verdict = scanner.verdict(log) if scanner else None
        yield verdict or read_game(log, file)


class _Scanner:
    """Judges the games of one file."""

    def __init__(self, file: str, rules: Rules) -> None:
        self.file = file
        self.rules = rules
        self.start = Engine(*read_position(START), referee=rules.reading == "referee", capacity=0)

    def verdict(self, log: GameLog) -> Verdict | None:
        """The verdict on a game, if all is well; None where there is any doubt."""
        first, *lines = log.text.rstrip("\n").split("\n")
        if not first.startswith(START_LINE) or read_time(first.removeprefix(START_LINE).strip()) is None:
            return None
        claimed = _NO_END
        if lines and lines[-1] in _ENDS:
            claimed = _ENDS[lines.pop()]
        engine = self.start.fork(min(len(lines), PLY_LIMIT))
        if not _play(engine, lines) or engine.readings_part():
            return None
        final = ExpendibotsPosition(engine, self.rules)
        outcome = final.outcome()
        if claimed != (outcome if outcome.is_over else _NO_END):
            return None
        return Verdict(
            file=self.file,
            index=log.index,
            line=log.line,
            game=GAME.id,
            rules=self.rules.text,
            plies=engine.ply,
            claimed=claimed,
            outcome=outcome,
            end_ply=engine.ply if outcome.is_over else None,
            final=final.text,
            diagnostics=(),
        )


def _play(engine: Engine, lines: list[str]) -> bool:
    """Play the actions of the lines; False as soon as one is not understood or not allowed."""
    try:
        for side, count, x, y, to_x, to_y in map(_NUMBERS.__getitem__, lines):
            if side != engine.side or (engine.move(count, x, y, to_x, to_y) if count else engine.boom(x, y)) != ALLOWED:
                return False
    except _NotUnderstood:
        return False
    return True


class _NotUnderstood(Exception):
    """Raised for a line that is not an action as the referee usually writes it."""


class _NumbersOfLines(dict[str, Numbers]):
    """What lines mean. Few different ones occur, so each is read once and remembered."""

    def __missing__(self, line: str) -> Numbers:
        numbers = _read(line)
        if len(self) >= _REMEMBERED:
            self.clear()
        self[line] = numbers
        return numbers


_NUMBERS = _NumbersOfLines()


def _read(line: str) -> Numbers:
    """The numbers of an action that stands alone on its line and is spelled as usual. Raises _NotUnderstood."""
    found = ACTION.fullmatch(line)
    read = official.read_sentence(found[2]) if found else None
    if not found or not read or line != f"[{found[1]}] - {official.write_sentence(read[0])}.":
        raise _NotUnderstood
    action, side = read[0], _SIDES[found[1]]
    if not isinstance(action, Move):
        return side, 0, *action.square, *action.square
    if action.count == 0:
        # That would be a boom.
        raise _NotUnderstood
    return side, action.count, *action.source, *action.target
