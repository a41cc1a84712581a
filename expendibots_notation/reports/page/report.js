// The report: either the overview is in sight or a replay, as the address says.

class Report {
  #overview = new Overview();
  #player = null;
  #visits = 0;

  start() {
    addEventListener("hashchange", () => this.#follow());
    addEventListener("beforeprint", () => this.#prepareForPaper());
    matchMedia("print").addEventListener("change", ({ matches }) => matches && this.#prepareForPaper());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#follow();
  }

  #follow() {
    const asked = new URLSearchParams(location.hash.slice(1)).get("record");
    const index = recordIn(location.hash, -1);
    this.#visits += 1;
    this.#overview.rest();
    if (DATA.rows[index]?.has_replay) this.#replay(index, this.#visits);
    else this.#look(asked === null ? location.hash : "");
  }

  /** Show the overview, where the reader left it. */
  #look(hash) {
    const wasReplay = !part("replay").hidden;
    this.#player?.rest();
    this.#show("overview");
    this.#overview.follow(hash);
    document.title = DATA.title;
    if (wasReplay) this.#overview.reveal(PLAYED.index);
  }

  /** Show a replay. Unpacking takes a moment, in which the reader may have gone elsewhere. */
  async #replay(index, visit) {
    if (!this.#overview.fitting.length) this.#overview.follow("");
    if (index !== PLAYED.index) {
      const record = await unpacked(index);
      if (visit !== this.#visits) return;
      take(index, record);
    }
    const comesFromOverview = !part("overview").hidden;
    this.#show("replay");
    this.#player ??= new Player(new Guide(this.#overview));
    this.#player.follow();
    if (!comesFromOverview) return;
    scrollTo(0, 0);
    part("back").focus({ preventScroll: true });
  }

  #show(view) {
    part("overview").hidden = view !== "overview";
    part("replay").hidden = view !== "replay";
    document.body.classList.toggle("at-board", view === "replay");
  }

  #prepareForPaper() {
    if (!part("overview").hidden) this.#overview.prepareForPaper();
  }

  /** A slash leads to the search, as it does on many pages. */
  #key(event) {
    if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey || part("overview").hidden) return;
    if (event.target.matches("input[type=search], select")) return;
    event.preventDefault();
    part("words").focus();
  }
}

recallTheme();
new Report().start();
