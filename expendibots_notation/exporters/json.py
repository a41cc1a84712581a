"""Records as JSON documents, with every position of their replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from expendibots_notation.game import Game, NotationError, Outcome, Position
from expendibots_notation.games import find_game
from expendibots_notation.notation.tree import Comment, Line, Notes, Ply, Record, Rejected, TurnMark
from expendibots_notation.notation.writer import Turn, first_turn
from expendibots_notation.replaying import forfeit, rejection, start_position
from expendibots_notation.schema import Claimed, PlyDocument, Reached, RecordDocument, RejectedAction, VariationDocument


def json_pieces(records: Iterable[Record]) -> Iterator[str]:
    """One document; a list of them where there are several records."""
    waiting: str | None = None
    is_list = False
    for record in records:
        if waiting is not None:
            yield ("[\n" if not is_list else ",\n") + waiting
            is_list = True
        waiting = record_document(record).model_dump_json(indent=2)
    if waiting is None:
        yield "[]\n"
    elif is_list:
        yield ",\n" + waiting + "\n]\n"
    else:
        yield waiting + "\n"


def jsonl_pieces(records: Iterable[Record]) -> Iterator[str]:
    """One document a line."""
    for record in records:
        yield record_document(record).model_dump_json() + "\n"


def record_document(record: Record) -> RecordDocument:
    """The document of a record: what it says, and what its replay establishes."""
    game = find_game(record.game)
    start: Position | None = None
    if game is not None:
        with suppress(NotationError):
            start = start_position(record, game, game.rules(record.rules))
    builder = _LineBuilder(game)
    line = record.line
    plies, end, ply, turn = builder.plies(line, start, 1, first_turn(record, game))
    rejected = builder.rejected(line.rejected, end if _is_whole(plies) else None, ply, turn)
    token = line.result
    return RecordDocument(
        game=record.game,
        rules=record.rules,
        tags={tag.name: tag.value for tag in record.tags},
        setup=record.setup,
        preface=_texts(record.preface),
        comments=_texts(line.lead),
        plies=plies,
        rejected=rejected,
        closing=_texts(record.closing),
        claimed=Claimed(result=token, termination=record.termination, tag=record.result if record.result != token else None),
        outcome=builder.reached(end, plies, rejected),
        final=end.text if end else None,
    )


def _texts(comments: tuple[Comment, ...]) -> list[str]:
    return [comment.text for comment in comments]


class _LineBuilder:
    def __init__(self, game: Game | None) -> None:
        self.game = game

    def plies(
        self, line: Line, position: Position | None, ply: int, turn: Turn
    ) -> tuple[list[PlyDocument], Position | None, int, Turn]:
        """The documents of a line's actions, the last position reached, and the ply and turn after the last action."""
        documents = []
        is_legal = position is not None
        for node in line.plies:
            before = position if is_legal else None
            after = None
            if before is not None and node.action is not None and before.violation(node.action) is None:
                after = before.play(node.action)
            is_legal = after is not None
            position = after or position
            documents.append(self.ply(node, before, after, ply, turn))
            ply += 1
            turn = self.next_turn(turn)
        return documents, position, ply, turn

    def ply(self, node: Ply, before: Position | None, after: Position | None, ply: int, turn: Turn) -> PlyDocument:
        facts = before.facts(node.action) if before is not None and after is not None else {}
        return PlyDocument(
            ply=ply,
            turn=turn[0],
            player=self.player(turn),
            text=node.text,
            action=self.game.action_json(node.action) if self.game and node.action is not None else None,
            glyphs=list(node.notes.glyphs),
            attributes=dict(node.notes.attributes),
            before=_texts(node.notes.before),
            comments=_texts(node.notes.comments),
            variations=self.variations(node.notes, before, ply, turn),
            mark=_wrong_mark(node.mark, turn),
            position=after.text if after else None,
            **facts,
        )

    def variations(self, notes: Notes, before: Position | None, ply: int, turn: Turn) -> list[VariationDocument]:
        documents = []
        for variation in notes.variations:
            line = variation.line
            plies, end, next_ply, next_turn = self.plies(line, before, ply, turn)
            rejected = self.rejected(line.rejected, end if _is_whole(plies) else None, next_ply, next_turn)
            documents.append(
                VariationDocument(
                    comments=_texts(line.lead),
                    plies=plies,
                    rejected=rejected,
                    result=line.result,
                    outcome=self.reached(end, plies, rejected),
                    after=_texts(variation.after),
                )
            )
        return documents

    def rejected(self, node: Rejected | None, position: Position | None, ply: int, turn: Turn) -> RejectedAction | None:
        if node is None:
            return None
        violation = rejection(node, position, self.game) if position is not None and self.game is not None else None
        return RejectedAction(
            ply=ply,
            turn=turn[0],
            player=self.player(turn),
            text=node.text,
            raw=node.raw,
            reason=violation.message if violation else None,
            glyphs=list(node.notes.glyphs),
            attributes=dict(node.notes.attributes),
            before=_texts(node.notes.before),
            comments=_texts(node.notes.comments),
            variations=self.variations(node.notes, position, ply, turn),
            mark=_wrong_mark(node.mark, turn),
        )

    def reached(self, end: Position | None, plies: list[PlyDocument], rejected: RejectedAction | None) -> Reached:
        outcome = end.outcome() if end else Outcome()
        ply = max((each.ply for each in plies if each.position is not None), default=0)
        if end is not None and self.game is not None and not outcome.is_over and rejected is not None and rejected.reason:
            outcome, ply = forfeit(end, self.game), rejected.ply
        return Reached(result=outcome.result, termination=outcome.termination, ply=ply if outcome.is_over else None)

    def player(self, turn: Turn) -> str:
        return self.game.players[turn[1]] if self.game else "unknown"

    def next_turn(self, turn: Turn) -> Turn:
        return self.game.next_turn(*turn) if self.game else (turn[0] + turn[1], 1 - turn[1])


def _is_whole(plies: list[PlyDocument]) -> bool:
    """Whether every action was legal."""
    return all(each.position is not None for each in plies)


def _wrong_mark(mark: TurnMark | None, turn: Turn) -> int | None:
    return mark.number if mark is not None and mark.number != turn[0] else None
