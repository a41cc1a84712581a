// The board for those who listen: a table that says on each square what stands there. Only what changes is touched.

class SpokenBoard {
  #caption = make("caption");
  #cells = new Map();
  #framed = null;
  #turned = false;

  /** Show the pieces that stand on a board. */
  show({ board, pieces, flipped, caption }) {
    if (this.#framed !== board.frame || this.#turned !== flipped) {
      [this.#framed, this.#turned] = [board.frame, flipped];
      this.#build(board.frame, flipped);
    }
    say(this.#caption, `Board. ${caption}`);
    const empty = new Map(this.#cells);
    for (const { x, y, spoken } of pieces) {
      say(empty.get(square(x, y)), spoken);
      empty.delete(square(x, y));
    }
    for (const cell of empty.values()) say(cell, "");
  }

  #build(frame, flipped) {
    this.#cells.clear();
    const columns = frame.columns.map((name, index) => ({ name, index }));
    const rows = frame.rows.map((name, index) => ({ name, index })).reverse();
    if (flipped) [columns, rows].forEach((names) => names.reverse());
    const head = make("tr", {}, make("td"), ...columns.map(({ name }) => make("th", { scope: "col" }, name)));
    const body = rows.map((row) => {
      const cells = columns.map((column) => this.#cell(column.index, row.index));
      return make("tr", {}, make("th", { scope: "row" }, row.name), ...cells);
    });
    part("table").replaceChildren(make("table", {}, this.#caption, make("thead", {}, head), make("tbody", {}, ...body)));
  }

  #cell(x, y) {
    const cell = make("td");
    this.#cells.set(square(x, y), cell);
    return cell;
  }
}
