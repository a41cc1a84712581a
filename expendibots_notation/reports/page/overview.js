// The overview: the filters, and the list of the rows that fit them.

const FIRST = 60;
const SLICE = 250;

class Overview {
  #wishes = new Wishes();
  #fitting = [];
  #entries = new Map();
  #facets;
  #timer = 0;
  #bar = new AddressBar();

  constructor() {
    const change = (facet, value) => {
      this.#wishes.chosen[facet] = value;
      this.#changed();
    };
    this.#facets = Object.keys(FACETS).map((facet) => facetIn(part(`by-${facet}`), facet, change));
    this.#head();
    this.#listen();
  }

  /** The address of the overview as it is now. */
  get address() {
    return this.#wishes.address;
  }

  /** The rows in the list, by index. */
  get fitting() {
    return this.#fitting;
  }

  /** Choose what an address asks for. */
  follow(hash) {
    const wishes = new Wishes(hash);
    if (this.#fitting.length && wishes.address === this.#wishes.address) return;
    this.#wishes = wishes;
    part("words").value = wishes.words;
    this.#show();
  }

  /** Bring the entry of a row into sight, and let the keyboard go on from there. */
  reveal(index) {
    this.#fill(Math.max(this.#fitting.indexOf(index) + 1, FIRST));
    const link = part(`entry-${index + 1}`)?.querySelector("h2 a");
    link?.scrollIntoView({ block: "center" });
    link?.focus({ preventScroll: true });
  }

  /** All that belongs on paper is in the list, and drawn. */
  prepareForPaper() {
    this.#fill(this.#fitting.length);
    drawForPaper();
  }

  /** The reader has gone elsewhere: the address is no longer that of the overview. */
  rest() {
    this.#bar.forget();
  }

  #changed() {
    this.#bar.show(this.address);
    this.#show();
  }

  #show() {
    this.#fitting = this.#wishes.fitting();
    for (const facet of this.#facets) facet.show(this.#wishes);
    const [found, all] = [this.#fitting.length, DATA.rows.length];
    const entries = plural(all, "entry", "entries");
    const { inWords } = this.#wishes;
    say(part("shown"), inWords ? `${found.toLocaleString("en")} of ${entries}: ${inWords}` : entries);
    part("none").hidden = found > 0;
    part("clear").disabled = this.#wishes.isEmpty;
    part("entries").replaceChildren();
    this.#fill(FIRST);
    this.#later();
    this.#meanings();
  }

  /** The rest of the list is made in slices, so that the page answers meanwhile. */
  #later() {
    clearTimeout(this.#timer);
    const there = part("entries").childElementCount;
    if (there >= this.#fitting.length) return;
    this.#timer = setTimeout(() => {
      this.#fill(there + SLICE);
      this.#later();
    }, 30);
  }

  /** Make the list at least so long, or complete. */
  #fill(length) {
    const list = part("entries");
    list.append(...this.#fitting.slice(list.childElementCount, length).map((index) => this.#entry(index)));
  }

  #entry(index) {
    if (!this.#entries.has(index)) this.#entries.set(index, entry(DATA.rows[index], index + 1, part("unfold").checked));
    return this.#entries.get(index);
  }

  #head() {
    const { files, records, errors, warnings, plies, skipped = 0, ignored = 0 } = DATA.summary;
    const parts = [
      `${plural(records, "record", "records")} in ${plural(files, "file", "files")}`,
      plural(errors, "error", "errors"),
      plural(warnings, "warning", "warnings"),
      pliesIn(plies),
      skipped > 0 && `${plural(skipped, "other file", "other files")} not read`,
      ignored > 0 && `${plural(ignored, "finding", "findings")} ignored`,
      DATA.strict && "strict: warnings count",
    ];
    part("summary").replaceChildren(...parts.filter(Boolean).map((text) => make("span", {}, text)));
  }

  /** The codes that occur in the list, explained. */
  #meanings() {
    const codes = Object.keys(DATA.codes).filter((code) => this.#fitting.some((index) => TRAITS[index].code.includes(code)));
    part("meanings").hidden = !codes.length;
    const blocks = codes.flatMap((code) => {
      const { name, why, remedy } = DATA.codes[code];
      return [
        make("dt", {}, make("code", {}, code), ` ${name}`),
        make("dd", {}, make("p", {}, why), make("p", { class: "muted" }, remedy)),
      ];
    });
    part("codes").replaceChildren(...blocks);
  }

  #listen() {
    part("words").addEventListener("input", () => {
      this.#wishes.words = part("words").value;
      this.#changed();
    });
    part("filters").addEventListener("submit", (event) => event.preventDefault());
    part("filters").addEventListener("reset", (event) => {
      event.preventDefault();
      this.#wishes = new Wishes();
      part("words").value = "";
      this.#changed();
      part("words").focus();
    });
    part("unfold").addEventListener("change", () => {
      for (const each of this.#entries.values()) each.querySelector("details")?.toggleAttribute("open", part("unfold").checked);
    });
    part("skip-filters").addEventListener("click", (event) => {
      // The address belongs to the filters.
      event.preventDefault();
      part("entries").focus();
    });
    // Before a link is followed, so that one can come back to this choice.
    part("entries").addEventListener("click", (event) => event.target.closest("a[href]") && this.#bar.flush(), { capture: true });
    part("overview-theme").addEventListener("click", changeTheme);
    part("print").addEventListener("click", () => print());
  }
}
