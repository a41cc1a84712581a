// The data of the page; page_data.py describes its shape. What is left out there, as it has its usual value, is filled in here.

const DATA = JSON.parse(part("data").textContent);

/** What is played: records and their boards. A page has all of them at hand, a report puts in one at a time. */
const PLAYED = { records: DATA.records ?? [], boards: DATA.boards };

const USUAL = {
  record: { players: [], tags: [], findings: [] },
  line: { leaves: 0, moments: [], result: "", lead: [], after: [] },
  moment: {
    ...{ kind: "action", mark: "", text: "", reason: "" },
    ...{ arrows: [], cells: [], waves: [], glyphs: [], attributes: [], remarks: [], comments: [], findings: [], variations: [] },
  },
  board: { frame: 0, pieces: [], counts: [] },
  frame: { homes: [], sides: [], counters: [] },
};

const COLOURS = ["white", "black", "red", "blue"];

/** What is said of a moment that was not played, by its kind. */
const FAILED = { illegal: "Not allowed", rejected: "Refused by the referee", unreached: "Not reached" };

/** A record, whole; made so when it is first looked at, since a page may hold hundreds. */
function recordAt(index) {
  const record = PLAYED.records[index];
  if (record.isWhole) return record;
  record.lines = record.lines.map((line) => ({ ...USUAL.line, ...line }));
  for (const line of record.lines) line.moments = line.moments.map((moment) => ({ ...USUAL.moment, ...moment }));
  return (PLAYED.records[index] = { ...USUAL.record, ...record, isWhole: true });
}

const boardAt = (index) => ({ ...USUAL.board, ...PLAYED.boards[index] });

const frameOf = (board) => ({ ...USUAL.frame, ...DATA.frames[board.frame] });

/** The colour of a side: the game's own or, where it names none, one that differs from side to side. */
const colourOf = (frame, side) => frame.sides[side] ?? COLOURS[side % COLOURS.length];

/** The pieces of a board, each as {x, y, side, kind, label, spoken}. */
function piecesOf(board) {
  return board.pieces.map((index) => {
    const [x, y, side, kind, label, spoken] = DATA.pieces[index];
    return { x, y, side, kind, label, spoken };
  });
}

const pieceOn = (pieces, x, y) => pieces.find((piece) => piece.x === x && piece.y === y);

/** A name for a square, by which sets and maps know it. */
const square = (x, y) => `${x},${y}`;
