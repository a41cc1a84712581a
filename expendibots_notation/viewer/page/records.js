// The list of records, and the way from one to the next.

/** The list of records, which can be searched when it is long. */
class RecordList {
  #links = [];

  constructor() {
    const count = DATA.records.length;
    part("records").hidden = count < 2;
    if (count < 2) return;
    part("search").hidden = count < 8;
    this.#links = DATA.records.map((record, index) => recordLink(record, index));
    part("list").replaceChildren(...this.#links.map((link) => make("li", {}, link)));
    part("search").addEventListener("input", () => this.#search(part("search").value));
    part("list").addEventListener("click", (event) => event.target.closest("a") && this.#close());
    part("choice").addEventListener("toggle", () => this.#reveal());
  }

  /** Mark a record as the one that is shown. */
  point(index) {
    if (!this.#links.length) return;
    this.#links.find((link) => link.hasAttribute("aria-current"))?.removeAttribute("aria-current");
    this.#links[index].setAttribute("aria-current", "true");
    say(part("chosen"), `Record ${index + 1} of ${this.#links.length}`);
    turnTo(part("record-before"), this.beside(index, -1));
    turnTo(part("record-after"), this.beside(index, 1));
  }

  /** The record before or after another one; undefined where there is none. */
  beside(index, direction) {
    return index + direction in DATA.records ? index + direction : undefined;
  }

  /** There is nowhere to go from here. */
  leave() {}

  #search(text) {
    const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const link of this.#links) {
      const fits = words.every((word) => link.dataset.words.includes(word));
      link.parentElement.hidden = !fits;
      found += fits;
    }
    part("nothing").hidden = found > 0;
  }

  /** Fold the list away. The focus must not vanish with it. */
  #close() {
    part("choice").open = false;
    part("choice").querySelector("summary").focus();
  }

  /** Bring the current record into sight inside the list. */
  #reveal() {
    const link = this.#links.find((each) => each.hasAttribute("aria-current"));
    const list = part("list");
    if (part("choice").open && link) list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 3;
  }
}

function recordLink(record, index) {
  const tags = record.tags ?? [];
  const plies = `${record.plies} ${record.plies === 1 ? "ply" : "plies"}`;
  const where = occasion({ title: record.title, tags }).join(", ") || record.game;
  const link = make(
    "a",
    { href: addressOfRecord(index) },
    make("span", { class: "number" }, `${index + 1}`),
    cut("bdi", record.title, { class: "title" }),
    make("span", { class: "score" }, record.result, record.valid === false && badge("error", "has errors")),
    cut("small", `${where} · ${plies}`, { dir: "auto" }),
  );
  const words = [index + 1, record.title, record.game, record.result, record.termination, ...tags.map(([, value]) => value)];
  link.dataset.words = words.join(" ").toLocaleLowerCase();
  return link;
}
