// The player: where one stands, how one goes on, and everything that listens to keys, buttons and the address.

const PLY_DELAY = 1000;
const WAVE_DELAY = 450;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Player {
  #record = -1;
  #path = null;
  #step = 0;
  #flipped = false;
  #playing = false;
  #isRunning = false;
  #timer = 0;
  #board = new Board(part("board"));
  #table = new SpokenBoard();
  #moves = new MoveList();
  #guide;
  #address = new AddressBar();
  #chart = new Chart((at) => this.#steer(this.#path.ends[at]));

  /** A player, and the guide that knows the other records: `point(index)`, `beside(index, direction)` and `leave()`. */
  constructor(guide) {
    this.#guide = guide;
    this.#listen();
  }

  // Going somewhere

  /** Go where the address says in the record that is open: a link was followed, or somebody went back. */
  follow() {
    this.rest();
    this.#enter(PLAYED.index, placeOf(location.hash, PLAYED.record));
  }

  /** Keep still: the reader has gone elsewhere. */
  rest() {
    this.#address.forget();
    this.#halt();
  }

  /** Go to a place that an address means. */
  #enter(index, { path, step }) {
    const isNewRecord = index !== this.#record;
    const isNewPath = isNewRecord || path.line !== this.#path.line;
    this.#record = index;
    if (isNewPath) this.#path = path;
    this.#step = step;
    if (isNewRecord) {
      showRecord(PLAYED.record);
      this.#moves.show(PLAYED.record, index);
      this.#guide.point(index);
    }
    if (isNewPath) {
      this.#chart.show(this.#path);
      part("slider").max = this.#path.stops.length - 1;
    }
    this.#show(null);
  }

  /** Go to a step of the path by hand, which ends whatever was running; false where there is no such step. */
  #steer(step, previous = null) {
    this.#halt();
    return this.#go(step, previous);
  }

  #go(step, previous = null) {
    if (step < 0 || step >= this.#path.steps.length || step === this.#step) return false;
    this.#step = step;
    this.#show(previous);
    this.#address.show(addressOf(this.#record, this.#path, step));
    return true;
  }

  /** A step on. Once an explosion has begun, it runs on by itself, unless the reader wants things to keep still. */
  #forward() {
    const previous = this.#path.steps[this.#step].at;
    if (!this.#go(this.#step + 1, previous)) return false;
    if (this.#wave !== null && !this.#playing && !calm.matches) this.#later(() => this.#forward(), WAVE_DELAY);
    return true;
  }

  #next() {
    this.#halt();
    this.#forward();
  }

  /** To the end of the next whole move, or back to that of the one before. */
  #leap(direction) {
    const { at, wave } = this.#path.steps[this.#step];
    const target = direction > 0 && wave !== null ? at : at + direction;
    this.#steer(this.#path.ends[target] ?? this.#step);
  }

  /** To where the next explosion begins, or the one before. */
  #boom(direction) {
    const begins = this.#path.steps.flatMap((step, index) => (step.wave === 0 ? [index] : []));
    const target = direction > 0 ? begins.find((index) => index > this.#step) : begins.findLast((index) => index < this.#step);
    if (target !== undefined) this.#steer(target);
  }

  /** Into the first variation of this moment. */
  #branch() {
    const [line] = playable(PLAYED.record, this.#path, this.#path.steps[this.#step].at);
    if (line !== undefined) this.#jump(entryOf(PLAYED.record, this.#record, line));
  }

  /** Out of a variation; and from the main line to where the guide came from. */
  #leave() {
    if (this.#path.line) this.#jump(exitOf(PLAYED.record, this.#record, this.#path.line));
    else this.#guide.leave();
  }

  #turn(direction) {
    const record = this.#guide.beside(this.#record, direction);
    if (record !== undefined) this.#jump(addressOfRecord(record));
  }

  /** Go elsewhere as by a link, so that one can go back. */
  #jump(address) {
    this.#address.flush();
    location.hash = address;
  }

  // Playing

  #play() {
    if (this.#step === this.#path.steps.length - 1) this.#go(0);
    this.#setPlaying(true);
    this.#tick(true);
  }

  #tick(isFirst = false) {
    if (!isFirst && !this.#forward()) return this.#halt();
    const isLast = this.#step === this.#path.steps.length - 1;
    if (isLast) return this.#halt();
    const delay = isFirst ? PLY_DELAY / 4 : this.#wave === null ? PLY_DELAY : WAVE_DELAY;
    return this.#later(() => this.#tick(), delay / Number(part("speed").value));
  }

  #later(action, delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, delay);
    this.#isRunning = true;
  }

  /** End playing, and an explosion that runs on by itself. */
  #halt() {
    clearTimeout(this.#timer);
    this.#isRunning = false;
    this.#setPlaying(false);
  }

  #setPlaying(playing) {
    this.#playing = playing;
    part("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    document.body.classList.toggle("playing", playing);
  }

  #toggle() {
    if (this.#playing || this.#isRunning) this.#halt();
    else this.#play();
  }

  // Showing

  /** Whether the player is in sight: a report shows something else first. */
  get #isSeen() {
    return part("main").offsetParent !== null;
  }

  get #wave() {
    return this.#path.steps[this.#step].wave;
  }

  /** Show the step. `previous` is the stop from which one has just gone forward, if so. */
  #show(previous) {
    const { record } = PLAYED;
    const { at, wave } = this.#path.steps[this.#step];
    const stop = this.#path.stops[at];
    const board = wave === null ? lastBoard(this.#path, at) : PLAYED.boards.at(stop.moment.before);
    this.#showBoard(stop.moment, board, wave, previous === at - 1 ? lastBoard(this.#path, previous) : null);
    showPlayers(record, board, wave !== null);
    showMoment(record, this.#record, this.#path, this.#step);
    this.#moves.point(stop);
    this.#showPlace(stop.moment, board, at, wave);
  }

  #showBoard(moment, board, wave, from) {
    part("board").toggleAttribute("hidden", !board);
    part("boardless").hidden = Boolean(board);
    part("table").hidden = !board;
    // Between two positions a board has no caption of its own.
    const caption = wave === null ? (board?.caption ?? "") : waveOf(moment, wave);
    say(part("caption"), caption);
    if (!board) return;
    const gone = new Set(
      wave === null ? [] : moment.waves.slice(0, wave + 1).flatMap((cells) => cells.map(([x, y]) => square(x, y))),
    );
    const scene = {
      board,
      caption,
      pieces: board.pieces().filter(({ x, y }) => !gone.has(square(x, y))),
      flipped: this.#flipped,
      arrows: moment.arrows,
      cells: moment.cells,
      waves: moment.waves,
      wave,
      isTried: moment.kind === "illegal" || moment.kind === "rejected",
      isFaded: moment.kind === "unreached",
      from: wave === null && !calm.matches ? from : null,
    };
    this.#board.show(scene);
    this.#table.show(scene);
  }

  /** Say where in the game one is: to those who listen, on the slider and the chart, on the buttons and in the title. */
  #showPlace(moment, board, at, wave) {
    const state = wave === null ? board?.caption : waveOf(moment, wave);
    const words = [spokenOf(PLAYED.record, moment), state].filter(Boolean).join(". ");
    say(part("live"), words);
    say(part("count"), `${at} / ${this.#path.stops.length - 1}`);
    part("slider").value = at;
    part("slider").setAttribute("aria-valuetext", words);
    this.#chart.point(at, words);
    say(part("position-name"), wave === null ? "Position" : `Position after wave ${moment.waves.length}`);
    part("position").value = boardOf(moment)?.text ?? "";
    part("copy").disabled = moment.board === undefined;
    for (const id of ["first", "previous"]) dim(part(id), this.#step === 0);
    for (const id of ["next", "last"]) dim(part(id), this.#step === this.#path.steps.length - 1);
    document.title = this.#step ? `${moment.mark} ${nameOf(moment)} · ${DATA.title}`.trim() : DATA.title;
  }

  #flip() {
    this.#flipped = !this.#flipped;
    part("flip").setAttribute("aria-pressed", this.#flipped);
    this.#show(null);
  }

  // Listening

  #listen() {
    const clicks = {
      first: () => this.#steer(0),
      previous: () => this.#steer(this.#step - 1),
      play: () => this.#toggle(),
      next: () => this.#next(),
      last: () => this.#steer(this.#path.steps.length - 1),
      flip: () => this.#flip(),
      theme: changeTheme,
      skip: (event) => {
        // The address belongs to the moment.
        event.preventDefault();
        part("moves").focus();
      },
      copy: () => copy(part("copy"), part("position").value),
      link: () => {
        this.#address.flush();
        copy(part("link"), location.href.split("#")[0] + addressOf(this.#record, this.#path, this.#step));
      },
    };
    for (const [id, action] of Object.entries(clicks)) part(id).addEventListener("click", action);
    part("slider").addEventListener("input", () => this.#steer(this.#path.ends[Number(part("slider").value)]));
    part("position").addEventListener("focus", () => part("position").select());
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("click", (event) => event.target.closest?.("a[href]") && this.#address.flush(), { capture: true });
    addEventListener("pagehide", () => this.#address.flush());
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || !this.#isSeen) return;
    // Fields, lists and buttons have keys of their own.
    if (event.target.matches("input:not([type=range]), select")) return;
    if (event.key === " " && event.target.matches("button, summary")) return;
    const actions = {
      ArrowRight: () => (event.shiftKey ? this.#leap(1) : this.#next()),
      ArrowLeft: () => (event.shiftKey ? this.#leap(-1) : this.#steer(this.#step - 1)),
      Home: () => this.#steer(0),
      End: () => this.#steer(this.#path.steps.length - 1),
      " ": () => this.#toggle(),
      f: () => this.#flip(),
      b: () => this.#boom(event.shiftKey ? -1 : 1),
      v: () => this.#branch(),
      Escape: () => this.#leave(),
      "[": () => this.#turn(-1),
      "]": () => this.#turn(1),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** Marks a button as of no use just now. It stays reachable: who holds it down with a key must not lose the focus. */
function dim(button, isUseless) {
  button.setAttribute("aria-disabled", isUseless);
}
