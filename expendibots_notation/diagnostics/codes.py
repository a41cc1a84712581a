"""The one table of diagnostics: every finding that this project can make is a row here.

A row is found by its name, which is what code uses; the code is what people look up. Each row has a page (`xbn explain`),
which is this text, and an executed bad example (`samples/broken`); the tests fail where either is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from expendibots_notation.diagnostics.model import Diagnostic, Place, Severity


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding."""

    code: str
    name: str
    severity: Severity
    message: str
    """A `str.format` template; its fields are the facts that `diagnose` is given."""
    why: str
    """What the finding means, for a reader who meets it for the first time."""
    remedy: str
    """What to do about it."""


def _error(number: int, name: str, message: str, why: str, remedy: str) -> Code:
    return Code(f"XBN{number}", name, Severity.ERROR, message, why, remedy)


def _warning(number: int, name: str, message: str, why: str, remedy: str) -> Code:
    return Code(f"XBN{number}", name, Severity.WARNING, message, why, remedy)


def _notice(number: int, name: str, message: str, why: str, remedy: str) -> Code:
    return Code(f"XBN{number}", name, Severity.NOTICE, message, why, remedy)


_TEXT = (
    _error(
        101,
        "unexpected-text",
        "{found} does not belong here; expected {expected}",
        "The text is not XBN at this point. What stands before it has been read and judged; what stands behind it in this "
        "record has not. The next record is read as usual.",
        "Correct the text at the caret. Prose belongs in a comment: { like this }, or after a semicolon.",
    ),
    _error(
        102,
        "unclosed-comment",
        "this comment is never closed",
        "A comment runs from { to }. None follows before the end of the record, so everything from here on would be comment.",
        "Write } where the comment ends. Inside a comment, \\} stands for the brace itself.",
    ),
    _error(
        103,
        "unclosed-string",
        "this string is not closed before the end of its line",
        "A string runs from one double quote to the next on the same line.",
        'Write the missing double quote. Inside a string, \\" stands for the quote and \\n for a line break.',
    ),
    _error(
        104,
        "malformed-tag",
        "this is not a tag: {problem}",
        'A tag is an opening bracket, a name, a value in double quotes and a closing bracket: [White "boomers"].',
        "Complete the tag, or put the text into a comment if it is not meant as one.",
    ),
    _error(
        105,
        "unclosed-variation",
        "this parenthesis is never closed",
        "A variation runs from ( to ). The record ends before this one is closed.",
        "Write ) where the variation ends.",
    ),
    _error(
        106,
        "unmatched-parenthesis",
        "this parenthesis closes nothing",
        "A ) closes the variation that the last ( opened; none is open here.",
        "Remove it, or add the ( that it belongs to, behind the action which the variation replaces.",
    ),
    _error(
        107,
        "bad-string",
        "this is not a JSON string: {problem}",
        "Tag values and the raw text of rejected actions are exactly JSON strings, so that any text survives. Control characters "
        "must be escaped, and a backslash may only begin one of JSON's escapes.",
        "Write a backslash as \\\\, a tabulator as \\t and any other control character as \\u00XX.",
    ),
    _error(
        108,
        "repeated-tag",
        "the tag {tag} is already given {where}",
        "A record has each tag at most once. The first one counts; the repeated one is kept but not used.",
        "Delete one of the two, or rename it.",
    ),
    _error(
        109,
        "bad-attribute",
        "{problem}",
        "Attributes are typed data: {%key=value key=value}. Values hold no spaces unless written as a JSON string; emt, clk, eval, "
        "depth, nodes and mem are numbers; no key stands twice at one action.",
        "Correct the value, or remove the percent sign to make it an ordinary comment.",
    ),
    _error(
        110,
        "invalid-utf8",
        "the byte {byte} is not valid UTF-8",
        "XBN files are UTF-8. This record holds bytes that are not; they often come from a file saved in an older encoding.",
        "Save the file as UTF-8 again.",
    ),
    _error(
        111,
        "not-text",
        "this is binary data, not text ({evidence})",
        "The file holds what no text file holds, so it is not read as records at all.",
        "Check that the right file was given. An archive must be unpacked, and a text in UTF-16 saved as UTF-8.",
    ),
    _error(
        112,
        "no-record",
        "there is no record in this file: it is empty",
        "Nothing but white space was found.",
        "Check that the right file was given, and that it was written completely.",
    ),
    _error(
        113,
        "missing-result",
        "the record stops without a result",
        "Every record ends with a result token: 1-0, 0-1, 1/2-1/2, or * for a game that was not finished. Without one, nobody can "
        "tell a finished record from one that was cut off.",
        'Add the result. If the game really stopped here, write * and the tag [Termination "truncated"].',
    ),
    _error(
        114,
        "misplaced-rejection",
        "an action follows the rejected action {action}",
        "A rejected action (~) is the last of its line: the referee refused it, and that ended the game.",
        "If the action was played, remove the ~; if it ended the game, remove what follows.",
    ),
    _error(
        115,
        "null-character",
        "the text holds a NUL character",
        "A NUL is no text. It often comes from a disk or a copy that failed half-way, or from a file in UTF-16.",
        "Save the file as UTF-8 again, or get a fresh copy.",
    ),
)

_STYLE = (
    _warning(
        150,
        "layout",
        "the text is not laid out canonically from here on",
        "The record is read without trouble, but its lines, spaces, tag order or comments are not as the canonical text has them. "
        "There is exactly one canonical text for each record, so that records can be compared and kept under version control. "
        "`xbn format --check` reports this, and `xbn validate` only with --layout.",
        "`xbn format --write` rewrites it.",
    ),
    _warning(
        151,
        "loose-action",
        "{written} is read as {canonical}",
        "The action is spelled in a way that people and other tools use, but that is not canonical: capitals or small letters, "
        "a missing or different dash, the word boom, or spaces inside it.",
        "`xbn format --write` rewrites it.",
    ),
    _warning(
        152,
        "loose-result",
        "{written} is read as {canonical}",
        "The result is spelled in a way that is understood but not canonical.",
        "`xbn format --write` rewrites it.",
    ),
    _warning(
        153,
        "line-endings",
        "the lines end in {found}, not in a line feed",
        "Canonical files have the line endings of Unix, so that the same record is the same bytes everywhere.",
        "`xbn format --write` rewrites them.",
    ),
    _warning(
        154,
        "byte-order-mark",
        "the file begins with a byte order mark",
        "The mark is invisible, is not needed in UTF-8, and makes otherwise equal files differ.",
        "`xbn format --write` removes it.",
    ),
    _warning(
        155,
        "missing-tag",
        "{tags} missing; read as {values}",
        "A canonical record says which notation, game, rules and result it has, so that it can be understood on its own.",
        "`xbn format --write` adds what is missing, as it was read.",
    ),
    _warning(
        156,
        "turn-dots",
        "{written} should be {canonical} before an action of {player}",
        "One dot stands before the first player's action of a turn, three before a later player's.",
        "`xbn format --write` rewrites it.",
    ),
)

_RULES = (
    _error(
        201,
        "not-your-stack",
        "{text} uses the stack on {source}, but that is {owner}'s and it is {player}'s turn",
        "A player acts only with stacks of the player's own colour.",
        "Check whose turn it is: an action may be missing or doubled before this one.",
    ),
    _error(
        202,
        "too-many-tokens",
        "{text} moves {count}, but the stack on {source} has only {height}",
        "A move takes some or all tokens of a stack, never more than it has.",
        "Lower the count in front of the square, or omit it for a single token.",
    ),
    _error(
        203,
        "too-far",
        "{text} moves {distance}, but {limit}",
        "How far a stack may move depends on the game. In Expendibots a stack of n tokens moves at most n squares, and the whole "
        "stack counts, also when only some of its tokens move.",
        "Choose a nearer square, or build a higher stack first.",
    ),
    _error(
        204,
        "not-in-line",
        "{text} leads from {source} to {target}, which is neither in the same file nor in the same rank",
        "Tokens move up, down, left or right in a straight line; never diagonally, and never around a corner.",
        "Choose a square in the same file or rank.",
    ),
    _error(
        205,
        "onto-enemy",
        "{text} ends on {target}, which holds {height} of {owner}",
        "A move ends on an empty square or on a stack of one's own. In Expendibots it may pass over the enemy, but not stop there.",
        "Stop before the enemy's stack or behind it, or set off a boom beside it. In Stack Wars, write an attack: e2xe3.",
    ),
    _error(
        206,
        "off-board",
        "{square} is not on the board, which goes from {first} to {last}",
        "Tokens cannot leave the board, and neither can the human of Robots.",
        "Check the square: a file letter and a rank number, or (x, y) counted from 0 in the official coordinates.",
    ),
    _error(
        207,
        "no-distance",
        "{text} ends where it begins, on {source}",
        "A move goes at least one square; staying is no move.",
        "Choose another square.",
    ),
    _error(
        208,
        "zero-tokens",
        "{text} moves {count}; a move takes at least one",
        "A move takes at least one token.",
        "Give a count of 1 or more, or omit it for a single token.",
    ),
    _error(
        209,
        "empty-square",
        "{text} starts on {source}, but that square is empty",
        "Only what stands there can move, attack or explode, and nothing stands on this square.",
        "Check the square, and the actions before this one: the stack may have moved or exploded earlier.",
    ),
    _error(
        210,
        "action-after-end",
        "{text} comes after the end: the game is over, {end}",
        "The game was over before this action, so no action is possible. The outcome stays the one that was reached.",
        "Remove the actions after the end, or check whether the record names the right Rules.",
    ),
    _error(
        211,
        "wrong-effect",
        "{text} claims {claimed}, but the replay gives {actual}",
        "What stands behind an action, such as =3 in Expendibots, ^ in Stack Wars or # in Robots, restates its effect. It may be "
        "left out, but what is written must be true.",
        "Correct or remove it. If the effect is what was really seen, an earlier action is wrong.",
    ),
)

_STACK_WARS = (
    _error(
        220,
        "not-adjacent",
        "{text} leads from {source} to {target}, but the two do not share a side",
        "In Stack Wars an army moves to, or attacks, one of the four territories that share a side with its own: never diagonally, "
        "and never over another territory.",
        "Choose a neighbouring territory, or go there in several turns.",
    ),
    _error(
        221,
        "onto-own",
        "{text} ends on {target}, which {player} already holds",
        "By the rules text of Stack Wars an army moves to an unclaimed territory, so own territories cannot be joined. The "
        "author's program allows it, and so does the reading `reference`.",
        "Choose an empty territory, or give the record the Rules `reference` if the game was played by the author's program.",
    ),
    _error(
        222,
        "nothing-to-attack",
        "{text} attacks {target}, but that territory is empty",
        "An attack is made on enemy armies. Going to an empty territory is a move, also where it invades the enemy's base.",
        "Write a dash instead of the x if a move is meant.",
    ),
    _error(
        223,
        "attack-on-own",
        "{text} attacks {target}, which {player} holds",
        "Nobody attacks armies of one's own.",
        "Check the squares, and whose turn it is: an action may be missing or doubled before this one.",
    ),
    _error(
        224,
        "stack-attacks",
        "{text} attacks from {source}, which holds {height}; only a single army can attack",
        "Two or more armies on one territory are a stack, and a stack may not attack. It defends well: each attack removes only "
        "one of its armies.",
        "Move armies away until one is left, or attack from another territory.",
    ),
    _error(
        225,
        "empty-reserve",
        "{text} needs an army in reserve, but {player} has none",
        "Fortifying brings an army from the reserve to the board. An army that has left play never returns to the reserve.",
        "Move or attack instead. If there should be a reserve, an earlier fortification is doubled, or the Setup is wrong.",
    ),
    _error(
        226,
        "not-controlled",
        "{text} fortifies {target}, but that territory is empty and not on {player}'s baseline, rank {rank}",
        "A player brings new armies to territories under control: those with an army of the player's own, and the whole of the "
        "player's own baseline.",
        "Fortify a territory that already holds an own army, or one on the own baseline.",
    ),
    _error(
        227,
        "needless-pass",
        "{text} passes, but {player} can still act",
        "A player passes only where there is nothing to fortify, to move or to attack with.",
        "Choose one of the actions that are possible, or resign.",
    ),
    _error(
        228,
        "no-passing",
        "{text} passes, but under these rules nobody may pass",
        "The record's Rules set no_move=none: a player who cannot act is stuck, and the game goes on only by resignation.",
        "Remove the pass, or no_move=none from the Rules.",
    ),
)

_STACKS = (
    _error(
        240,
        "counted-pair",
        "{text} moves {count} from {square}, but a two-piece turn moves single pieces",
        "In STACKS a player may, instead of one group, move two single pieces one after the other, up to two steps each. Groups of "
        "two or three move alone.",
        "Leave out the count, or write the movement of the group without the & and what belongs to it.",
    ),
    _error(
        241,
        "group-too-large",
        "{text} moves {count} together, but at most 3 move as a group",
        "The larger a group, the shorter its way: one piece goes up to three steps, two pieces two, three pieces one. Four cannot "
        "move together at all.",
        "Take fewer pieces off the stack.",
    ),
    _error(
        242,
        "locked-pieces",
        "{text} uses pieces on {square}, but there, in {opponent}'s home row, they are locked",
        "Pieces that have come to the enemy's home row stay there for the rest of the game. They never move, attack or help again.",
        "Use other pieces.",
    ),
    _error(
        243,
        "already-moved",
        "{text} takes {count} from {square}, but {left} may still move in this turn",
        "A two-piece turn moves two different pieces. A piece that has moved or taken part in an attack does not move again in the "
        "same turn; pieces on the same square that have not moved yet may.",
        "Move another piece, or write the whole way of the piece as one movement if it is short enough.",
    ),
    _error(
        244,
        "stack-too-high",
        "{text} would make a stack of {height} on {target}, and a stack has at most 4",
        "No square holds more than four pieces, home spaces included.",
        "Move fewer pieces there, or choose another square.",
    ),
    _error(
        245,
        "barred-diagonal",
        "{text} finds no way from {source} to {target} in {steps}: a diagonal between two squares that {opponent} holds is barred",
        "Pieces cannot step, or attack, diagonally between two squares which both hold pieces of the opponent.",
        "Go around the two squares, or attack one of them.",
    ),
    _error(
        246,
        "through-pieces",
        "{text} finds no way from {source} to {target} in {steps} over empty squares",
        "Pieces walk over empty squares only. Where they join pieces of their own, their way ends; the opponent's pieces can be "
        "attacked, but not passed.",
        "Choose a square that can be reached, or move the piece that is in the way first.",
    ),
    _error(
        247,
        "through-home",
        "{text} finds no way from {source} to {target} in {steps} but through {opponent}'s home row, where a movement ends",
        "A movement ends in the enemy's home row: the pieces are locked where they have entered it.",
        "Enter the row on a square that can be reached directly.",
    ),
    _error(
        248,
        "four-must-move",
        "{text} takes no piece off the stack of four on {squares}",
        "A player who has a stack of four at the start of a turn must move at least one piece off it in that turn. With several "
        "such stacks one will do, unless the Rules say four=each.",
        "Move one to three pieces off the stack, or two single pieces of which one comes from it.",
    ),
    _error(
        249,
        "attack-on-empty",
        "{text} attacks {target}, but that square is empty",
        "An attack is made on pieces of the opponent.",
        "Write a dash instead of the x if a move is meant.",
    ),
    _error(
        250,
        "attack-on-locked",
        "{text} attacks {target}, but pieces that have reached {player}'s home row cannot be attacked",
        "Pieces in the enemy's home row stay there for the rest of the game, and nobody can attack them.",
        "Attack other pieces.",
    ),
    _error(
        251,
        "four-attacks",
        "{text} attacks with pieces of {square}, which began this turn in a stack of four",
        "Pieces that begin a turn in a stack of four take no part in any attack of that turn, neither those that leave the stack "
        "nor those that stay on it.",
        "Unstack without attacking, or attack with other pieces while a single piece leaves the stack.",
    ),
    _error(
        252,
        "second-attack",
        "{text} attacks twice, but the rules of this record allow one attack a turn",
        "The record's Rules say attacks=one. Without that, either piece of a two-piece turn may attack.",
        "Let one of the two pieces move without attacking, or remove attacks=one from the Rules.",
    ),
    _error(
        253,
        "attack-too-weak",
        "{text} attacks {defenders} on {target} with {strength}; {needed}",
        "An attack needs at least one piece more than the defender has.",
        "Attack with a larger group, or with helpers behind a plus sign: 2c3+d3xc4.",
    ),
    _error(
        254,
        "attack-too-strong",
        "{text} attacks with {strength}, and at most 4 may attack together",
        "All attackers end up on one square, and a stack has at most four pieces.",
        "Leave out a helper, or take fewer pieces of it.",
    ),
    _error(
        255,
        "no-helper",
        "{text} names {square} as a helper, but {found}",
        "Helpers are pieces of the attacking player.",
        "Check the square: the helper may have moved earlier.",
    ),
    _error(
        256,
        "repeated-attacker",
        "{text} names {square} twice among the attackers",
        "The pieces of one square attack as one group: 2c3xc4, not c3+c3xc4.",
        "Write the square once, with the number of pieces in front of it.",
    ),
    _error(
        257,
        "helper-not-adjacent",
        "{text} names {square} as a helper, but it does not touch {target}",
        "Every attacker must be next to the target at the moment of the attack. Only the first group walks; helpers stay where "
        "they are.",
        "Leave the helper out, or let it walk and another piece help.",
    ),
    _error(
        258,
        "helper-unable",
        "{text} takes {count} from the helper {square}, but {problem}",
        "Pieces that have not moved can help. Of those that have, only the first piece of a two-piece turn can, and only if it has "
        "walked one step and stands alone.",
        "Take fewer pieces, or another helper.",
    ),
    _error(
        259,
        "helper-in-part",
        "{text} takes {count} from the helper {square}, but a helper takes part with its whole stack, {height}",
        "The record's Rules say helpers=whole. Without that, a helper may send any number of its pieces.",
        "Take the whole stack, or remove helpers=whole from the Rules.",
    ),
    _error(
        260,
        "attackers-apart",
        "{text} finds no square near {target} from where {source} attacks together with {helpers}: {demand}",
        "Attackers that combine must be next to the target and next to each other at the moment of the attack. A chain of "
        "neighbours will do, unless the Rules say combine=mutual.",
        "Choose helpers that touch each other, or a mover that can step between them.",
    ),
    _error(
        261,
        "retreat-missing",
        "{text} leaves {survivors} on {target} alive, and does not say where to: {squares}",
        "An attack eliminates as many defenders as the attackers are more. The others retreat one square towards their own edge, "
        "and the attacker chooses where. The action must say it.",
        "Write > and the square behind the target: 3c3xc4>c5.",
    ),
    _error(
        262,
        "needless-retreat",
        "{text} gives {retreat} as a retreat, but nobody on {target} survives",
        "Defenders survive only where three attack two, or four attack three.",
        "Leave out the > and what follows it.",
    ),
    _error(
        263,
        "not-a-retreat",
        "{text} sends the survivors to {retreat}, but from {target} they can only retreat to {squares}",
        "Survivors retreat one square towards their own edge, straight or diagonally; from a home space to the neighbouring home "
        "space, or, where the Rules say home_retreat=any, to any other one.",
        "Choose one of these squares.",
    ),
    _error(
        264,
        "retreat-blocked",
        "{text} leaves {survivors} on {target} alive, but {problem}",
        "Survivors retreat before the attackers move in, to a square that is empty, or holds pieces of their own side and has room "
        "for them. The squares where the attackers stand are not free. Where no square is, the survivors are eliminated and no "
        "retreat is written; where the Rules say no_retreat=illegal, there is no such attack.",
        "Choose another square, or write no retreat if there is none.",
    ),
)

_ROBOTS = (
    _error(
        270,
        "missing-spawn",
        "{text} stands where the spawn of level {level} is due",
        "Before the first level, and after each level that is cleared, chance lays out the robots of the next one. A record has to "
        "say how, or nobody could replay it: the spawn stands in angle brackets before the next action.",
        "Write the spawn, <row/row/...> from the top row, before this action. If the level was not cleared yet, look for an "
        "earlier action in which the record differs from the game.",
    ),
    _error(
        271,
        "unexpected-spawn",
        "a spawn stands here, but level {level} goes on: {robots} left",
        "Robots only come at the beginning of a level, and a level ends when its last robot is destroyed. While robots are left no "
        "others come.",
        "Remove the spawn, or look for the action in which the record differs from the game.",
    ),
    _error(
        272,
        "spawn-size",
        "the spawn has {found}; the board has {expected}",
        "A spawn shows the whole board, row by row from the top, and all rows together must have exactly the board's size.",
        "Count the rows and the cells of each row. If the board really has another size, the Size tag says so: 45x30 without one.",
    ),
    _error(
        273,
        "spawn-explosion",
        "the spawn has an explosion on {cell}, but a level begins without any",
        "Explosions last until the end of their level. The next one begins with the human and robots only.",
        "Replace the e by an empty cell.",
    ),
    _error(
        274,
        "spawn-human",
        "the spawn has {found}; the human begins every level on {start}",
        "Each level begins with the human on the same cell, and robots never come up there. It is the centre, (22,15) on the "
        "usual board, or the cell right of it under start=reference, unless the Start tag names another.",
        "Move the h to that cell, or give the cell of this game in a Start tag.",
    ),
    _error(
        275,
        "spawn-count",
        "the spawn has {found}, but level {level} begins with {expected}",
        "Level n begins with 10 x n robots, each on a cell of its own.",
        "Count the robots, and check that no level was left out before this one.",
    ),
    _error(
        276,
        "wrong-teleport",
        "{text} is {kind}, but {counter}",
        "The player does not choose between the two kinds: a teleport is safe (T) while there are safe teleports, and uses one up; "
        "when none is left it is unsafe (t).",
        "Correct the letter. If the letter is what was really seen, an earlier action is wrong.",
    ),
    _error(
        277,
        "forbidden-cell",
        "{text} leads to {cell}, but {reason}",
        "Chance says where a safe teleport ends, but it must not kill at once. By the rules text no robot may reach the human in "
        "the step that follows; in the author's program robots step aside, and 100 robots or more make it look for more room.",
        "Check the cell, and check whether the record names the right Rules: `reference` for games of the author's program.",
    ),
)

_RECORD = (
    _error(
        301,
        "unknown-game",
        "there is no game {game}",
        "The Game tag chooses the rules by which a record is judged. Without knowing them, only the frame of the "
        "record can be read.",
        "Use one of the names that `xbn games` lists, or give --game.",
    ),
    _error(
        302,
        "unknown-rules",
        "{problem}",
        "The Rules tag names a reading of the game's rules, and may set single points of it (key=value, separated by commas).",
        "Use what `xbn games` lists, or remove the tag for the reading `text`.",
    ),
    _error(
        303,
        "bad-setup",
        "the Setup position cannot be read: {problem}",
        "The Setup tag holds a position string of the game. Without a start there is nothing to replay.",
        "Correct the position; the specification describes its form.",
    ),
    _error(
        304,
        "unknown-result",
        "{value} is not a result",
        "A result is 1-0, 0-1, 1/2-1/2 or *.",
        "Write one of them. The player who moves first is on the left.",
    ),
    _error(
        305,
        "unknown-termination",
        "{value} is not a known termination",
        "The list of terminations is closed, so that programs can rely on it.",
        "Use one of those that the specification lists.",
    ),
    _error(
        306,
        "result-conflict",
        "the record closes with {token}, but its Result tag says {tag}",
        "The tag and the token at the end must say the same.",
        "Correct the one that is wrong.",
    ),
    _error(
        307,
        "wrong-result",
        "the result is given as {claimed}, but the game ended {actual} at ply {end_ply} ({end})",
        "Replaying the actions gives another result than the record claims.",
        "Correct the result, or look for the action in which the record differs from the game.",
    ),
    _error(
        308,
        "wrong-termination",
        "the termination is given as {claimed}, but {actual}",
        "The Termination tag must agree with how the replay ends, with the result, and with a rejected action.",
        "Correct the tag, or remove it.",
    ),
    _error(
        309,
        "no-end",
        "the result is given as {claimed}, but after the last action the game is not over",
        "Nothing in the record explains the result: the replay has not reached an end, and no Termination tag says how the "
        "game ended away from the board.",
        'If actions are missing, add them. If the game ended otherwise, say so: [Termination "resignation"], "time", "agreement" … '
        "If it was not finished, the result is *.",
    ),
    _error(
        310,
        "wrong-turn-number",
        "turn {written} should be turn {expected}",
        "Turn numbers are optional, but those that are written must count up one by one. A wrong one often means that an action "
        "is missing or doubled.",
        "Find the missing or doubled action, or correct the number.",
    ),
    _warning(
        311,
        "readings-differ",
        "under the reading {rules} {outcome}; under {other} {other_outcome}",
        "The rules text and the program that the game is known by differ in some point, and on this record the difference matters.",
        "Make sure that the Rules tag names the reading which was agreed on.",
    ),
    _error(
        312,
        "rejected-legal",
        "{text} is marked as rejected, but it is a legal action",
        "A rejected action (~) records why a game was lost. This one was legal, so the rejection was wrong, or the record is.",
        "Remove the ~ if the action was played; otherwise check the actions before it.",
    ),
    _error(
        313,
        "unknown-format",
        "the Format tag says {value}; this reader knows {known}",
        "The Format tag names the notation and its version.",
        "Check where the file comes from; a newer version of this program may be needed.",
    ),
    _warning(
        314,
        "unclaimed-end",
        "the record stops without saying how the game ended; by the replay it ended {actual} at ply {end_ply} ({end})",
        "A record that was cut off claims no result. The actions it holds lead to the end of the game all the same.",
        "Add the result and the termination, if the record is to be kept.",
    ),
    _error(
        315,
        "bad-tag",
        "the {tag} tag cannot be read: {problem}",
        "A game may have tags of its own that it needs to set up the board, such as a size. Without a start there is nothing to "
        "replay.",
        "Correct the value; `xbn games` lists the tags that a game reads.",
    ),
    _error(
        316,
        "wrong-tag",
        "the {tag} tag says {claimed}, but the replay gives {actual}",
        "The tag restates what follows from the actions. It may be left out, but what is written must be true.",
        "Correct the tag. If its value is what was really agreed on, an action is wrong.",
    ),
)

_FOREIGN = (
    _error(
        401,
        "unrecognised-format",
        "the format of this file is not recognised",
        "Neither the content nor the name tells what it is: not XBN, not one of our JSON documents, not a log, a terminal output "
        "or a list of actions of the official referee.",
        "Check that the right file was given, or name the format with --from.",
    ),
    _error(
        402,
        "unreadable-line",
        "{line} is no line of the format {format}",
        "The line is none of those that the format knows. The actions before it are read and judged; "
        "what follows in this game is not.",
        "Check whether the file was edited, or whether other output got mixed into it.",
    ),
    _error(
        403,
        "unreadable-action",
        "{action} cannot be read as an action",
        "The foreign text names an action whose numbers or squares are not to be understood. The actions "
        "before it are read and judged.",
        "Look at the line. What the referee itself accepts (1.0, True, numbers of numpy) is read.",
    ),
    _warning(
        404,
        "unreadable-time",
        "{time} is not a time as the referee writes it",
        "The start of the game is not known then; everything else is read as usual.",
        "Nothing needs to be done, unless the date matters.",
    ),
    _error(
        405,
        "colour-out-of-turn",
        "{colour} acts, but it is {expected}'s turn",
        "The players act in turn. Where one colour stands twice in a row, a line is missing, doubled or out of place. The "
        "actions before it are read and judged.",
        "Compare with the original: a line may have been lost in copying.",
    ),
    _error(
        406,
        "line-after-end",
        "this stands behind the end of the game",
        "The text itself says that the game is over before this line.",
        "Check whether two games were put into one.",
    ),
    _error(
        407,
        "board-mismatch",
        "the board that is printed here is {printed}, but the actions so far lead to {replayed}",
        "The terminal output shows a board that the actions before it do not lead to. One of the two was changed, "
        "or a line is missing.",
        "Compare the board with the actions just before it.",
    ),
    _error(
        408,
        "unreadable-board",
        "this is not a whole board",
        "The terminal output begins a board here, but its rows cannot be read.",
        "Check whether lines got lost or mixed up.",
    ),
    _error(
        409,
        "bad-document",
        "this is not a record document: {problem}",
        "The JSON text cannot be read as a record; `xbn schema record` describes the form.",
        "Correct the document where the message says.",
    ),
    _error(
        410,
        "document-mismatch",
        "the document gives {said} as {what}, but its actions give {actual}",
        "A record document holds the positions of the replay beside the actions. Here the two contradict each "
        "other; the actions count.",
        "Convert the original record anew, or find out which of the two was changed.",
    ),
    _warning(
        411,
        "unread-archive",
        "this is {kind}, so what is in it was not read",
        "An archive may hold many files, and folders of them. The search for records does not look inside: what is judged is what "
        "everybody can see.",
        "Unpack it and validate the folder. A single compressed file (.gz, .bz2, .xz, .zst) is read as it is, if the extension "
        "before that says what is in it: game.log.gz.",
    ),
    _warning(
        412,
        "unread-record",
        "this looks like a record ({format}), but a folder is not searched for files with such a name",
        "In a folder only the files with a known extension are read. The content of this one begins like a record all the same.",
        "Rename the file, or give it by its name: then it is read, whatever its extension.",
    ),
    _notice(
        413,
        "skipped-file",
        "this is {kind}, so it was not read",
        "In a folder only the files with a known extension are read. This is one of the others; it is named so that a submission "
        "in the wrong form is not overlooked.",
        "Nothing needs to be done, unless a record was expected here.",
    ),
    _warning(
        414,
        "unread-path",
        "this is {kind}, so it was not read",
        "In a folder, only ordinary files and links to them are read. A link to a folder is not followed, since it may lead in "
        "circles or out of the folder; reading a pipe or a device may never end. There may be records here, so the path is named.",
        "Give the path by name if it holds records: a link to a folder is searched then, and a pipe is read. Otherwise remove it, "
        "or ignore this finding.",
    ),
)

_LIMITS = (
    _error(
        901,
        "too-deep",
        "variations are nested more than {limit} deep",
        "No real analysis nests so deep; the limit keeps damaged or hostile files from using up the machine.",
        "Check for stray opening parentheses. The limit variation_depth can be raised.",
    ),
    _error(
        902,
        "too-long",
        "the record has more than {limit} characters",
        "Records are read one at a time into memory; the limit keeps a damaged file from using it up. "
        "The next record is read as usual.",
        "Check whether this is the right file, and whether the ends of its records got lost. "
        "The limit record_length can be raised.",
    ),
    _error(
        903,
        "unreadable-file",
        "the file cannot be read: {problem}",
        "The operating system refused to give the file's content.",
        "Check the name and the permissions, and that the file is complete.",
    ),
    _error(
        904,
        "worker-crashed",
        "every process that judged this file ended unexpectedly: {problem}",
        "Large inputs are judged by several processes. One of them was ended from outside, or broke down, while it worked on "
        "this file, and so did those that tried again, alone. What was found before is reported; the rest of the file has not been "
        "judged. The next file is.",
        "Check that the machine has memory left, and try again with --jobs 1. If it happens again, the file has found a defect "
        "in this program: please report it.",
    ),
    _error(
        905,
        "long-token",
        "this word has more than {limit} characters",
        "No action, number, name or string of a real record is so long; the limit keeps damaged or hostile files from using up the "
        "machine. What stands before it has been read and judged. The next record is read as usual.",
        "Check whether a quote or a blank got lost. Long texts belong in comments. The limit token_length can be raised.",
    ),
    _error(
        906,
        "long-comment",
        "this comment has more than {limit} characters",
        "A comment so long is most often one that was not closed where it should be. What stands before it has been read and "
        "judged. The next record is read as usual.",
        "Check where the comment was meant to end. The limit comment_length can be raised.",
    ),
    _error(
        907,
        "too-many-tags",
        "the record has more than {limit} tags",
        "A record has a dozen tags, or two. So many come from a damaged file, or from one that is no game record. The next record "
        "is read as usual.",
        "Check whether the actions of many records got lost, so that only their tags are left. The limit tags can be raised.",
    ),
    _error(
        908,
        "too-many-records",
        "the file has more than {limit} records",
        "As many as the limit allows have been judged; what follows in this file has not. The next file is read as usual.",
        "Divide the file, or raise the limit records.",
    ),
    _error(
        909,
        "unpacks-too-much",
        "the compressed file holds more than {allowed}",
        "A small compressed file can be made to hold any amount of data, to fill a disk or to keep a program busy for ever. What "
        "was unpacked before has been judged; the rest of the file has not. The next file is read as usual.",
        "Check where the file comes from. If it is sound, unpack it first, or raise the limits unpacked_bytes and expansion.",
    ),
    _error(
        910,
        "document-too-deep",
        "the document nests lists and objects more than {limit} deep",
        "No record document nests so deep; the limit keeps damaged or hostile files from using up the machine. The next document "
        "is read as usual.",
        "Check for stray opening brackets. The limit json_depth can be raised.",
    ),
    _warning(
        911,
        "too-many-plies",
        "the game has {number} plies; {form} shows the first {limit}",
        "A film or a page of a longer game would take minutes to make and nobody would watch it to the end. The verdict is on the "
        "whole game all the same.",
        "--from-ply and --to-ply choose the part that a film shows. The limits gif_plies and html_plies can be raised.",
    ),
)

TABLE: tuple[Code, ...] = _TEXT + _STYLE + _RULES + _STACK_WARS + _STACKS + _ROBOTS + _RECORD + _FOREIGN + _LIMITS

LONGEST_FACT = 400

BY_NAME = {row.name: row for row in TABLE}
BY_CODE = {row.code: row for row in TABLE}


def find(wanted: str) -> Code | None:
    """The row of a code or a name, in capitals or not; None if there is none."""
    return BY_CODE.get(wanted.upper()) or BY_NAME.get(wanted.lower())


def diagnose(
    name: str,
    place: Place,
    /,
    *,
    ply: int | None = None,
    hint: str | None = None,
    alternatives: tuple[str, ...] = (),
    **facts: object,
) -> Diagnostic:
    """The finding `name` at `place`, its message filled with `facts`; `hint` replaces the table's remedy."""
    return finding(name, message_of(name, facts), place, ply, hint, alternatives)


def message_of(name: str, facts: Mapping[str, object]) -> str:
    """The message of the row `name`, filled with facts."""
    return BY_NAME[name].message.format_map({key: _shortened(value) for key, value in facts.items()})


def _shortened(fact: object) -> str:
    """A fact as text; what comes from a record may be a megabyte long."""
    text = str(fact)
    return text if len(text) <= LONGEST_FACT else f"{text[: LONGEST_FACT - 3]}..."


def finding(
    name: str, message: str, place: Place, ply: int | None = None, hint: str | None = None, alternatives: tuple[str, ...] = ()
) -> Diagnostic:
    """The finding `name` with a message that is already complete."""
    row = BY_NAME[name]
    return Diagnostic(row.code, row.name, row.severity, message, place, ply, hint or row.remedy, alternatives)
