// The data of the page; page_data.py describes its shape. What is left out there, as it has its usual value, is filled in here.

const DATA = JSON.parse(part("data").textContent);

/** The record that the player has: its index, the record, and its boards. All others stay packed. */
const PLAYED = { index: -1, record: null, boards: null };

const USUAL = {
  record: { termination: "", findings: [] },
  line: { leaves: 0, result: "", lead: [], after: [] },
  moment: {
    ...{ kind: "action", mark: "", text: "", reason: "" },
    ...{ arrows: [], cells: [], waves: [], glyphs: [], attributes: [], remarks: [], comments: [], findings: [], variations: [] },
  },
};

const COLOURS = ["white", "black", "red", "blue"];

/** What is said of a moment that was not played, by its kind. */
const FAILED = { illegal: "Not allowed", rejected: "Refused by the referee", unreached: "Not reached" };

/** A record, taken out of the element in which it is packed. */
async function unpacked(index) {
  const bytes = Uint8Array.from(atob(part(`replay-${index + 1}`).textContent), (character) => character.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  const record = { ...USUAL.record, ...JSON.parse(text) };
  record.lines = record.lines.map((line) => ({ ...USUAL.line, ...line }));
  for (const line of record.lines) line.moments = line.moments.map((moment) => ({ ...USUAL.moment, ...moment }));
  return record;
}

/** Has the player have a record. */
function take(index, record) {
  Object.assign(PLAYED, { index, record, boards: new Boards(record) });
}

const frameFrom = ([columns, rows, homes, sides, counters]) => ({ columns, rows, homes, sides, counters });

const pieceFrom = ([x, y, side, kind, label, spoken]) => ({ x, y, side, kind, label, spoken });

const byPlace = (one, other) => one.y - other.y || one.x - other.x;

/** The boards of a record. Each is kept as what differs from the one before it, so pieces are put up and taken down on the way. */
class Boards {
  #frame;
  #pieces;
  #rows;
  #standing = new Set();
  #at = -1;

  constructor({ frame, pieces, boards }) {
    this.#frame = frame && frameFrom(frame);
    this.#pieces = pieces.map(pieceFrom);
    this.#rows = boards;
  }

  /** A board: its frame, caption, position string, counts, who is to move, and what stands there. */
  at(index) {
    const [text, caption, mover, counts] = this.#rows[index];
    return { frame: this.#frame, caption, text, counts, mover, pieces: () => this.#piecesAt(index) };
  }

  #piecesAt(index) {
    while (this.#at < index) {
      this.#at += 1;
      const [, , , , gone, come] = this.#rows[this.#at];
      this.#change(gone, come);
    }
    while (this.#at > index) {
      const [, , , , gone, come] = this.#rows[this.#at];
      this.#change(come, gone);
      this.#at -= 1;
    }
    return [...this.#standing].map((piece) => this.#pieces[piece]).sort(byPlace);
  }

  #change(gone, come) {
    for (const piece of gone) this.#standing.delete(piece);
    for (const piece of come) this.#standing.add(piece);
  }
}

/** The board of a moment; null where nothing is known. */
const boardOf = ({ board }) => (board === undefined ? null : PLAYED.boards.at(board));

/** The colour of a side: the game's own or, where it names none, one that differs from side to side. */
const colourOf = (frame, side) => frame.sides[side] ?? COLOURS[side % COLOURS.length];

const pieceOn = (pieces, x, y) => pieces.find((piece) => piece.x === x && piece.y === y);

/** A name for a square, by which sets and maps know it. */
const square = (x, y) => `${x},${y}`;
