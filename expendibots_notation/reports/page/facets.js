// Filters. A facet is something by which rows can be chosen: each row has some values of it, and the reader chooses one or none.

const FACETS = {
  verdict: ({ verdict }) => [verdict],
  ending: ({ index, ending, result }) => (index ? [ending || (result === "*" ? "unfinished" : "unknown")] : []),
  player: ({ players }) => [...new Set(players.filter(Boolean))],
  code: ({ troubles }) => [...new Set(troubles.flatMap(({ findings }) => findings.map(({ code }) => code)))],
  game: ({ game }) => (game ? [game] : []),
  remark: remarksOn,
};

const NAMES = {
  verdict: (value) => VERDICTS[value]?.name ?? value,
  code: (value) => `${value} ${DATA.codes[value]?.name ?? ""}`,
};

const ALL = "All";

/** So many values are shown one below the other, with their shares; more are a list to open. */
const MOST_RADIOS = 8;

/** What each row can be found by: the values of each facet, and all its words. */
const TRAITS = DATA.rows.map((row, index) => ({
  ...Object.fromEntries(Object.entries(FACETS).map(([facet, valuesOf]) => [facet, valuesOf(row, index)])),
  words: wordsOf(row),
}));

function wordsOf(row) {
  const said = row.troubles.flatMap(({ place, findings }) => [
    place,
    ...findings.flatMap(({ code, message, hint }) => [code, DATA.codes[code].name, message, hint ?? ""]),
  ]);
  const texts = [row.file, ...row.players, row.event, row.game, row.result, row.ending, ...said, ...(row.evidence?.words ?? [])];
  return texts.join("\n").toLocaleLowerCase();
}

/** What the reader has chosen: a value for each facet, empty where all will do, and words. The address holds the same. */
class Wishes {
  constructor(hash = "") {
    const asked = new URLSearchParams(hash.replace(/^#/, ""));
    this.chosen = Object.fromEntries(Object.keys(FACETS).map((facet) => [facet, asked.get(facet) ?? ""]));
    this.words = asked.get("words") ?? "";
  }

  get address() {
    const given = Object.entries({ ...this.chosen, words: this.words.trim() }).filter(([, value]) => value);
    return `#${new URLSearchParams(given)}`;
  }

  /** The wishes in words, for those who read a printed list. */
  get inWords() {
    const chosen = Object.entries(this.chosen).filter(([, value]) => value);
    const words = this.words.trim();
    return [...chosen.map(([facet, value]) => NAMES[facet]?.(value) ?? value), ...(words ? [`“${words}”`] : [])].join(", ");
  }

  get isEmpty() {
    return this.address === "#";
  }

  /** The indices of the rows that fit all wishes. */
  fitting() {
    return this.#fitting(null);
  }

  /** How many rows would fit for each value of a facet, were that value chosen: [[value, count]], in the order of coming. */
  counts(facet) {
    const counts = new Map(TRAITS.flatMap((traits) => traits[facet].map((value) => [value, 0])));
    const found = this.#fitting(facet);
    for (const index of found) for (const value of TRAITS[index][facet]) counts.set(value, counts.get(value) + 1);
    return { all: found.length, values: [...counts] };
  }

  #fitting(besides) {
    const wanted = Object.entries(this.chosen).filter(([facet, value]) => value && facet !== besides);
    const words = this.words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const fits = (traits) =>
      wanted.every(([facet, value]) => traits[facet].includes(value)) && words.every((word) => traits.words.includes(word));
    return TRAITS.flatMap((traits, index) => (fits(traits) ? [index] : []));
  }
}

/** A facet as a list of radio buttons, each with its share as a bar. */
class RadioFacet {
  #facet;
  #rows = new Map();

  constructor(facet, values, box, change) {
    this.#facet = facet;
    for (const value of ["", ...values]) {
      const button = make("input", { type: "radio", name: facet, value });
      const count = make("span", { class: "count" });
      const name = value ? (NAMES[facet]?.(value) ?? value) : ALL;
      const label = make("label", { class: `option ${facet}-${value || "all"}` }, button, cut("bdi", name), count);
      this.#rows.set(value, { button, count, label });
      box.append(label);
    }
    box.addEventListener("change", (event) => change(facet, event.target.value));
  }

  show(wishes) {
    const { all, values } = wishes.counts(this.#facet);
    for (const [value, number] of [["", all], ...values]) {
      const { button, count, label } = this.#rows.get(value);
      button.checked = wishes.chosen[this.#facet] === value;
      say(count, number.toLocaleString("en"));
      label.classList.toggle("empty", number === 0);
      label.style.setProperty("--share", all ? number / all : 0);
    }
  }
}

/** A facet as a list to choose from, for where there may be many values. */
class SelectFacet {
  #facet;
  #select;
  #options = new Map();

  constructor(facet, values, box, change) {
    this.#facet = facet;
    this.#select = make("select", { "aria-label": box.querySelector("legend").textContent });
    box.append(this.#select);
    for (const value of ["", ...values]) {
      const option = make("option", { value });
      this.#options.set(value, option);
      this.#select.append(option);
    }
    this.#select.addEventListener("change", () => change(facet, this.#select.value));
  }

  show(wishes) {
    const { all, values } = wishes.counts(this.#facet);
    for (const [value, number] of [["", all], ...values]) {
      const name = value ? (NAMES[this.#facet]?.(value) ?? value) : ALL;
      const option = this.#options.get(value);
      say(option, `${name} (${number.toLocaleString("en")})`);
      option.disabled = number === 0 && value !== "";
    }
    this.#select.value = wishes.chosen[this.#facet];
    // Whatever the address says, there is an answer: no row has that value.
    if (this.#select.selectedIndex < 0) this.#select.value = "";
    this.#select.classList.toggle("chosen", this.#select.value !== "");
  }
}

/** A facet in the box that the template has for it, which is hidden where there is nothing to choose. */
function facetIn(box, facet, change) {
  const values = orderOf(facet);
  // Not every row has a code or a remark, so that one value is a choice already.
  box.hidden = values.length < (facet === "code" || facet === "remark" ? 1 : 2);
  const isShort = (facet === "verdict" || facet === "ending") && values.length <= MOST_RADIOS;
  return isShort ? new RadioFacet(facet, values, box, change) : new SelectFacet(facet, values, box, change);
}

/** The values of a facet: verdicts from good to bad, names and codes by the alphabet, all else by how often it occurs. */
function orderOf(facet) {
  const counts = new Map();
  for (const traits of TRAITS) for (const value of traits[facet]) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts.keys()];
  if (facet === "verdict") return Object.keys(VERDICTS).filter((value) => counts.has(value));
  if (facet === "ending") return values.sort((one, other) => counts.get(other) - counts.get(one));
  return values.sort((one, other) => one.localeCompare(other, "en"));
}
