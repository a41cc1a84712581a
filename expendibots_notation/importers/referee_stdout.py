"""What the official 2020 referee prints on its terminal, read.

    * asking player 1 (white) for next action...
    *   player 1 (white) returned action: ('MOVE', 1, (0, 1), (0, 2))
    *   time:  + 0.013s  (just elapsed)    0.013s  (game total)
    * displaying game info:                        (and a board, where the verbosity asks for one)
    * updating player 1 (white) with white's action ('MOVE', 1, (0, 1), (0, 2))...
    * updating player 2 (black) with white's action ('MOVE', 1, (0, 1), (0, 2))...

An action is returned before it is judged; it is played once the referee shows the board after it or tells a player about it.
Players print too, even the referee's own sentences. So a sentence counts only in its exact words and where the referee would say
it; an end counts only if the game does not go on. Without verbosity only the end is printed, and the result is taken on trust.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import NamedTuple

from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.game import ILLEGAL_ACTION, UNFINISHED, Cursor
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import official
from expendibots_notation.games.expendibots.actions import Action
from expendibots_notation.importers.foreign import ForeignGame, lines_of, quoted
from expendibots_notation.importers.referee_board import PrintedBoard
from expendibots_notation.importers.referee_sentences import find_sentence, place_in, readable, without_unseen
from expendibots_notation.notation.tree import RAW, AttributeValue, Comment, Record

_BANNER = re.compile(r"\*{20,}")
_WELCOME = re.compile(r"welcome to Expendibots referee version .*")

_REFUSED_TAIL = (
    ", is not well-formed or not available. See specification and game rules for details, or consider currently available actions:"
)

_QUIET = frozenset({"ending", "invalid", "limit"})
"""Sentences that are printed at every verbosity."""
_CLOSING = _QUIET | {"over", "error", "refused", "exceeded", "bye"}
"""Sentences behind which the referee says nothing more about the game: any other shows that it goes on."""
_INTRODUCED = {"ending": "over", "invalid": "error", "limit": "error", "refused": "invalid", "exceeded": "limit", "asking": "turn"}
"""Sentences that follow directly on another; only without verbosity some of them stand alone."""

_TRACEBACK = "Traceback (most recent call last):"
_OUTERMOST_FRAME = ", in _run_module_as_main"

_OTHER_FORMATS = re.compile(
    r"""\s*+(?:\{ | \[\s*[\[{("] | \[\w+\s*" | \[(?:game\ |white|black|over\ |error)\]\ -\  | [(\[\s]*+["'](?:MOVE|BOOM)["'])""",
    re.VERBOSE,
)


def recognises(head: str) -> float:
    """How surely a text that begins so is a transcript: by the banner, by the referee's sentences, or by its last words."""
    if _OTHER_FORMATS.match(head):
        return 0.0
    lines = [text for line in head.split("\n") if (text := readable(line))]
    if any(_BANNER.fullmatch(line) and _WELCOME.fullmatch(after) for line, after in pairwise(lines)):
        return 1.0
    kinds = [found[0] for line in lines if (found := find_sentence(line))]
    if any(kind not in _CLOSING for kind in kinds):
        return 0.9
    return 0.6 if lines and (found := find_sentence(lines[-1])) and found[0] in _CLOSING else 0.0


def read(blocks: Iterable[str], file: str) -> Iterator[Record | Diagnostic]:
    """The games of a transcript, each from the referee's banner on; without banners it is one game.

    Where an action cannot be read, its game ends there, with a diagnostic; the next game is read as usual.
    """
    reader: _TranscriptReader | None = None
    index = 1
    for number, (line, after) in enumerate(pairwise(chain(lines_of(blocks), ("",))), 1):
        is_banner = line.endswith("**") and bool(_BANNER.fullmatch(readable(line)) and _WELCOME.fullmatch(readable(after)))
        if is_banner and reader is not None and reader.has_begun:
            yield reader.record()
            index += 1
        if is_banner or (reader is None and line.strip()):
            reader = _TranscriptReader(ForeignGame(expendibots.GAME, file, number, index), is_quiet=not is_banner)
        if reader is not None:
            reader.line(line)
    if reader is not None:
        yield reader.record()


class _Said(NamedTuple):
    """An action as the referee quotes it."""

    colour: str
    text: str
    span: Span

    def differs(self, text: str, action: Action) -> bool:
        """Whether this quotes another action than `text`, which is read as `action`."""
        return self.text != text and official.read_action(self.text) != action


class _End(NamedTuple):
    """How a game ended, and in what words."""

    result: str
    termination: str
    words: str = ""


@dataclass(slots=True)
class _Turn:
    """What the referee has said about one action. Before the first it is about the start of the game."""

    asked: str | None = None
    returned: _Said | None = None
    told: list[_Said] = field(default_factory=list)
    board: PrintedBoard | None = None
    attributes: dict[str, AttributeValue] = field(default_factory=dict)

    @property
    def played(self) -> _Said | None:
        """The action, if the referee has accepted it."""
        return self.told[0] if self.told else self.returned if self.board else None


class _TranscriptReader:
    """One game of a transcript, line by line."""

    def __init__(self, game: ForeignGame, is_quiet: bool) -> None:
        self.game = game
        game.rules = "referee"
        game.termination = "truncated"
        self.is_quiet = is_quiet
        """Whether nothing has been printed that takes any verbosity."""
        self.has_begun = not is_quiet
        self.opening = ""
        self.current, self.start = "", 0
        self.last = ""
        """The kind of the last sentence."""
        self.caller: str | None = None
        """The player whose code is running, and may print."""
        self.turn = _Turn()
        self.end: _End | None = None
        self.rejection: _Said | None = None
        self.refused: list[str] | None = None
        self.traceback: list[str] = []
        self.cursor: Cursor | None = expendibots.GAME.cursor(expendibots.start(rules="referee"))
        self.boards_agree = True

    def line(self, line: str) -> None:
        if not self.game.is_whole:
            return
        text = readable(line)
        is_player_talking = self.caller is not None or self.is_quiet
        sentence = find_sentence(text, is_player_talking) if self.refused is None else None
        is_traceback = sentence is None and self.add_traceback(text)
        # Of most of the players' lines only the number is kept: no finding points at them, and they may be very many.
        is_kept = sentence or is_traceback or text.startswith("*") or not self.game.line_count
        self.current, self.start = line, self.game.add_line(line if is_kept else "")
        self.opening = self.opening or text
        if self.refused is not None:
            self.add_refused(without_unseen(line).removeprefix("* "))
        elif sentence is not None:
            self.sentence(*sentence)
        elif self.last == "display" and self.turn.board is not None and not self.turn.told:
            self.turn.board.line(text, Span(self.start, self.start + len(line.rstrip())))

    def sentence(self, kind: str, found: re.Match[str]) -> None:
        """Take a sentence, if the referee would say it here; otherwise a player has."""
        if _INTRODUCED.get(kind, self.last) != self.last and not (self.is_quiet and kind in _QUIET):
            return
        self.has_begun = True
        self.is_quiet = self.is_quiet and kind in _QUIET
        if kind not in _CLOSING:
            self.end = self.rejection = None
            if not any(_OUTERMOST_FRAME in line for line in self.traceback):
                self.traceback = []
        # Each kind of sentence that says something about the game has a method, which takes what was found.
        hear: Callable[[re.Match[str]], None] | None = getattr(self, f"hear_{kind}", None)
        if hear is not None:
            hear(found)
        self.last = kind

    def said(self, colour: str, found: re.Match[str], group: int) -> _Said:
        first, last = (self.start + place_in(self.current, offset) for offset in found.span(group))
        return _Said(colour, found[group], Span(first, last))

    # How a game goes on

    def hear_importing(self, found: re.Match[str]) -> None:
        package = found[3] if found[2] == "Player" else f"{found[3]}:{found[2]}"
        self.game.tags["White" if found[1] == "1" else "Black"] = package

    def hear_initialising(self, found: re.Match[str]) -> None:
        self.caller = found[1]

    def hear_start(self, _: re.Match[str]) -> None:
        self.turn = _Turn()

    def hear_asking(self, found: re.Match[str]) -> None:
        colour, played = found[1], self.turn.played
        if self.caller is None or played is None or played.colour != colour:
            self.next_turn(colour)
            self.caller = colour

    def hear_returned(self, found: re.Match[str]) -> None:
        """The latest action that a player returns counts: what came before it was the player's own print."""
        colour, turn = found[1], self.turn
        is_awaited = turn.asked == colour and not (turn.returned and turn.told)
        if self.caller is None:
            self.close_turn()
        if self.caller is None or is_awaited:
            self.turn = _Turn(colour, self.said(colour, found, 2))
            self.caller = None

    def hear_time(self, found: re.Match[str]) -> None:
        """Note what the call for an action has cost; the other calls are not part of the game."""
        self.caller = None
        if self.last == "returned" and not self.turn.told:
            self.turn.attributes["emt"] = float(found[1])

    def hear_space(self, found: re.Match[str]) -> None:
        if self.last in ("returned", "time") and self.turn.returned and not self.turn.told:
            self.turn.attributes["mem"] = float(found[1])

    def hear_display(self, found: re.Match[str]) -> None:
        if not self.turn.told:
            self.turn.board = PrintedBoard(self.said("", found, 0).span)

    def hear_updating(self, found: re.Match[str]) -> None:
        """Both players are told about an action, the first one first."""
        player, colour, turn = found[1], found[2], self.turn
        is_first = not turn.told and turn.asked in (None, colour)
        is_second = bool(turn.told) and turn.told[0].colour == colour and player == expendibots.GAME.players[1]
        if self.caller is None or is_first:
            if not is_first and not is_second:
                self.next_turn(colour)
            self.turn.told.append(self.said(colour, found, 3))
        self.caller = player

    def next_turn(self, colour: str) -> None:
        self.close_turn()
        self.turn = _Turn(colour)

    def close_turn(self, is_last: bool = False) -> None:
        """Play the action of the turn, if it was accepted, and compare the board shown with the replay's."""
        turn = self.turn
        if turn.played is not None:
            self.play(turn.played)
        if turn.board is not None and self.game.is_whole and (turn.played or turn.asked is None):
            self.compare(turn.board, is_last)

    def play(self, said: _Said) -> None:
        expected = self.game.player
        action = official.read_action(said.text)
        if said.colour != expected:
            self.game.stop("colour-out-of-turn", said.span, colour=said.colour, expected=expected)
        elif action is None or not official.has_text(action):
            self.game.stop("unreadable-action", said.span, action=quoted(said.text))
        elif self.turn.returned and self.turn.returned.differs(said.text, action):
            before = quoted(self.turn.returned.text)
            self.game.stop("unreadable-action", said.span, action=f"{quoted(said.text)} (returned as {before})")
        else:
            sentence = official.quote_sentence(said.text, action)
            raw = {} if sentence == official.write_sentence(action) else {RAW: sentence}
            self.game.play(action, said.span, (*self.turn.attributes.items(), *raw.items()))
            if self.cursor is not None and self.cursor.refuse(action) is not None:
                self.cursor = None
            again = self.turn.told[-1] if self.turn.told else said
            if again.differs(said.text, action):
                self.game.stop("unreadable-action", again.span, action=f"{quoted(again.text)} (first told as {quoted(said.text)})")

    def compare(self, board: PrintedBoard, is_last: bool) -> None:
        """Say where a board differs from the replay, or cannot be read; of several in a row that differ, only the first."""
        printed = board.text
        if printed is None and not (is_last and self.last == "display"):
            self.game.find("unreadable-board", board.span)
        if printed is not None and self.cursor is not None:
            replayed = self.cursor.position().text.split()[0]
            if printed != replayed and self.boards_agree:
                self.game.find("board-mismatch", board.span, printed=printed, replayed=replayed)
            self.boards_agree = printed == replayed

    # How it ends

    def hear_over(self, _: re.Match[str]) -> None:
        self.end = _End(UNFINISHED, "unknown")

    def hear_ending(self, found: re.Match[str]) -> None:
        self.end = _End(*official.ENDINGS[found[1]], found[1])

    def hear_error(self, found: re.Match[str]) -> None:
        """An error whose circumstances are said behind this, if at all."""
        self.end = _End(UNFINISHED, "unknown", found[1])

    hear_limit = hear_error

    def hear_invalid(self, found: re.Match[str]) -> None:
        self.hear_error(found)
        self.rejection = self.turn.returned if self.turn.played is None else None

    def hear_refused(self, found: re.Match[str]) -> None:
        is_certain = self.rejection is not None and self.rejection.colour == found[1]
        if is_certain or found[2].endswith(_REFUSED_TAIL):
            self.rejection = self.said(found[1], found, 2)
            self.refused = []
            self.add_refused(found[2])

    def add_refused(self, text: str) -> None:
        """Take a line of the message that refuses an action, whose repr may hold line breaks and imitate anything."""
        if self.refused is not None and self.rejection is not None:
            self.refused.append(text.removesuffix(_REFUSED_TAIL))
            self.rejection = self.rejection._replace(text="\n".join(self.refused))
        if text.endswith(_REFUSED_TAIL):
            self.refused = None

    def hear_exceeded(self, found: re.Match[str]) -> None:
        result = expendibots.GAME.loss_of(int(found[2]) - 1) if found[2] else UNFINISHED
        self.end = _End(result, "time" if found[2] else "memory", found[1])

    def hear_bye(self, found: re.Match[str]) -> None:
        self.end = _End(UNFINISHED, "truncated", found[1])

    def add_traceback(self, text: str) -> bool:
        """Take a line of a traceback, if it is one: they end with the first line that is not indented."""
        if text.endswith(_TRACEBACK):
            self.traceback = [_TRACEBACK]
        elif text and self.traceback and (len(self.traceback) == 1 or self.traceback[-1].startswith(" ")):
            self.traceback.append(text)
        else:
            return False
        return True

    def crash(self) -> _End | None:
        """What a traceback tells: whoever was called when it came has lost."""
        if not self.traceback:
            return None
        result = expendibots.GAME.loss_of(expendibots.GAME.players.index(self.caller)) if self.caller else UNFINISHED
        return _End(result, "crash", self.traceback[-1].strip())

    def record(self) -> Record | Diagnostic:
        if not self.has_begun and not self.traceback:
            self.game.stop("unreadable-line", Span(0, len(self.opening)), line=quoted(self.opening), format="referee-stdout")
        if self.game.is_whole:
            self.close_turn(is_last=True)
        if self.game.is_whole:
            self.conclude()
        return self.game.record()

    def conclude(self) -> None:
        """Say how the game ended: in the referee's words; without any, as the replay has it or as the text breaks off."""
        end = self.end or self.crash() or _End(UNFINISHED, "truncated")
        if self.rejection is not None:
            colour, raw, span = self.rejection
            expected = self.game.player
            if colour != expected:
                self.game.stop("colour-out-of-turn", span, colour=colour, expected=expected)
                return
            self.game.reject(raw, span)
            end = _End(expendibots.GAME.loss_of(expendibots.GAME.players.index(colour)), ILLEGAL_ACTION)
        elif end.termination in expendibots.GAME.terminations:
            # Where nothing but the result was printed, there is nothing that could bear the reason out.
            end = end._replace(termination="unknown") if self.is_quiet else end._replace(words="")
        elif self.cursor is not None and self.cursor.is_over():
            # The game was over on the board when something else stopped the referee before it could say so.
            outcome = self.cursor.position().outcome()
            end = _End(outcome.result, outcome.termination or "unknown", end.words)
        self.game.result, self.game.termination = end.result, end.termination
        if end.words:
            self.game.closing.append(Comment(end.words))
