"""Games of Expendibots as people and programs write them: in other layouts and spellings, with notes, gaps and illegal actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from played_records import Composer, compose, damage, played, written

from expendibots_notation.game import Outcome
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.notation.tree import NO_NOTES, Line, Ply, Record

Change = Callable[[Random, bytes], bytes]

ACTION = re.compile(rb"(?<![\w=\[])(?:[0-9]*[a-h][0-9]+-[a-h][0-9]+|x[a-h][0-9]+)(?:=[0-9:]+)?[!?]*")
_MARK = re.compile(rb"(?<![\w.])[0-9]+\.(?:\.\.)? ")
RESULT = re.compile(rb"(?<= )(?:\*|1-0|0-1|1/2-1/2)(?=\s*\Z)")
_MARKS = [b"", b"1. ", b"7. ", b"1... ", "1… ".encode()]
_WHITE_SPACE = [b" ", b"  ", b"\t", b"\n\n", b"\f\n"]
_IMPLIED_TAG = re.compile(rb"\[(?:Format|Game|Result|Rules) [^\n]*\]\n")


def _body(change: Change) -> Change:
    """A change of what comes after the tags."""

    def changed(chance: Random, data: bytes) -> bytes:
        head, border, body = data.partition(b"\n\n")
        return head + border + change(chance, body)

    return changed


def _actions(share: float, change: Change) -> Change:
    """A change of some actions."""

    def changed(chance: Random, body: bytes) -> bytes:
        return ACTION.sub(lambda match: change(chance, match[0]) if chance.random() < share else match[0], body)

    return _body(changed)


def loose(chance: Random, action: bytes) -> bytes:
    """Another spelling of an action."""
    change: Change = chance.choice(
        [
            lambda _, text: text.upper(),
            lambda _, text: text.replace(b"-", b""),
            lambda _, text: text.replace(b"-", chance.choice([b"->", "–".encode(), "—".encode(), "→".encode(), b" - ", b"\t-"])),
            lambda _, text: re.sub(rb"^([0-9]*)", rb"\1 " if text[:1].isdigit() else rb"1", text),
            lambda _, text: re.sub(rb"^x([a-h][0-9]+)", chance.choice([rb"Boom(\1)", rb"x \1", rb"BOOM ( \1 )"]), text),
            lambda _, text: re.sub(rb"([a-h=])([0-9])", rb"\g<1>0\2", text),
        ]
    )
    return change(chance, action)


def another(chance: Random, _action: bytes) -> bytes:
    """Any action, which is hardly ever legal."""
    x, y, to = chance.choice(b"abhik"), chance.choice([0, 1, 4, 8, 9, 10**20]), chance.choice([b"a1", b"d8", b"h4", b"z99"])
    return chance.choice([b"%c%d-%s" % (x, y, to), b"x%c%d" % (x, y), b"0a2-a3", b"9%c%d-%s" % (x, y, to), b"%da1-a2" % y])


def rejected(chance: Random) -> bytes:
    """Something that the referee has refused, legal now and then, and a result that may be right."""
    raws = [
        "hello",
        "é🤖",
        "d2-d3",
        "xe7",
        "('MOVE', 1, (0, 1), (0, 2))",
        "MOVE 1 from (0, 6) to (0, 5).",
        "BOOM at (9, 9).",
        "",
        "\\u0041",
    ]
    what = chance.choice([b"a1-h8", b"xd4", b"D2-d3", b"xe7", f'"{chance.choice(raws)}"'.encode()])
    return (
        chance.choice([b"~", b"~", b"3. ~"]) + what + chance.choice([b" 0-1", b" 1-0", b"! {a} $4 1-0", b" {\xc3\xa9} 0-1", b" *"])
    )


def wrapped(chance: Random, body: bytes) -> bytes:
    """Lines of at most so many characters."""
    width = chance.choice([1, 20, 79])
    lines = [b""]
    for word in body.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] += b" " * bool(lines[-1]) + word
    return b"\n".join(lines) + b"\n"


def _with(notes: list[str]) -> Change:
    return lambda chance, text: text + chance.choice(notes).encode()


LAYOUTS: dict[str, Change] = {
    "canonical": lambda _, data: data,
    "result on its own line": _body(lambda _, body: RESULT.sub(lambda match: b"\n" + match[0], body)),
    "wrapped": _body(wrapped),
    "on one line": lambda _, data: data.replace(b"\n", b" ") + b"\n",
    "white space": _body(lambda chance, body: re.sub(rb"[ \n]", lambda _: chance.choice(_WHITE_SPACE), body)),
    "comments": _actions(0.1, _with([" {a}", " {Zug für Zug: 🤖}", " {two\nlines}", "; é * [x] 1-0\n", " {%}", " {}"])),
    "clocks": _actions(1, _with([" {%clk=59.25}", " {%emt=0.5 clk=3}"])),
    "odd attributes": _actions(0.1, _with([" {%emt=x}", " {%a=b a=c}", ' {%a="é" b=c}', " {%eval=1e3}", " {%pv=é}"])),
    "glyphs": _actions(0.3, lambda chance, text: text.rstrip(b"!?") + chance.choice([b"!", b"?!", b" $4", b"!! $12 $140"])),
    "variations": lambda chance, _: played(chance.random(), most_plies=12, variations=0.4),
    "no turn numbers": _body(lambda _, body: _MARK.sub(b"", body)),
    "some turn numbers": _body(lambda chance, body: _MARK.sub(lambda match: match[0] * chance.randrange(2), body)),
    "other turn numbers": _body(lambda chance, body: _MARK.sub(lambda match: chance.choice([match[0], *_MARKS]), body)),
    "loose spellings": _actions(1, loose),
    "some loose spellings": _actions(0.1, loose),
    "missing tags": lambda chance, data: _IMPLIED_TAG.sub(lambda match: match[0] * chance.randrange(2), data),
    "more tags": lambda chance, data: chance.choice([b'[Place "\xc3\xa9"]\n', b'[A ""]\n[B "\\""]\n', b'[ X  "[x]" ]']) + data,
    "an illegal action": _actions(0.1, another),
    "another result": _body(lambda chance, body: RESULT.sub(chance.choice([b"*", b"1-0", b"0-1", b"1/2-1/2", b"1/2", b""]), body)),
    "a rejected action": _body(lambda chance, body: RESULT.sub(lambda _: rejected(chance), body)),
    "damage": lambda chance, data: damage(data, chance),
    "no line feed at the end": lambda _, data: data.rstrip(),
}  # fmt: skip
"""Ways to write a game, each of them a change of its canonical text."""


# Games


def bare(chance: Random) -> bytes:
    """A game of which nothing is said but its actions."""
    return written(compose(chance, Composer(chance, most_plies=12, variations=0, notes_of=lambda: NO_NOTES)))


def wandering(chance: Random) -> bytes:
    """A game of two stacks that wander to and fro, so that positions return: up to its end, or a little longer."""
    rules = chance.choice(["text", "referee"])
    setup = f".7b2/.8/.8/.8/.8/.8/.8/w2.7 w {chance.choice([1, 1, 9, 245])} 0"
    position, outcome = GAME.start(GAME.rules(rules), setup, {}), Outcome()
    squares = {"w": ["a1", "a2", "a3"], "b": ["h8", "h7", "h6"]}
    plies: list[Ply] = []
    longest, more = chance.randrange(40), chance.choice([0, 0, 0, 1, 2, 5])
    while len(plies) < longest and more >= outcome.is_over:
        side = "wb"[len(plies) % 2]
        here = squares[side].pop(0)
        there = chance.choice(squares[side])
        squares[side] = [there, *(each for each in squares[side] if each != there), here]
        action = GAME.read_action(f"2{here}-{there}").action
        plies.append(Ply(f"{action}", action))
        if outcome.is_over:
            more -= 1
        else:
            position = position.play(action)
            outcome = position.outcome()
    if chance.random() < 0.1:
        outcome = Outcome(chance.choice(["*", "1-0", "1/2-1/2"]), chance.choice([None, "repetition", "time"]))
    return written(
        Record(
            game=GAME.id,
            rules=rules,
            setup=setup,
            result=outcome.result,
            termination=chance.choice([None, outcome.termination]),
            line=Line(tuple(plies), result=outcome.result),
        )
    )


GAMES: list[Callable[[Random], bytes]] = [
    lambda chance: played(chance.random(), most_plies=chance.choice([3, 12, 30])),
    bare,
    wandering,
]


# Files


def game_in_layouts(chance: Random) -> bytes:
    """A game in one layout or in several at once."""
    data = chance.choice(GAMES)(chance)
    for name in chance.sample([*LAYOUTS], chance.choice([0, 1, 1, 2, 3])):
        data = LAYOUTS[name](chance, data)
    return data


def file_of_games(chance: Random) -> bytes:
    """A few games, after each other or on one line, with line ends of any kind."""
    data = chance.choice([b"", b" ", b"\n", b"\n\n"]).join(game_in_layouts(chance) for _ in range(chance.randrange(1, 5)))
    match chance.randrange(8):
        case 0:
            return data.replace(b"\n", b"\r\n")
        case 1:
            return data.replace(b"\n", b"\r")
        case 2:
            return re.sub(rb"\n", lambda _: chance.choice([b"\n", b"\r\n"]), data)
        case 3:
            return b"\xef\xbb\xbf" + data
    return data
