// The list of moves: each is a link to its moment, so that following, copying and going back work as everywhere. Comments and
// variations stand where they stand in the record.

const LONG = 15;

class MoveList {
  #root = part("moves");
  #links = new Map();
  #current = null;

  /** Write the list of a record. */
  show(record, recordIndex) {
    this.#links.clear();
    this.#current = null;
    const context = { record, recordIndex, links: this.#links };
    this.#root.replaceChildren(lineOf(context, 0, record.players.length === 2 ? "pairs" : "flow"));
    this.#root.scrollTop = 0;
  }

  /** Mark a moment as the one that is shown, and bring it into sight inside the list. */
  point({ line, index }) {
    const link = this.#links.get(`${line}.${index}`);
    if (link === this.#current) return;
    this.#current?.removeAttribute("aria-current");
    this.#current = link ?? null;
    if (!link) return;
    link.setAttribute("aria-current", "true");
    // Only the list scrolls: on a phone, where it is part of the page, the board would otherwise slip away.
    const [outer, inner] = [this.#root.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) this.#root.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}

/** A line of play. Moves that belong to one turn stand in one row; what is said about them interrupts it. */
function lineOf(context, lineIndex, layout) {
  const line = context.record.lines[lineIndex];
  const shape = make("div", { class: `line ${layout}` });
  let [row, item] = [null, 0];
  const interrupt = (...blocks) => {
    row = null;
    shape.append(...blocks);
  };
  interrupt(...line.lead.map(comment));
  line.moments.forEach((moment, index) => {
    if (!index) item = itemOf(context.record, lineIndex, 0);
    else item = line.moments[index - 1].ply === moment.ply ? item + 1 : 0;
    const link = linkTo(context, lineIndex, index, item);
    if (moment.remarks.length) interrupt(...moment.remarks.map(comment));
    if (!moment.mark) {
      interrupt(link);
    } else {
      if (!row || moment.player === 0) {
        row = make("div", { class: "row" }, make("span", { class: "mark" }, moment.mark));
        shape.append(row);
      }
      link.classList.toggle("second", moment.player === 1);
      row.append(link);
    }
    const variations = moment.variations.map((each) => variationBlock(context, each));
    if (moment.comments.length || variations.length) interrupt(...moment.comments.map(comment), ...variations);
  });
  if (line.result) shape.append(make("p", { class: "result" }, line.result));
  interrupt(...(lineIndex === 0 ? line.after.map(comment) : []));
  return shape;
}

/** A variation, indented, and the comments behind it. */
function variationBlock(context, lineIndex) {
  const block = make("div", { class: "variation" }, lineOf(context, lineIndex, "flow"));
  return make("div", {}, block, ...context.record.lines[lineIndex].after.map(comment));
}

function linkTo({ record, recordIndex, links }, lineIndex, index, item) {
  const moment = record.lines[lineIndex].moments[index];
  const href = addressOfMoment(recordIndex, lineIndex, moment.ply, item);
  const text = make("bdi", { class: moment.text.length > LONG ? "text long" : "text" }, nameOf(moment));
  const link = make("a", { class: `move ${moment.kind}`, href }, text, ...glyphsOf(moment), troubleOf(moment));
  links.set(`${lineIndex}.${index}`, link);
  return link;
}

/** A sign that something is wrong with a moment; null where nothing is. */
function troubleOf({ kind, findings }) {
  if (!FAILED[kind] && !findings.length) return null;
  const isError = FAILED[kind] || findings.some((finding) => finding.severity === "error");
  const words = FAILED[kind] ?? findings.map((finding) => finding.message).join("; ");
  return badge(isError ? "error" : "warning", words);
}

function badge(severity, words) {
  const attributes = { class: `badge ${severity}`, role: "img", "aria-label": words, title: words };
  return make("span", attributes, severity === "error" ? "✕" : "!");
}

const nameOf = (moment) => (moment.kind === "start" ? "Start" : moment.text);

const glyphsOf = ({ glyphs }) => glyphs.map(([sign, meaning]) => make("span", { class: "glyph", title: meaning || null }, sign));

const comment = (text) => make("p", { class: "comment", dir: "auto" }, text);
