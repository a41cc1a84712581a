"""Records of legal games as the writer writes them, with everything that may be said about them; and such records, damaged."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from notation.record_trees import RESULTS, attributes, glyphs, some_comments, tags

from expendibots_notation.board import Square
from expendibots_notation.game import Outcome
from expendibots_notation.games.expendibots import GAME, Boom, Move
from expendibots_notation.games.expendibots.actions import Claim, Height, Removed
from expendibots_notation.games.expendibots.codes import TURN_LIMIT
from expendibots_notation.notation.tree import NO_NOTES, Comment, Line, Notes, Ply, Record, Tag, Variation
from expendibots_notation.notation.writer import write

# Positions


def random_setup(chance: Random) -> str:
    """A position with any stacks, any player and turn; some of them are over."""
    cells = [0] * 64
    for _ in range(chance.choice([2, 6, 20, 64])):
        height = chance.choice([1, 1, 2, 3, 12, 300, 10**12])
        cells[chance.randrange(64)] = chance.choice([height, -height])
    turn = chance.choice([1, 2, 9, 10, 99, 100, TURN_LIMIT - 1, TURN_LIMIT, TURN_LIMIT + 1, 10**15])
    ranks = "/".join(_rank(cells[start : start + 8]) for start in range(56, -1, -8))
    return f"{ranks} {chance.choice('wb')} {turn} {chance.choice([0, 0, 7, 10**15])}"


def _rank(cells: list[int]) -> str:
    text = ""
    empty = 0
    for cell in [*cells, None]:
        if cell == 0:
            empty += 1
            continue
        text += "." * (empty > 0) + str(empty) * (empty > 1)
        empty = 0
        if cell is not None:
            text += ("w" if cell > 0 else "b") + str(abs(cell)) * (abs(cell) > 1)
    return text


# Lines of play


def true_claim(before: Any, action: Any, after: Any) -> Claim:
    """What `=` may say about an action."""
    if isinstance(action, Boom):
        removed = before.facts(action)["removed"]
        return Removed(removed["white"], removed["black"])
    return Height(abs(after.height(action.target.name)))


class Composer:
    """Makes lines of play; `notes_of` gives what is said about an action, without variations."""

    def __init__(self, chance: Random, most_plies: int = 30, variations: float = 0.1, notes_of: Any = None) -> None:
        self.chance = chance
        self.most_plies = most_plies
        self.variations = variations
        self.notes_of = notes_of or self.plain_notes

    def plain_notes(self) -> Notes:
        """Nothing, or small notes of each kind."""
        pick = self.chance.choice
        if self.chance.random() < 0.7:
            return NO_NOTES
        if self.chance.random() < 0.02:
            # Canonical, and rare.
            return Notes((Comment("%a"),), ("!",), (("pv", 'x y "'), ("eval", 1e-7)), (Comment("a\n\\"), Comment('\n[A "b"]')))
        comments = [(), (), ("a",), ("", "b {"), ("two\nlines",), ("é \\ }",), ("1-0 * [x]",), (" \N{ROBOT FACE}\t ",), ("\x7f",)]
        return Notes(
            before=_comments(pick(comments)),
            glyphs=pick([(), (), ("!",), ("?!",), ("$4",), ("??", "$0", "$140")]),
            attributes=pick([(), (), (("emt", 0.25),), (("clk", -3), ("n", "a=b"))]),
            comments=_comments(pick(comments)),
        )

    def line(self, position: Any, depth: int = 0) -> tuple[Line, Any]:
        """A random line from a position on, and the position that it leads to."""
        plies: list[Ply] = []
        length = self.chance.randrange(self.most_plies + 1) if depth == 0 else self.chance.randrange(1, 4)
        while len(plies) < length and not position.outcome().is_over:
            action = self.choose(position)
            after = position.play(action)
            claim = true_claim(position, action, after) if self.chance.random() < 0.3 else None
            notes = self.notes_of()
            if depth < 3 and self.chance.random() < self.variations:
                notes = Notes(notes.before, notes.glyphs, notes.attributes, notes.comments, self.some_variations(position, depth))
            plies.append(Ply(f"{action}{claim or ''}", action, claim, notes))
            position = after
        lead = self.notes_of().comments
        return Line(tuple(plies), lead, result=self.result(position) if depth and self.chance.random() < 0.3 else None), position

    def some_variations(self, position: Any, depth: int) -> tuple[Variation, ...]:
        found = []
        for _ in range(self.chance.choice([1, 1, 2])):
            line, _ = self.line(position, depth + 1)
            if line.plies:
                found.append(Variation(line, self.notes_of().comments))
        return tuple(found)

    def result(self, position: Any) -> str:
        """The result of a line: that of the game where it is over, and then and now any other."""
        outcome: Outcome = position.outcome()
        return outcome.result if self.chance.random() < 0.9 else self.chance.choice(RESULTS)

    def choose(self, position: Any) -> Any:
        """A legal action; a boom now and then. Of a very high stack only a few tokens or all of them move."""
        nearest = position.nearest(Boom(_square(self.chance)), limit=6)
        moves = position.nearest(_move(self.chance), limit=6)
        return self.chance.choice([*moves, *moves, *moves, *nearest[:1]])


def _square(chance: Random) -> Square:
    return Square(chance.randrange(8), chance.randrange(8))


def _move(chance: Random) -> Move:
    return Move(chance.choice([1, 1, 2, 3, 11, 299]), _square(chance), _square(chance))


def _comments(texts: tuple[str, ...]) -> tuple[Comment, ...]:
    return tuple(map(Comment, texts))


# Records


def compose(chance: Random, composer: Composer | None = None, others: tuple[Tag, ...] = ()) -> Record:
    """A record of a random game. Most of them have nothing wrong with them; result and termination are any now and then."""
    composer = composer or Composer(chance)
    rules = chance.choice(["text", "text", "referee"])
    setup = random_setup(chance) if chance.random() < 0.3 else None
    line, position = composer.line(GAME.start(GAME.rules(rules), setup, {}))
    outcome = position.outcome()
    result, termination = outcome.result, chance.choice([None, outcome.termination])
    if not outcome.is_over:
        result, termination = chance.choice(
            [("*", None), ("*", "truncated"), ("*", "unknown"), ("1-0", "time"), ("0-1", "resignation"), ("1/2-1/2", "agreement")]
        )
    if chance.random() < 0.1:
        result, termination = chance.choice(RESULTS), chance.choice([None, *GAME.all_terminations()])
    return Record(
        game=GAME.id,
        rules=rules,
        setup=setup,
        tags=others,
        result=result,
        termination=termination,
        line=Line(line.plies, line.lead, None, result),
        closing=composer.notes_of().comments,
    )


def played(seed: float | str, most_plies: int = 30, variations: float = 0.1) -> bytes:
    """The canonical text of a random game."""
    chance = Random(seed)
    others = chance.choice([(), (Tag("Event", "é"), Tag("White", 'the "A" team \\'), Tag("Round", "3"))])
    return written(compose(chance, Composer(chance, most_plies, variations), others))


def written(record: Record) -> bytes:
    return write(record, GAME).encode("utf-8", "surrogatepass")


@st.composite
def played_records(draw: st.DrawFn) -> Record:
    """Legal games with notes of every kind, the odd ones first."""
    chance = Random(draw(st.integers(0, 10**6)))
    some_notes = draw(st.lists(st.builds(Notes, some_comments, glyphs, attributes, some_comments), max_size=4))
    composer = Composer(chance, most_plies=12, variations=0.2, notes_of=lambda: chance.choice([NO_NOTES, *some_notes]))
    return compose(chance, composer, draw(tags))


# Damage

_SCRAPS = [
    b" ", b"  ", b"\t", b"\n", b"\n\n", b"\f", b"\v", b"\0", b"\x7f", b"\x1b", b"\xef\xbb\xbf", b"\xc3", b"\xff", b"\xc2\x85", b"{",
    b"}", b"{}", b"{a}", b"{%a=1}", b"{%", b"(", b")", b"()", b"[", b"]", b'"', b"\\", b";", b"; a\n", b"~", b"~ ", b"*", b" * ",
    b" 1-0 ", b"1/2-1/2", b"0-1", b"1/2", b"!", b"?!", b"$1", b"$", b"=", b"=2", b"=1:1", b"<a>", b"1.", b"1... ", b"12", b"0",
    b"x", b"d2-d3", b" xd2 ", b'[Event "x"]', b'\n[Event "x"]\n', b'{\n[Event "x"]}', b'{ [Event "x"] }', b'\n[Format "xbn 1"]\n',
    b'[Game "Stacks"]\n', b'[Rules "referee"]\n', b'[Setup "', b'[Result "*"]\n', b'[Termination "time"]\n', b"[Tag ", b"(*)",
    b"(1. d2-d3 *)", b"{unclosed", b"(1. xd2 {unclosed\n", b"1-0\n{next}\n", b"\xe2\x80\xa6", b"\xe2\x80\x93",
]  # fmt: skip


def damage(data: bytes, chance: Random) -> bytes:
    """The data with something wrong in it, or something unusual; most kinds of damage touch one place only."""
    at = chance.randrange(len(data) + 1)
    end = min(at + chance.choice([1, 1, 2, 5, 40]), len(data))
    scrap = chance.choice(_SCRAPS)
    match chance.randrange(11):
        case 0:
            return data[:at] + scrap + data[at:]
        case 1:
            return data[:at] + data[end:]
        case 2:
            return data[:end] + data[at:]
        case 3:
            return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        case 4:
            return data[:at] + data[at : at + 1].swapcase() + data[at + 1 :]
        case 5:
            return _with_other_pieces(data, b"\n", chance)
        case 6:
            return _with_other_pieces(data, b" ", chance)
        case 7:
            old, new = chance.choice(
                [(b"\n", b" "), (b" ", b"\n"), (b"\n", b""), (b" ", b""), (b"]\n\n", b"]\n"), (b"\n", b"\n\n")]
            )
            place = data.find(old, at)
            return data if place < 0 else data[:place] + new + data[place + len(old) :]
        case 8:
            return data[:at]
        case 9:
            return _with_another_number(data, at, chance)
    place = data.find(b" ", at)
    return data if place < 0 else data[: place + 1] + scrap + data[place:]


def _with_other_pieces(data: bytes, border: bytes, chance: Random) -> bytes:
    """Two lines or words swapped, or one left out or doubled."""
    pieces = data.split(border)
    at, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
    match chance.randrange(3):
        case 0:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        case 1:
            del pieces[at]
        case 2:
            pieces.insert(at, pieces[at])
    return border.join(pieces)


def _with_another_number(data: bytes, at: int, chance: Random) -> bytes:
    digits = [place for place in range(at, min(at + 200, len(data))) if data[place : place + 1].isdigit()]
    if not digits:
        return data
    place = chance.choice(digits)
    return (
        data[:place]
        + chance.choice([b"%d" % chance.randrange(10), b"0", b"10", b"01", b"99999999999999999999"])
        + data[place + 1 :]
    )
