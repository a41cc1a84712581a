"""The table of a tournament: who played, how often, and with what success.

Valid records count. An outcome of the replay goes before a claim; what no board can show, such as a loss on time, is as claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import isfinite

from expendibots_notation.game import DRAW, UNFINISHED, Game, Outcome
from expendibots_notation.games import GAMES, find_game, game_called
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.numbering import first_turn, next_turn_of, numbered
from expendibots_notation.notation.strings import read_string
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import Overrides, played_text
from expendibots_notation.verdict import CleanRun, FileFinding, Judged

FORFEITS = ("illegal-action", "time", "memory", "crash")
"""Losses that a player brought about away from the board."""
_UNKNOWN = Outcome()
TIME_USED = "emt"
"""The attribute with the seconds that a player used for an action."""


class Success(StrEnum):
    """What a game was to one of its players."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    UNDECIDED = "undecided"
    """The game was not finished, or its result does not tell: of three players, 0-1 says only that the first has not won."""


def success(result: str, seat: int, seats: int) -> Success:
    """What a result is to the player who comes in that place of the turn order."""
    if result == DRAW:
        return Success.DRAW
    if result == UNFINISHED or (result == "0-1" and seat > 0 and seats > 2):
        return Success.UNDECIDED
    return Success.WIN if (result == "1-0") == (seat == 0) else Success.LOSS


@dataclass(frozen=True, slots=True, order=True)
class Player:
    """A player by name; where a record names nobody, by the side, such as white."""

    name: str
    is_named: bool = True

    def __str__(self) -> str:
        return self.name if self.is_named else f"({self.name})"


@dataclass(frozen=True, slots=True)
class Played:
    """What the table makes of a record."""

    file: str
    index: int
    line: int
    game: str | None = None
    """The id of the game; None where the record does not count."""
    players: tuple[Player, ...] = ()
    """In turn order; so are the next two."""
    seconds: tuple[float, ...] = ()
    """The time that is known to have been used."""
    timed_actions: tuple[int, ...] = ()
    """For how many actions that is."""
    outcome: Outcome = _UNKNOWN
    plies: int = 0


def results(text: TextStream, file: str, overrides: Overrides) -> Iterator[CleanRun | Played | FileFinding]:
    """What the table makes of the records of a text."""
    for each in played_text(text, file, replace(overrides, finals=False)):
        yield played(each) if isinstance(each, Judged) else each


def played(judged: Judged) -> Played:
    """What the table makes of a judged record: it counts if it is valid."""
    verdict, record = judged.verdict, judged.record
    game = find_game(verdict.game)
    place = verdict.file, verdict.index, verdict.line
    if record is None or game is None or not verdict.valid:
        return Played(*place)
    times = _times(record, game)
    return Played(
        *place,
        game.id,
        tuple(_player(record.tag(side.capitalize()) or "", side) for side in game.players),
        tuple(map(sum, times)),
        tuple(map(len, times)),
        verdict.outcome if verdict.outcome.is_over else verdict.claimed,
        verdict.plies,
    )


def _player(tag: str, side: str) -> Player:
    """The player whom the tag of a side names."""
    name = tag.strip()
    return Player(name) if name not in ("", "?") else Player(side, is_named=False)


def _players(names: bytes, game: Game) -> tuple[Player, ...]:
    """The players whose tags stand in a transcript."""
    tags = names.decode().split("\n")
    return tuple(_player(read_string(f'"{tag}"'), side) for tag, side in zip(tags, game.players, strict=False))


def _times(record: Record, game: Game) -> list[list[float]]:
    """By seat: the seconds used for each action of which that is known."""
    found: list[list[float]] = [[] for _ in game.players]
    if not any(ply.notes.attributes for ply in record.line.plies):
        return found
    for node, (_, seat) in numbered(record.line, first_turn(record, game), next_turn_of(record, game)):
        for name, value in node.notes.attributes:
            if name == TIME_USED and isinstance(value, int | float) and isfinite(value) and value >= 0:
                found[seat].append(float(value))
    return found


@dataclass(slots=True)
class Score:
    """Counted games."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    undecided: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws + self.undecided

    @property
    def points(self) -> float:
        """One for a win, half of one for a draw."""
        return self.wins + self.draws / 2

    def add(self, won: Success, games: int = 1) -> None:
        match won:
            case Success.WIN:
                self.wins += games
            case Success.LOSS:
                self.losses += games
            case Success.DRAW:
                self.draws += games
            case Success.UNDECIDED:
                self.undecided += games


@dataclass(slots=True)
class Row:
    """One player's games."""

    player: Player
    score: Score = field(default_factory=Score)
    drawn_by: dict[str, int] = field(default_factory=dict)
    """Draws by kind."""
    forfeits: int = 0
    """How many of the losses are forfeits."""
    plies: int = 0
    """The length of all games together."""
    seconds: float = 0.0
    """The time that is known to have been used, and for how many actions."""
    timed_actions: int = 0
    against: dict[Player, Score] = field(default_factory=dict)

    @property
    def average_plies(self) -> float:
        return self.plies / self.score.games

    @property
    def seconds_per_action(self) -> float | None:
        """None where no time is known."""
        return self.seconds / self.timed_actions if self.timed_actions else None


@dataclass(slots=True)
class Table:
    """All that was played of one game."""

    game: Game
    games: int = 0
    rows: dict[Player, Row] = field(default_factory=dict)

    def ranked(self) -> list[Row]:
        """The rows: most points first, then most wins, fewest losses, and by name."""
        return sorted(
            self.rows.values(), key=lambda row: (-row.score.points, -row.score.wins, row.score.losses, row.player.name, row.player)
        )

    def met(self) -> bool:
        """Whether anybody played against somebody."""
        return any(row.against for row in self.rows.values())

    def draw_kinds(self) -> list[str]:
        """The kinds of draws that occurred: those of the game in its own order, then the others by name."""
        kinds = {kind for row in self.rows.values() for kind in row.drawn_by}
        usual = [kind for kind in self.game.all_terminations() if kind in kinds]
        return usual + sorted(kinds - set(usual))

    def add(self, players: tuple[Player, ...], outcome: Outcome, plies: int, games: int = 1) -> None:
        """Count so many games of the same players with the same outcome, which have so many plies together."""
        self.games += games
        successes = [success(outcome.result, seat, len(players)) for seat in range(len(players))]
        for seat, player in enumerate(players):
            row = self.rows.setdefault(player, Row(player))
            row.score.add(successes[seat], games)
            row.plies += plies
            if successes[seat] is Success.DRAW:
                kind = outcome.termination or "unknown"
                row.drawn_by[kind] = row.drawn_by.get(kind, 0) + games
            if successes[seat] is Success.LOSS and outcome.termination in FORFEITS:
                row.forfeits += games
            for other_seat, other in enumerate(players):
                if other_seat != seat:
                    won = _between(successes[seat], successes[other_seat])
                    row.against.setdefault(other, Score()).add(won, games)

    def add_times(self, players: tuple[Player, ...], seconds: Sequence[float], timed_actions: Sequence[int]) -> None:
        """Count the time that the players of a game have used."""
        for player, used, actions in zip(players, seconds, timed_actions, strict=True):
            self.rows[player].seconds += used
            self.rows[player].timed_actions += actions


def _between(mine: Success, other: Success) -> Success:
    """What a game was between two of its players: where neither beat the other, nothing is decided."""
    return mine if {mine, other} in ({Success.WIN, Success.LOSS}, {Success.DRAW}) else Success.UNDECIDED


class Standings:
    """Takes records one at a time and keeps the tables."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self.left_out: list[str] = []
        """The places of records that are invalid, in order."""

    def add(self, played: Played) -> None:
        """Count a record, if it counts."""
        game = find_game(played.game) if played.game is not None else None
        if game is None:
            self.left_out.append(f"{played.file}:{played.line}: record {played.index}")
        else:
            table = self._table(game)
            table.add(played.players, played.outcome, played.plies)
            table.add_times(played.players, played.seconds, played.timed_actions)

    def add_run(self, run: CleanRun) -> None:
        """Count clean records, of which there are transcripts."""
        transcripts = run.transcripts
        assert transcripts is not None
        table = self._table(game_called(run.game))
        names = [transcripts.names(row) for row in range(len(run))]
        # Few players meet often: what is alike is counted together.
        plies: dict[tuple[bytes, int, int], list[int]] = {}
        for row, key in enumerate(zip(names, run.claim_of, run.outcome_of, strict=True)):
            plies.setdefault(key, []).append(run.plies[row])
        players = {each: _players(each, table.game) for each in {}.fromkeys(names)}
        for (name, claim, outcome), lengths in plies.items():
            ending = run.outcomes[outcome] if run.outcomes[outcome].is_over else run.claims[claim]
            table.add(players[name], ending, sum(lengths), len(lengths))
        seats = transcripts.players
        for row, name in enumerate(names):
            timed = transcripts.timed[row * seats : (row + 1) * seats]
            if any(timed):
                table.add_times(players[name], transcripts.seconds[row * seats : (row + 1) * seats], timed)

    def _table(self, game: Game) -> Table:
        return self._tables.setdefault(game.id, Table(game))

    def tables(self) -> list[Table]:
        """One table for each game of which there is a record, in the order of the games."""
        order = {game.id: number for number, game in enumerate(GAMES)}
        return sorted(self._tables.values(), key=lambda table: order.get(table.game.id, len(order)))
