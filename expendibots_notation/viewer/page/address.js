// The moment in the address: #record=2&ply=17, with variation, item and wave where they are needed. Records, variations and waves
// are counted from 1; ply 0 is the start; items are the events between a ply and the next.

const addressOfMoment = (recordIndex, line, ply, item) =>
  `#record=${recordIndex + 1}${line ? `&variation=${line}` : ""}&ply=${ply}${item ? `&item=${item}` : ""}`;

/** The address of a step of a path. */
function addressOf(recordIndex, path, stepIndex) {
  const { at, wave } = path.steps[stepIndex];
  const { ply } = path.stops[at].moment;
  const item = at - path.stops.findIndex((stop) => stop.moment.ply === ply);
  return addressOfMoment(recordIndex, path.line, ply, item) + (wave === null ? "" : `&wave=${wave + 1}`);
}

/** Which item of its ply a moment of a line is, without the path that leads there: as many moments before it have that ply. */
function itemOf(record, line, index) {
  const { ply } = record.lines[line].moments[index];
  let item = 0;
  for (let [at, own] = before(record, line, index); at !== undefined; [at, own] = before(record, at, own)) {
    if (record.lines[at].moments[own].ply !== ply) break;
    item += 1;
  }
  return item;
}

/** The moment before another one, as its line and its index there; nothing before the start. */
function before(record, line, index) {
  let [at, own] = [line, index];
  while (own === 0) {
    const { parent, leaves } = record.lines[at];
    if (parent === undefined) return [];
    [at, own] = [parent, leaves];
  }
  return [at, own - 1];
}

const addressOfRecord = (recordIndex) => `#record=${recordIndex + 1}&ply=0`;

/** Makes a link lead to a record; where there is none, it leads nowhere and says so. */
function turnTo(link, index) {
  if (index !== undefined) {
    link.setAttribute("href", addressOfRecord(index));
    link.removeAttribute("aria-disabled");
  } else {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
    link.setAttribute("role", "link");
  }
}

/** The address of the first moment of a variation. */
function entryOf(record, recordIndex, line) {
  const { ply } = record.lines[line].moments[0];
  return addressOfMoment(recordIndex, line, ply, itemOf(record, line, 0));
}

/** The address of the moment that a variation replaces. */
function exitOf(record, recordIndex, line) {
  const { parent, leaves } = record.lines[line];
  const { ply } = record.lines[parent].moments[leaves];
  return addressOfMoment(recordIndex, parent, ply, itemOf(record, parent, leaves));
}

/** The index of the record that an address means; `otherwise` where it names none. */
const recordIn = (hash, otherwise) => numberIn(new URLSearchParams(hash.replace(/^#/, "")), "record", otherwise + 1) - 1;

function numberIn(asked, name, otherwise) {
  return /^\d{1,9}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : otherwise;
}

/**
 * The place in a record that an address means: {path, step}. Whatever an address says, there is an answer: numbers that are missing,
 * wrong or too large mean the nearest place that there is.
 */
function placeOf(hash, record) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const path = pathOf(record, within(numberIn(asked, "variation", 0), record.lines.length));
  const at = stopOf(path, numberIn(asked, "ply", 0), numberIn(asked, "item", 0));
  const wave = numberIn(asked, "wave", 0);
  const waves = path.stops[at].moment.waves.length;
  const back = wave >= 1 && wave <= waves ? waves - wave + 1 : 0;
  return { path, step: path.ends[at] - back };
}

/** The stop of a ply, or of an item behind it; the last one before it where there is none. */
function stopOf(path, ply, item) {
  const plies = path.stops.map((stop) => stop.moment.ply);
  const first = plies.indexOf(ply);
  const before = plies.findLastIndex((each) => each < ply);
  if (first < 0) return within(before, plies.length);
  return Math.min(first + item, plies.lastIndexOf(ply));
}

const within = (index, length) => Math.max(0, Math.min(index, length - 1));

/**
 * Keeps the address up to date while somebody steps through a game, without making an entry in the history for each step: going
 * back leads to where a link was followed. Browsers allow only so many changes a second, so it waits until the steps pause.
 */
class AddressBar {
  #timer = 0;
  #pending = null;

  /** Soon show this address. */
  show(address) {
    this.#pending = address;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), 200);
  }

  /** Show it now: before a link is followed, so that one can come back to it. */
  flush() {
    clearTimeout(this.#timer);
    if (this.#pending !== null && this.#pending !== location.hash) {
      try {
        history.replaceState(null, "", this.#pending);
      } catch {
        // A page inside another may not be allowed to change its address. Then it stays as it is, and all else works.
      }
    }
    this.#pending = null;
  }

  /** Forget what was about to be shown: the reader has gone elsewhere. */
  forget() {
    clearTimeout(this.#timer);
    this.#pending = null;
  }
}
