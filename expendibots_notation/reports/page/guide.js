// The way through the records of the list, for those who look at replays.

/** Leads the player from one record to the next: those of the list, in its order. */
class Guide {
  #overview;

  constructor(overview) {
    this.#overview = overview;
  }

  point(index) {
    const records = this.#records();
    const at = records.indexOf(index);
    const { file, index: number } = DATA.rows[index];
    const where = FILES.get(file) > 1 ? `, record ${number}` : "";
    const count = at < 0 ? "" : `${at + 1} of ${plural(records.length, "listed record", "listed records")}`;
    part("chosen").replaceChildren(cut("bdi", file), `${where} `, make("small", {}, count));
    turnTo(part("record-before"), this.beside(index, -1));
    turnTo(part("record-after"), this.beside(index, 1));
    part("back").setAttribute("href", this.#overview.address);
  }

  beside(index, direction) {
    const records = this.#records();
    const at = records.indexOf(index);
    return at < 0 ? undefined : records[at + direction];
  }

  leave() {
    part("back").click();
  }

  #records() {
    return this.#overview.fitting.filter((index) => DATA.rows[index].has_replay);
  }
}
