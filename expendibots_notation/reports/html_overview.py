"""From judgements to the HTML report: each becomes a row of the overview, with a small board for each trouble, and a replay."""

from __future__ import annotations

from expendibots_notation.adjudication import adjudicate
from expendibots_notation.copies import CopyGroup
from expendibots_notation.diagnostics.codes import BY_NAME
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import excerpt_parts
from expendibots_notation.evidence import Evidence, Proof, evidence_of
from expendibots_notation.game import UNFINISHED, Outcome
from expendibots_notation.games import find_game
from expendibots_notation.judging.timeline import Kind
from expendibots_notation.notation.tree import Record
from expendibots_notation.reports.html_data import (
    CodeData,
    CopiesData,
    CopyRow,
    EvidenceRow,
    FindingRow,
    Overview,
    ReadingsRow,
    Row,
    SightBoard,
    SightData,
    TroubleRow,
    VerdictName,
)
from expendibots_notation.reports.json import summary_document
from expendibots_notation.reports.report import Manner
from expendibots_notation.reports.summary import Tally
from expendibots_notation.reports.words import is_unproved
from expendibots_notation.verdict import FileFinding, Judged, Verdict
from expendibots_notation.viewer.page_data import FrameRow, MomentData, PieceRow, RecordData, RecordTeller, Trouble, index_in, shown

MOST_GROUPS = 12
"""A record shows at most so many places of trouble with a board; the findings of the others stand below them."""

NOT_ESTABLISHED = "not established"
"""What is said instead of an ending where the replay did not come to one."""


class OverviewTeller:
    """Takes results one by one, and puts them into the shape of the page."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.frames: dict[FrameRow, int] = {}
        self.pieces: dict[PieceRow, int] = {}
        self.boards: dict[SightBoard, int] = {}
        self.rows: list[Row] = []
        self.codes: dict[str, CodeData] = {}
        self.places: dict[tuple[str, int], int] = {}
        """By the file and the number of a record: its row."""

    def overview(self, tally: Tally) -> Overview:
        """All that was taken."""
        return Overview(
            format="xbn-report-page",
            version=1,
            title=_title(tally),
            strict=self.manner.strict,
            summary=summary_document(tally),
            codes=dict(sorted(self.codes.items())),
            frames=tuple(self.frames),
            pieces=tuple(self.pieces),
            boards=tuple(self.boards),
            rows=tuple(self.rows),
            copies=tuple(self.copies(group) for group in tally.copies or ()),
        )

    def copies(self, group: CopyGroup) -> CopiesData:
        members = (*group.records, *group.prefix_of)
        rows = tuple(CopyRow(self.places[each.file, each.index], each.relation) for each in members)
        return CopiesData(id=group.id, records=rows)

    def file(self, found: FileFinding) -> None:
        """Take what is said about a file as a whole."""
        finding = found.diagnostic
        trouble = TroubleRow(place="", findings=(self.finding(finding),))
        self.rows.append(Row(verdict="file", file=shown(finding.place.file), line=finding.place.line, troubles=(trouble,)))

    def record(self, judged: Judged) -> RecordData | None:
        """Take a judgement; the replay of its record, if there is something to play."""
        verdict, record = judged.verdict, judged.record
        self.places[verdict.file, verdict.index] = len(self.rows)
        if record is None:
            findings = tuple(self.finding(each) for each in verdict.diagnostics)
            self.rows.append(self.row(verdict, troubles=(TroubleRow(place="", findings=findings),)))
            return None
        teller = RecordTeller(judged)
        data = teller.record()
        sights = _Sights(data, self)
        troubles = self.troubles(teller.troubles, tuple(teller.findings), sights)
        evidence = evidence_of(judged)
        self.rows.append(
            self.row(
                verdict,
                record,
                troubles=troubles,
                players=tuple(player["name"] for player in data["players"]),
                end=sights.at(0, sights.last),
                evidence=_evidence(evidence, bool(troubles)),
                readings=_readings(judged) if self.manner.both_rules else None,
                has_replay=True,
            )
        )
        return data

    def troubles(self, found: list[Trouble], rest: tuple[Diagnostic, ...], sights: _Sights) -> tuple[TroubleRow, ...]:
        """The places of trouble, each with its board; what concerns the whole record is told at its end.

        Of many places, only the first have boards: each has to be found, and the findings of all others stand together.
        """
        end = Trouble(0, sights.last, rest)
        troubles = [*found, *([end] if rest else [])]
        shown = troubles if len(troubles) <= MOST_GROUPS else troubles[: MOST_GROUPS - 1]
        rows = [
            TroubleRow(
                place=sights.end_place if each is end else sights.place(each.line, each.index),
                address=sights.address(each.line, each.index),
                sight=sights.at(each.line, each.index),
                findings=tuple(map(self.finding, each.findings)),
            )
            for each in shown
        ]
        if others := troubles[len(shown) :]:
            findings = tuple(self.finding(finding) for each in others for finding in each.findings)
            address = sights.address(others[0].line, others[0].index)
            rows.append(TroubleRow(place=f"{len(others)} more places", address=address, findings=findings))
        return tuple(rows)

    def row(self, verdict: Verdict, record: Record | None = None, **fields: object) -> Row:
        outcome, claimed = _standing(verdict)
        game = find_game(verdict.game)
        return Row(
            verdict=self.name(verdict),
            file=shown(verdict.file),
            index=verdict.index,
            line=verdict.line,
            game=shown(game.name if game else verdict.game),
            rules=shown(verdict.rules),
            event=shown((record.tag("Event") if record else None) or ""),
            result=shown(outcome.result),
            ending=shown(outcome.termination or ("" if outcome.result == UNFINISHED else "unknown")),
            claimed=shown(" ".join(part for part in (claimed.result, claimed.termination) if part)) if claimed else "",
            plies=verdict.plies,
            **fields,  # type: ignore[arg-type]
        )

    def name(self, verdict: Verdict) -> VerdictName:
        if not self.manner.accepts(verdict):
            return "invalid"
        return "warnings" if any(finding.is_warning for finding in verdict.diagnostics) else "valid"

    def finding(self, finding: Diagnostic) -> FindingRow:
        if finding.code not in self.codes:
            row = BY_NAME[finding.name]
            self.codes[finding.code] = CodeData(name=row.name, why=row.why, remedy=row.remedy)
        place = finding.place
        return FindingRow(
            code=finding.code,
            severity=finding.severity.value,
            message=shown(finding.message),
            hint=shown(finding.hint or ""),
            line=place.line,
            column=place.column,
            excerpt=excerpt_parts(finding) if place.excerpt else None,
        )


def _title(tally: Tally) -> str:
    if not tally.records:
        return "No records"
    if tally.valid == tally.records:
        return "The record is valid" if tally.records == 1 else f"All {tally.records:,} records are valid"
    return f"{tally.valid:,} of {tally.records:,} {'record' if tally.records == 1 else 'records'} valid"


def _readings(judged: Judged) -> ReadingsRow | None:
    adjudication = adjudicate(judged)
    if adjudication is None or adjudication.parting_ply is None:
        return None
    return ReadingsRow(ply=adjudication.parting_ply, words=tuple(map(shown, adjudication.words)))


def _standing(verdict: Verdict) -> tuple[Outcome, Outcome | None]:
    """How a game ended, and what the record says about that where it is something else.

    An end that no board can show is the record's to tell. Where an error has stopped the replay, though, a result is only a claim.
    """
    outcome, claimed = verdict.outcome, verdict.claimed
    if outcome.is_over:
        says_nothing = claimed.result == UNFINISHED and claimed.termination is None
        agrees = claimed.result == outcome.result and claimed.termination in (None, outcome.termination)
        return outcome, None if says_nothing or agrees else claimed
    if claimed.result == UNFINISHED or (verdict.valid and not is_unproved(verdict)):
        return claimed, None
    return Outcome(UNFINISHED, NOT_ESTABLISHED), claimed


def _evidence(evidence: Evidence, is_told: bool) -> EvidenceRow | None:
    """The evidence; nothing where all it could say is that the replay stopped at something that a finding has told already."""
    if evidence.proof is Proof.NONE and evidence.broken is None and evidence.obstacle is not None and is_told:
        return None
    plies = evidence.repetition.plies if evidence.repetition else (evidence.ply,) if evidence.ply else ()
    return EvidenceRow(proof=evidence.proof.value, words=tuple(map(shown, evidence.words)), plies=plies)


class _Sights:
    """Small boards and addresses of moments in a record."""

    def __init__(self, record: RecordData, teller: OverviewTeller) -> None:
        self.record = record
        self.lines = record["lines"]
        self.teller = teller

    def path(self, line: int, index: int) -> list[MomentData]:
        """The way from the start of the record to a moment, that included, over the lines that its own one leaves."""
        data = self.lines[line]
        before = self.path(data["parent"], data["leaves"] - 1) if "parent" in data else []
        return [*before, *data["moments"][: index + 1]]

    def at(self, line: int, index: int) -> SightData | None:
        """What is to be seen at a moment: its own board or, where there is none, the last one before it."""
        path = self.path(line, index)
        moment = path[-1]
        board = next((each["board"] for each in reversed(path) if "board" in each), None)
        if board is None:
            return None
        picture = self.picture(board)
        kind = moment.get("kind", Kind.ACTION.value)
        if "board" not in moment:
            return SightData(board=picture, kind=kind)
        return SightData(
            board=picture,
            kind=kind,
            arrows=tuple(moment.get("arrows", ())),
            cells=tuple(moment.get("cells", ())),
            waves=tuple(map(tuple, moment.get("waves", ()))),
        )

    def picture(self, board: int) -> int:
        """The index, in the overview, of a board of the record."""
        standing: set[int] = set()
        for row in self.record["boards"][: board + 1]:
            standing.difference_update(row.gone)
            standing.update(row.come)
        pieces = sorted((self.record["pieces"][each] for each in standing), key=lambda piece: (piece.y, piece.x))
        frame = index_in(self.teller.frames, self.record["frame"])
        numbers = tuple([index_in(self.teller.pieces, piece) for piece in pieces])
        return index_in(self.teller.boards, SightBoard(frame, self.record["boards"][board].caption, numbers))

    def place(self, line: int, index: int) -> str:
        moment = self.lines[line]["moments"][index]
        return f"{moment.get('mark', '')} {moment.get('text', '')}".strip() or "the start"

    def address(self, line: int, index: int) -> str:
        """The address of a moment, as the player writes it."""
        path = self.path(line, index)
        ply = path[-1]["ply"]
        item = len(path) - 1 - next(number for number, each in enumerate(path) if each["ply"] == ply)
        return "&".join(
            [*([f"variation={line}"] if line else []), f"ply={ply}", *([f"item={item}"] if item else [])],
        )

    @property
    def last(self) -> int:
        """The last moment of the main line that has a board."""
        moments = self.lines[0]["moments"]
        return next((index for index in range(len(moments) - 1, 0, -1) if "board" in moments[index]), 0)

    @property
    def end_place(self) -> str:
        """What the board at the end shows: the last action, or what was tried in vain."""
        is_played = self.lines[0]["moments"][self.last].get("kind", Kind.ACTION) in (Kind.ACTION, Kind.ITEM)
        return f"after {self.place(0, self.last)}" if is_played else self.place(0, self.last)
