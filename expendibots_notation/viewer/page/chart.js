// The counts over a path, as small areas: two players' counts of the same thing mirror each other, anything else has a lane of its
// own. The chart is also a slider: wherever it is touched, the game goes there, and it knows a slider's keys.

const SPAN = 100;

class Chart {
  #root = part("chart");
  #cursors = [];
  #length = 0;
  #at = 0;

  constructor(seek) {
    const follow = (event) => {
      const { left, width } = this.#root.getBoundingClientRect();
      seek(within(Math.floor(((event.clientX - left) / width) * this.#length), this.#length));
    };
    this.#root.addEventListener("pointerdown", (event) => {
      this.#root.setPointerCapture(event.pointerId);
      follow(event);
    });
    this.#root.addEventListener("pointermove", (event) => {
      if (this.#root.hasPointerCapture(event.pointerId)) follow(event);
    });
    // The player knows the other keys of a slider, wherever they are pressed.
    this.#root.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const page = Math.ceil(this.#length / 10);
      const stride = { ArrowUp: 1, ArrowDown: -1, PageUp: page, PageDown: -page }[event.key];
      if (!stride) return;
      event.preventDefault();
      seek(within(this.#at + stride, this.#length));
    });
  }

  /** Draw the counts along a path. */
  show(path) {
    this.#length = path.stops.length;
    this.#cursors = [];
    const lanes = lanesOf(path);
    this.#root.hidden = !lanes.length || this.#length < 2;
    this.#root.setAttribute("aria-valuemax", this.#length - 1);
    this.#root.className = `lanes-${Math.min(lanes.length, 4)}`;
    this.#root.replaceChildren(...lanes.map((lane) => this.#lane(lane, path)));
  }

  /** Move the cursor to a stop, and say what the counts are there. */
  point(at, words) {
    this.#at = at;
    for (const cursor of this.#cursors) cursor.setAttribute("d", `M${at} ${-SPAN}V${SPAN}`);
    this.#root.setAttribute("aria-valuenow", at);
    this.#root.setAttribute("aria-valuetext", words);
  }

  #lane({ title, series }, path) {
    const isMirror = series.length === 2;
    const most = series.flatMap(({ values }) => values).reduce((one, other) => Math.max(one, other ?? 0), 1);
    const cursor = draw("path", { class: "cursor" });
    this.#cursors.push(cursor);
    const box = [-0.5, -SPAN, this.#length, isMirror ? 2 * SPAN : SPAN].join(" ");
    const areas = series.map(({ values, colour }, index) => {
      return draw("path", { class: `area ${colour}`, d: area(values, most, index ? 1 : -1) });
    });
    const attributes = { viewBox: box, preserveAspectRatio: "none", "aria-hidden": "true" };
    const picture = draw("svg", attributes, ...areas, ...events(path), cursor);
    return make("div", { class: "lane" }, picture, title && make("span", { class: "name" }, title));
  }
}

/** Counters that are numbers everywhere, as lanes: [{title, series: [{colour, values}]}]. */
function lanesOf(path) {
  const boards = path.stops.map(({ moment }) => boardOf(moment));
  const first = boards.find((board) => board !== null);
  if (!first) return [];
  const { frame } = first;
  const lanes = new Map();
  frame.counters.forEach(([what, side], index) => {
    const texts = boards.map((board) => board?.counts[index]);
    if (texts.some((text) => text !== undefined && !/^-?\d+(\.\d+)?$/.test(text))) return;
    const values = texts.map((text) => (text === undefined ? null : Number(text)));
    const lane = side === null ? `${what} ${index}` : what;
    if (!lanes.has(lane)) lanes.set(lane, { title: what, series: [] });
    lanes.get(lane).series.push({ values, colour: side === null ? "plain" : colourOf(frame, side) });
  });
  // Only two can mirror each other; three or more players have a lane each.
  return [...lanes.values()].flatMap((lane) =>
    lane.series.length <= 2 ? [lane] : lane.series.map((each) => ({ title: lane.title, series: [each] })),
  );
}

/** A stepped area from the base line: each stop has a column of its own. */
function area(values, most, direction) {
  const last = values.findLastIndex((value) => value !== null);
  const height = (value) => (((direction * Math.max(value ?? 0, 0)) / most) * SPAN * 0.9).toFixed(1);
  let line = "M-0.5 0";
  for (let at = 0; at <= last; at++) {
    if (values[at] !== values[at - 1]) line += `H${at - 0.5}V${height(values[at])}`;
  }
  return `${line}H${last + 0.5}V0z`;
}

/** Where something went off, and where something is wrong. */
function events(path) {
  return path.stops.flatMap(({ moment }, at) => {
    const kind = moment.findings.length || moment.reason ? "wrong" : moment.waves.length ? "boom" : null;
    return kind ? [draw("path", { class: `event ${kind}`, d: `M${at} ${-SPAN}V${SPAN}` })] : [];
  });
}
