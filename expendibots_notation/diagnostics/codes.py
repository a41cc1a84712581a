"""The one table of diagnostics: every finding that this project can make is a row here.

Code uses the name of a row, and people look up its number. Its texts are its page (`xbn explain`), with an executed bad example
(`samples/broken`). A row is an error unless it names another severity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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


_TEXT = r"""
101 unexpected-text: {found} does not belong here; expected {expected}
  why:  The text is not XBN at this point. What stands before it has been read and judged; what stands behind it in this record
        has not. The next record is read as usual.
  help: Correct the text at the caret. Prose belongs in a comment: { like this }, or after a semicolon.
102 unclosed-comment: this comment is never closed
  why:  A comment runs from { to }. None follows before the end of the record, so everything from here on would be comment.
  help: Write } where the comment ends. Inside a comment, \} stands for the brace itself.
103 unclosed-string: this string is not closed before the end of its line
  why:  A string runs from one double quote to the next on the same line.
  help: Write the missing double quote. Inside a string, \" stands for the quote and \n for a line break.
104 malformed-tag: this is not a tag: {problem}
  why:  A tag is an opening bracket, a name, a value in double quotes and a closing bracket: [White "boomers"].
  help: Complete the tag, or put the text into a comment if it is not meant as one.
105 unclosed-variation: this parenthesis is never closed
  why:  A variation runs from ( to ). The record ends before this one is closed.
  help: Write ) where the variation ends.
106 unmatched-parenthesis: this parenthesis closes nothing
  why:  A ) closes the variation that the last ( opened; none is open here.
  help: Remove it, or add the ( that it belongs to, behind the action which the variation replaces.
107 bad-string: this is not a JSON string: {problem}
  why:  Tag values and the raw text of rejected actions are exactly JSON strings, so that any text survives. Control characters
        must be escaped, and a backslash may only begin one of JSON's escapes.
  help: Write a backslash as \\, a tabulator as \t and any other control character as \u00XX.
108 repeated-tag: the tag {tag} is already given {where}
  why:  A record has each tag at most once. The first one counts; the repeated one is kept but not used.
  help: Delete one of the two, or rename it.
109 bad-attribute: {problem}
  why:  Attributes are typed data: {%key=value key=value}. Values hold no spaces unless written as a JSON string; emt, clk,
        eval, depth, nodes and mem are numbers; no key stands twice at one action.
  help: Correct the value, or remove the percent sign to make it an ordinary comment.
110 invalid-utf8: the byte {byte} is not valid UTF-8
  why:  XBN files are UTF-8. This record holds bytes that are not; they often come from a file saved in an older encoding.
  help: Save the file as UTF-8 again.
111 not-text: this is binary data, not text ({evidence})
  why:  The file holds what no text file holds, so it is not read as records at all.
  help: Check that the right file was given. An archive must be unpacked, and a text in UTF-16 saved as UTF-8.
112 no-record: there is no record in this file: it is empty
  why:  Nothing but white space was found.
  help: Check that the right file was given, and that it was written completely.
113 missing-result: the record stops without a result
  why:  Every record ends with a result token: 1-0, 0-1, 1/2-1/2, or * for a game that was not finished. Without one, nobody can
        tell a finished record from one that was cut off.
  help: Add the result. If the game really stopped here, write * and the tag [Termination "truncated"].
114 misplaced-rejection: an action follows the rejected action {action}
  why:  A rejected action (~) is the last of its line: the referee refused it, and that ended the game.
  help: If the action was played, remove the ~; if it ended the game, remove what follows.
115 null-character: the text holds a NUL character
  why:  A NUL is no text. It often comes from a disk or a copy that failed half-way, or from a file in UTF-16.
  help: Save the file as UTF-8 again, or get a fresh copy.
"""

_STYLE = r"""
150 layout (warning): the text is not laid out canonically from here on
  why:  The record is read without trouble, but its lines, spaces, tag order or comments are not as the canonical text has them.
        There is exactly one canonical text for each record, so that records can be compared and kept under version control.
        `xbn format --check` reports this, and `xbn validate` only with --layout.
  help: `xbn format --write` rewrites it.
151 loose-action (warning): {written} is read as {canonical}
  why:  The action is spelled in a way that people and other tools use, but that is not canonical: capitals or small letters, a
        missing or different dash, the word boom, or spaces inside it.
  help: `xbn format --write` rewrites it.
152 loose-result (warning): {written} is read as {canonical}
  why:  The result is spelled in a way that is understood but not canonical.
  help: `xbn format --write` rewrites it.
153 line-endings (warning): the lines end in {found}, not in a line feed
  why:  Canonical files have the line endings of Unix, so that the same record is the same bytes everywhere.
  help: `xbn format --write` rewrites them.
154 byte-order-mark (warning): the file begins with a byte order mark
  why:  The mark is invisible, is not needed in UTF-8, and makes otherwise equal files differ.
  help: `xbn format --write` removes it.
155 missing-tag (warning): {tags} missing; read as {values}
  why:  A canonical record says which notation, game, rules and result it has, so that it can be understood on its own.
  help: `xbn format --write` adds what is missing, as it was read.
156 turn-dots (warning): {written} should be {canonical} before an action of {player}
  why:  One dot stands before the first player's action of a turn, three before a later player's.
  help: `xbn format --write` rewrites it.
"""

_RULES = r"""
201 not-your-stack: {text} uses the stack on {source}, but that is {owner}'s and it is {player}'s turn
  why:  A player acts only with stacks of the player's own colour.
  help: Check whose turn it is: an action may be missing or doubled before this one.
202 too-many-tokens: {text} moves {count}, but the stack on {source} has only {height}
  why:  A move takes some or all tokens of a stack, never more than it has.
  help: Lower the count in front of the square, or omit it for a single token.
203 too-far: {text} moves {distance}, but {limit}
  why:  How far a stack may move depends on the game. In Expendibots a stack of n tokens moves at most n squares, and the whole
        stack counts, also when only some of its tokens move.
  help: Choose a nearer square, or build a higher stack first.
204 not-in-line: {text} leads from {source} to {target}, which is neither in the same file nor in the same rank
  why:  Tokens move up, down, left or right in a straight line; never diagonally, and never around a corner.
  help: Choose a square in the same file or rank.
205 onto-enemy: {text} ends on {target}, which holds {height} of {owner}
  why:  A move ends on an empty square or on a stack of one's own. In Expendibots it may pass over the enemy, but not stop
        there.
  help: Stop before the enemy's stack or behind it, or set off a boom beside it. In Stack Wars, write an attack: e2xe3.
206 off-board: {square} is not on the board, which goes from {first} to {last}
  why:  Tokens cannot leave the board, and neither can the human of Robots.
  help: Check the square: a file letter and a rank number, or (x, y) counted from 0 in the official coordinates.
207 no-distance: {text} ends where it begins, on {source}
  why:  A move goes at least one square; staying is no move.
  help: Choose another square.
208 zero-tokens: {text} moves {count}; a move takes at least one
  why:  A move takes at least one token.
  help: Give a count of 1 or more, or omit it for a single token.
209 empty-square: {text} starts on {source}, but that square is empty
  why:  Only what stands there can move, attack or explode, and nothing stands on this square.
  help: Check the square, and the actions before this one: the stack may have moved or exploded earlier.
210 action-after-end: {text} comes after the end: the game is over, {end}
  why:  The game was over before this action, so no action is possible. The outcome stays the one that was reached.
  help: Remove the actions after the end, or check whether the record names the right Rules.
211 wrong-effect: {text} claims {claimed}, but the replay gives {actual}
  why:  What stands behind an action, such as =3 in Expendibots, ^ in Stack Wars or # in Robots, restates its effect. It may be
        left out, but what is written must be true.
  help: Correct or remove it. If the effect is what was really seen, an earlier action is wrong.
"""

_STACK_WARS = r"""
220 not-adjacent: {text} leads from {source} to {target}, but the two do not share a side
  why:  In Stack Wars an army moves to, or attacks, one of the four territories that share a side with its own: never
        diagonally, and never over another territory.
  help: Choose a neighbouring territory, or go there in several turns.
221 onto-own: {text} ends on {target}, which {player} already holds
  why:  By the rules text of Stack Wars an army moves to an unclaimed territory, so own territories cannot be joined. The
        author's program allows it, and so does the reading `reference`.
  help: Choose an empty territory, or give the record the Rules `reference` if the game was played by the author's program.
222 nothing-to-attack: {text} attacks {target}, but that territory is empty
  why:  An attack is made on enemy armies. Going to an empty territory is a move, also where it invades the enemy's base.
  help: Write a dash instead of the x if a move is meant.
223 attack-on-own: {text} attacks {target}, which {player} holds
  why:  Nobody attacks armies of one's own.
  help: Check the squares, and whose turn it is: an action may be missing or doubled before this one.
224 stack-attacks: {text} attacks from {source}, which holds {height}; only a single army can attack
  why:  Two or more armies on one territory are a stack, and a stack may not attack. It defends well: each attack removes only
        one of its armies.
  help: Move armies away until one is left, or attack from another territory.
225 empty-reserve: {text} needs an army in reserve, but {player} has none
  why:  Fortifying brings an army from the reserve to the board. An army that has left play never returns to the reserve.
  help: Move or attack instead. If there should be a reserve, an earlier fortification is doubled, or the Setup is wrong.
226 not-controlled: {text} fortifies {target}, but that territory is empty and not on {player}'s baseline, rank {rank}
  why:  A player brings new armies to territories under control: those with an army of the player's own, and the whole of the
        player's own baseline.
  help: Fortify a territory that already holds an own army, or one on the own baseline.
227 needless-pass: {text} passes, but {player} can still act
  why:  A player passes only where there is nothing to fortify, to move or to attack with.
  help: Choose one of the actions that are possible, or resign.
228 no-passing: {text} passes, but under these rules nobody may pass
  why:  The record's Rules set no_move=none: a player who cannot act is stuck, and the game goes on only by resignation.
  help: Remove the pass, or no_move=none from the Rules.
"""

_STACKS = r"""
240 counted-pair: {text} moves {count} from {square}, but a two-piece turn moves single pieces
  why:  In STACKS a player may, instead of one group, move two single pieces one after the other, up to two steps each. Groups
        of two or three move alone.
  help: Leave out the count, or write the movement of the group without the & and what belongs to it.
241 group-too-large: {text} moves {count} together, but at most 3 move as a group
  why:  The larger a group, the shorter its way: one piece goes up to three steps, two pieces two, three pieces one. Four cannot
        move together at all.
  help: Take fewer pieces off the stack.
242 locked-pieces: {text} uses pieces on {square}, but there, in {opponent}'s home row, they are locked
  why:  Pieces that have come to the enemy's home row stay there for the rest of the game. They never move, attack or help
        again.
  help: Use other pieces.
243 already-moved: {text} takes {count} from {square}, but {left} may still move in this turn
  why:  A two-piece turn moves two different pieces. A piece that has moved or taken part in an attack does not move again in
        the same turn; pieces on the same square that have not moved yet may.
  help: Move another piece, or write the whole way of the piece as one movement if it is short enough.
244 stack-too-high: {text} would make a stack of {height} on {target}, and a stack has at most 4
  why:  No square holds more than four pieces, home spaces included.
  help: Move fewer pieces there, or choose another square.
245 barred-diagonal: {text} finds no way from {source} to {target} in {steps}: a diagonal between two squares that {opponent}
        holds is barred
  why:  Pieces cannot step, or attack, diagonally between two squares which both hold pieces of the opponent.
  help: Go around the two squares, or attack one of them.
246 through-pieces: {text} finds no way from {source} to {target} in {steps} over empty squares
  why:  Pieces walk over empty squares only. Where they join pieces of their own, their way ends; the opponent's pieces can be
        attacked, but not passed.
  help: Choose a square that can be reached, or move the piece that is in the way first.
247 through-home: {text} finds no way from {source} to {target} in {steps} but through {opponent}'s home row, where a movement
        ends
  why:  A movement ends in the enemy's home row: the pieces are locked where they have entered it.
  help: Enter the row on a square that can be reached directly.
248 four-must-move: {text} takes no piece off the stack of four on {squares}
  why:  A player who has a stack of four at the start of a turn must move at least one piece off it in that turn. With several
        such stacks one will do, unless the Rules say four=each.
  help: Move one to three pieces off the stack, or two single pieces of which one comes from it.
249 attack-on-empty: {text} attacks {target}, but that square is empty
  why:  An attack is made on pieces of the opponent.
  help: Write a dash instead of the x if a move is meant.
250 attack-on-locked: {text} attacks {target}, but pieces that have reached {player}'s home row cannot be attacked
  why:  Pieces in the enemy's home row stay there for the rest of the game, and nobody can attack them.
  help: Attack other pieces.
251 four-attacks: {text} attacks with pieces of {square}, which began this turn in a stack of four
  why:  Pieces that begin a turn in a stack of four take no part in any attack of that turn, neither those that leave the stack
        nor those that stay on it.
  help: Unstack without attacking, or attack with other pieces while a single piece leaves the stack.
252 second-attack: {text} attacks twice, but the rules of this record allow one attack a turn
  why:  The record's Rules say attacks=one. Without that, either piece of a two-piece turn may attack.
  help: Let one of the two pieces move without attacking, or remove attacks=one from the Rules.
253 attack-too-weak: {text} attacks {defenders} on {target} with {strength}; {needed}
  why:  An attack needs at least one piece more than the defender has.
  help: Attack with a larger group, or with helpers behind a plus sign: 2c3+d3xc4.
254 attack-too-strong: {text} attacks with {strength}, and at most 4 may attack together
  why:  All attackers end up on one square, and a stack has at most four pieces.
  help: Leave out a helper, or take fewer pieces of it.
255 no-helper: {text} names {square} as a helper, but {found}
  why:  Helpers are pieces of the attacking player.
  help: Check the square: the helper may have moved earlier.
256 repeated-attacker: {text} names {square} twice among the attackers
  why:  The pieces of one square attack as one group: 2c3xc4, not c3+c3xc4.
  help: Write the square once, with the number of pieces in front of it.
257 helper-not-adjacent: {text} names {square} as a helper, but it does not touch {target}
  why:  Every attacker must be next to the target at the moment of the attack. Only the first group walks; helpers stay where
        they are.
  help: Leave the helper out, or let it walk and another piece help.
258 helper-unable: {text} takes {count} from the helper {square}, but {problem}
  why:  Pieces that have not moved can help. Of those that have, only the first piece of a two-piece turn can, and only if it
        has walked one step and stands alone.
  help: Take fewer pieces, or another helper.
259 helper-in-part: {text} takes {count} from the helper {square}, but a helper takes part with its whole stack, {height}
  why:  The record's Rules say helpers=whole. Without that, a helper may send any number of its pieces.
  help: Take the whole stack, or remove helpers=whole from the Rules.
260 attackers-apart: {text} finds no square near {target} from where {source} attacks together with {helpers}: {demand}
  why:  Attackers that combine must be next to the target and next to each other at the moment of the attack. A chain of
        neighbours will do, unless the Rules say combine=mutual.
  help: Choose helpers that touch each other, or a mover that can step between them.
261 retreat-missing: {text} leaves {survivors} on {target} alive, and does not say where to: {squares}
  why:  An attack eliminates as many defenders as the attackers are more. The others retreat one square towards their own edge,
        and the attacker chooses where. The action must say it.
  help: Write > and the square behind the target: 3c3xc4>c5.
262 needless-retreat: {text} gives {retreat} as a retreat, but nobody on {target} survives
  why:  Defenders survive only where three attack two, or four attack three.
  help: Leave out the > and what follows it.
263 not-a-retreat: {text} sends the survivors to {retreat}, but from {target} they can only retreat to {squares}
  why:  Survivors retreat one square towards their own edge, straight or diagonally; from a home space to the neighbouring home
        space, or, where the Rules say home_retreat=any, to any other one.
  help: Choose one of these squares.
264 retreat-blocked: {text} leaves {survivors} on {target} alive, but {problem}
  why:  Survivors retreat before the attackers move in, to a square that is empty, or holds pieces of their own side and has
        room for them. The squares where the attackers stand are not free. Where no square is, the survivors are eliminated and
        no retreat is written; where the Rules say no_retreat=illegal, there is no such attack.
  help: Choose another square, or write no retreat if there is none.
"""

_ROBOTS = r"""
270 missing-spawn: {text} stands where the spawn of level {level} is due
  why:  Before the first level, and after each level that is cleared, chance lays out the robots of the next one. A record has
        to say how, or nobody could replay it: the spawn stands in angle brackets before the next action.
  help: Write the spawn, <row/row/...> from the top row, before this action. If the level was not cleared yet, look for an
        earlier action in which the record differs from the game.
271 unexpected-spawn: a spawn stands here, but level {level} goes on: {robots} left
  why:  Robots only come at the beginning of a level, and a level ends when its last robot is destroyed. While robots are left
        no others come.
  help: Remove the spawn, or look for the action in which the record differs from the game.
272 spawn-size: the spawn has {found}; the board has {expected}
  why:  A spawn shows the whole board, row by row from the top, and all rows together must have exactly the board's size.
  help: Count the rows and the cells of each row. If the board really has another size, the Size tag says so: 45x30 without one.
273 spawn-explosion: the spawn has an explosion on {cell}, but a level begins without any
  why:  Explosions last until the end of their level. The next one begins with the human and robots only.
  help: Replace the e by an empty cell.
274 spawn-human: the spawn has {found}; the human begins every level on {start}
  why:  Each level begins with the human on the same cell, and robots never come up there. It is the centre, (22,15) on the
        usual board, or the cell right of it under start=reference, unless the Start tag names another.
  help: Move the h to that cell, or give the cell of this game in a Start tag.
275 spawn-count: the spawn has {found}, but level {level} begins with {expected}
  why:  Level n begins with 10 x n robots, each on a cell of its own.
  help: Count the robots, and check that no level was left out before this one.
276 wrong-teleport: {text} is {kind}, but {counter}
  why:  The player does not choose between the two kinds: a teleport is safe (T) while there are safe teleports, and uses one
        up; when none is left it is unsafe (t).
  help: Correct the letter. If the letter is what was really seen, an earlier action is wrong.
277 forbidden-cell: {text} leads to {cell}, but {reason}
  why:  Chance says where a safe teleport ends, but it must not kill at once. By the rules text no robot may reach the human in
        the step that follows; in the author's program robots step aside, and 100 robots or more make it look for more room.
  help: Check the cell, and check whether the record names the right Rules: `reference` for games of the author's program.
"""

_RECORD = r"""
301 unknown-game: there is no game {game}
  why:  The Game tag chooses the rules by which a record is judged. Without knowing them, only the frame of the record can be
        read.
  help: Use one of the names that `xbn games` lists, or give --game.
302 unknown-rules: {problem}
  why:  The Rules tag names a reading of the game's rules, and may set single points of it (key=value, separated by commas).
  help: Use what `xbn games` lists, or remove the tag for the reading `text`.
303 bad-setup: the Setup position cannot be read: {problem}
  why:  The Setup tag holds a position string of the game. Without a start there is nothing to replay.
  help: Correct the position; the specification describes its form.
304 unknown-result: {value} is not a result
  why:  A result is 1-0, 0-1, 1/2-1/2 or *.
  help: Write one of them. The player who moves first is on the left.
305 unknown-termination: {value} is not a known termination
  why:  The list of terminations is closed, so that programs can rely on it.
  help: Use one of those that the specification lists.
306 result-conflict: the record closes with {token}, but its Result tag says {tag}
  why:  The tag and the token at the end must say the same.
  help: Correct the one that is wrong.
307 wrong-result: the result is given as {claimed}, but the game ended {actual} at ply {end_ply} ({end})
  why:  Replaying the actions gives another result than the record claims.
  help: Correct the result, or look for the action in which the record differs from the game.
308 wrong-termination: the termination is given as {claimed}, but {actual}
  why:  The Termination tag must agree with how the replay ends, with the result, and with a rejected action.
  help: Correct the tag, or remove it.
309 no-end: the result is given as {claimed}, but after the last action the game is not over
  why:  Nothing in the record explains the result: the replay has not reached an end, and no Termination tag says how the game
        ended away from the board.
  help: If actions are missing, add them. If the game ended otherwise, say so: [Termination "resignation"], "time", "agreement"
        … If it was not finished, the result is *.
310 wrong-turn-number: turn {written} should be turn {expected}
  why:  Turn numbers are optional, but those that are written must count up one by one. A wrong one often means that an action
        is missing or doubled.
  help: Find the missing or doubled action, or correct the number.
311 readings-differ (warning): under the reading {rules} {outcome}; under {other} {other_outcome}
  why:  The rules text and the program that the game is known by differ in some point, and on this record the difference
        matters.
  help: Make sure that the Rules tag names the reading which was agreed on.
312 rejected-legal: {text} is marked as rejected, but it is a legal action
  why:  A rejected action (~) records why a game was lost. This one was legal, so the rejection was wrong, or the record is.
  help: Remove the ~ if the action was played; otherwise check the actions before it.
313 unknown-format: the Format tag says {value}; this reader knows {known}
  why:  The Format tag names the notation and its version.
  help: Check where the file comes from; a newer version of this program may be needed.
314 unclaimed-end (warning): the record stops without saying how the game ended; by the replay it ended {actual} at ply
        {end_ply} ({end})
  why:  A record that was cut off claims no result. The actions it holds lead to the end of the game all the same.
  help: Add the result and the termination, if the record is to be kept.
315 bad-tag: the {tag} tag cannot be read: {problem}
  why:  A game may have tags of its own that it needs to set up the board, such as a size. Without a start there is nothing to
        replay.
  help: Correct the value; `xbn games` lists the tags that a game reads.
316 wrong-tag: the {tag} tag says {claimed}, but the replay gives {actual}
  why:  The tag restates what follows from the actions. It may be left out, but what is written must be true.
  help: Correct the tag. If its value is what was really agreed on, an action is wrong.
"""

_FOREIGN = r"""
401 unrecognised-format: the format of this file is not recognised
  why:  Neither the content nor the name tells what it is: not XBN, not one of our JSON documents, not a log, a terminal output
        or a list of actions of the official referee.
  help: Check that the right file was given, or name the format with --from.
402 unreadable-line: {line} is no line of the format {format}
  why:  The line is none of those that the format knows. The actions before it are read and judged; what follows in this game is
        not.
  help: Check whether the file was edited, or whether other output got mixed into it.
403 unreadable-action: {action} cannot be read as an action
  why:  The foreign text names an action whose numbers or squares are not to be understood. The actions before it are read and
        judged.
  help: Look at the line. What the referee itself accepts (1.0, True, numbers of numpy) is read.
404 unreadable-time (warning): {time} is not a time as the referee writes it
  why:  The start of the game is not known then; everything else is read as usual.
  help: Nothing needs to be done, unless the date matters.
405 colour-out-of-turn: {colour} acts, but it is {expected}'s turn
  why:  The players act in turn. Where one colour stands twice in a row, a line is missing, doubled or out of place. The actions
        before it are read and judged.
  help: Compare with the original: a line may have been lost in copying.
406 line-after-end: this stands behind the end of the game
  why:  The text itself says that the game is over before this line.
  help: Check whether two games were put into one.
407 board-mismatch: the board that is printed here is {printed}, but the actions so far lead to {replayed}
  why:  The terminal output shows a board that the actions before it do not lead to. One of the two was changed, or a line is
        missing.
  help: Compare the board with the actions just before it.
408 unreadable-board: this is not a whole board
  why:  The terminal output begins a board here, but its rows cannot be read.
  help: Check whether lines got lost or mixed up.
409 bad-document: this is not a record document: {problem}
  why:  The JSON text cannot be read as a record; `xbn schema record` describes the form.
  help: Correct the document where the message says.
410 document-mismatch: the document gives {said} as {what}, but its actions give {actual}
  why:  A record document holds the positions of the replay beside the actions. Here the two contradict each other; the actions
        count.
  help: Convert the original record anew, or find out which of the two was changed.
411 unread-archive (warning): this is {kind}, so what is in it was not read
  why:  An archive may hold many files, and folders of them. The search for records does not look inside: what is judged is what
        everybody can see.
  help: Unpack it and validate the folder. A single compressed file (.gz, .bz2, .xz, .zst) is read as it is, if the extension
        before that says what is in it: game.log.gz.
412 unread-record (warning): this looks like a record ({format}), but a folder is not searched for files with such a name
  why:  In a folder only the files with a known extension are read. The content of this one begins like a record all the same.
  help: Rename the file, or give it by its name: then it is read, whatever its extension.
413 skipped-file (notice): this is {kind}, so it was not read
  why:  In a folder only the files with a known extension are read. This is one of the others; it is named so that a submission
        in the wrong form is not overlooked.
  help: Nothing needs to be done, unless a record was expected here.
414 unread-path (warning): this is {kind}, so it was not read
  why:  In a folder, only ordinary files and links to them are read. A link to a folder is not followed, since it may lead in
        circles or out of the folder; reading a pipe or a device may never end. There may be records here, so the path is named.
  help: Give the path by name if it holds records: a link to a folder is searched then, and a pipe is read. Otherwise remove it,
        or ignore this finding.
"""

_LIMITS = r"""
901 too-deep: variations are nested more than {limit} deep
  why:  No real analysis nests so deep; the limit keeps damaged or hostile files from using up the machine.
  help: Check for stray opening parentheses. The limit variation_depth can be raised.
902 too-long: the record has more than {limit} characters
  why:  Records are read one at a time into memory; the limit keeps a damaged file from using it up. The next record is read as
        usual.
  help: Check whether this is the right file, and whether the ends of its records got lost. The limit record_length can be
        raised.
903 unreadable-file: the file cannot be read: {problem}
  why:  The operating system refused to give the file's content.
  help: Check the name and the permissions, and that the file is complete.
904 worker-crashed: every process that judged this file ended unexpectedly: {problem}
  why:  Large inputs are judged by several processes. One of them was ended from outside, or broke down, while it worked on this
        file, and so did those that tried again, alone. What was found before is reported; the rest of the file has not been
        judged. The next file is.
  help: Check that the machine has memory left, and try again with --jobs 1. If it happens again, the file has found a defect in
        this program: please report it.
905 long-token: this word has more than {limit} characters
  why:  No action, number, name or string of a real record is so long; the limit keeps damaged or hostile files from using up
        the machine. What stands before it has been read and judged. The next record is read as usual.
  help: Check whether a quote or a blank got lost. Long texts belong in comments. The limit token_length can be raised.
906 long-comment: this comment has more than {limit} characters
  why:  A comment so long is most often one that was not closed where it should be. What stands before it has been read and
        judged. The next record is read as usual.
  help: Check where the comment was meant to end. The limit comment_length can be raised.
907 too-many-tags: the record has more than {limit} tags
  why:  A record has a dozen tags, or two. So many come from a damaged file, or from one that is no game record. The next record
        is read as usual.
  help: Check whether the actions of many records got lost, so that only their tags are left. The limit tags can be raised.
908 too-many-records: the file has more than {limit} records
  why:  As many as the limit allows have been judged; what follows in this file has not. The next file is read as usual.
  help: Divide the file, or raise the limit records.
909 unpacks-too-much: the compressed file holds more than {allowed}
  why:  A small compressed file can be made to hold any amount of data, to fill a disk or to keep a program busy for ever. What
        was unpacked before has been judged; the rest of the file has not. The next file is read as usual.
  help: Check where the file comes from. If it is sound, unpack it first, or raise the limits unpacked_bytes and expansion.
910 document-too-deep: the document nests lists and objects more than {limit} deep
  why:  No record document nests so deep; the limit keeps damaged or hostile files from using up the machine. The next document
        is read as usual.
  help: Check for stray opening brackets. The limit json_depth can be raised.
911 too-many-plies (warning): the game has {number} plies; {form} shows the first {limit}
  why:  A film or a page of a longer game would take minutes to make and nobody would watch it to the end. The verdict is on the
        whole game all the same.
  help: --from-ply and --to-ply choose the part that a film shows. The limits gif_plies and html_plies can be raised.
912 too-many-variations: the record has more than {limit} variations
  why:  An annotated game has a few hundred variations. Each takes some memory, so many more of them in a damaged or hostile file
        could use up the machine. What stands before this one has been read and judged. The next record is read as usual.
  help: Check for stray parentheses. The limit variations can be raised.
"""


_ROW = re.compile(r"([0-9]+) ([a-z0-9-]+)(?: \((\w+)\))?: (.+)\n  why:  (.+)\n  help: (.+)", re.DOTALL)


def _rows(table: str) -> Iterator[Code]:
    """The rows of a table, each of which begins with its number."""
    for text in re.split(r"\n(?=[0-9])", table.strip()):
        row = _ROW.fullmatch(text)
        assert row is not None, text
        message, why, remedy = (" ".join(each.split()) for each in row.groups()[3:])
        yield Code(f"XBN{row[1]}", row[2], Severity(row[3] or "error"), message, why, remedy)


_GROUPS = (_TEXT, _STYLE, _RULES, _STACK_WARS, _STACKS, _ROBOTS, _RECORD, _FOREIGN, _LIMITS)
TABLE = tuple(row for group in _GROUPS for row in _rows(group))

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
