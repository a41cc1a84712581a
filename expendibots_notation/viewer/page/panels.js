// What stands around the board: who plays, what is said about the moment, and what the validator says.

/** So many variations of a moment are named beside the board; all of them are among the moves. */
const MOST_LINES = 12;

/** Title and tags of a record, and the findings that belong to no move. */
function showRecord(record) {
  say(part("title"), record.title);
  part("title").title = record.title;
  const end = cut("strong", [record.result, record.termination].filter(Boolean).join(" "));
  part("subtitle").replaceChildren(end, ...[record.game, ...occasion(record)].map((text) => cut("bdi", text)));
  const tags = record.tags.flatMap(([name, value]) => [make("dt", {}, name), make("dd", { dir: "auto" }, value)]);
  part("tags").replaceChildren(...tags);
  part("verdict").replaceChildren(...verdict(record.findings));
}

/** Where and when a record was played, as far as its title does not say so. */
function occasion({ title, tags }) {
  const { Event: event, Round: round, Date: date } = Object.fromEntries(tags);
  return [event, /^\d+$/.test(round) ? `round ${round}` : round, date].filter((text) => text && text !== title);
}

/** What the validator says about a record as a whole: folded away where it is only warnings. */
function verdict(findings) {
  if (!findings.length) return [];
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const counts = [counted(errors, "error"), counted(findings.length - errors, "warning")].filter((text) => !text.startsWith("0"));
  const summary = make("summary", {}, `${counts.join(" and ")} in this record`);
  return [make("details", { open: errors > 0 }, summary, ...findings.map((finding) => findingCard(finding)))];
}

/** The players with their counters, and who is to move; isBefore: a wave goes off, and the counters are those before it all. */
function showPlayers(record, board, isBefore) {
  const counters = board ? board.frame.counters : [];
  const counts = counters.map(([what, side], index) => ({ what, side, value: board.counts[index] }));
  // A word in sight could break the line, and then the board would jump.
  const before = () => isBefore && make("span", { class: "unseen" }, " before the waves");
  const look = isBefore ? { class: "count before", title: "Before the waves" } : { class: "count" };
  const chip = (of) => of.map(({ what, value }) => make("span", look, make("b", {}, value), what && ` ${what}`, before()));
  // Who plays alone is always to move and has no colour.
  const isAlone = record.players.length === 1;
  const players = record.players.map(({ role, name }, side) => {
    const isMover = board?.mover === side && !isAlone && !isBefore;
    return make(
      "li",
      { class: isMover ? "mover" : null },
      board && !isAlone && disc(colourOf(board.frame, side)),
      cut("bdi", name || role, { class: "name", title: name ? `${role}: ${name}` : role }),
      isMover && make("span", { class: "unseen" }, " to move"),
      ...chip(counts.filter((each) => each.side === side)),
    );
  });
  const others = counts.filter((each) => each.side === null).map((each) => make("li", { class: "other" }, ...chip([each])));
  part("players").replaceChildren(...players, ...others);
}

function disc(colour) {
  const circles = [draw("circle", { class: "disc", r: 40 }), draw("circle", { class: "ring", r: 29 })];
  return draw("svg", { viewBox: "-50 -50 100 100", class: colour, "aria-hidden": "true" }, ...circles);
}

/** The moment in words: what was done, what people and the validator say about it, and what else could have been played. */
function showMoment(record, recordIndex, path, step) {
  const { at, wave } = path.steps[step];
  const { moment } = path.stops[at];
  const head = [
    moment.mark && make("span", { class: "mark" }, moment.mark),
    make("bdi", {}, nameOf(moment)),
    ...glyphsOf(moment),
    wave !== null && make("span", { class: "wave" }, waveOf(moment, wave)),
  ];
  const blocks = [make("h2", {}, ...head), ...troubles(moment), ...[...moment.remarks, ...moment.comments].map(comment)];
  if (moment.attributes.length) {
    const pairs = moment.attributes.map(([key, value]) => make("span", {}, make("b", {}, key), ` ${value}`));
    blocks.push(make("p", { class: "attributes" }, ...pairs));
  }
  const links = otherLines(record, recordIndex, path, at);
  if (links.length) blocks.push(make("p", { class: "others" }, ...links));
  part("now").replaceChildren(...blocks);
}

/** Why a moment was not played, and what the validator says about it; mostly that is the same, and then said once. */
function troubles(moment) {
  const failed = FAILED[moment.kind];
  const isReason = (finding) => failed && finding.message === moment.reason;
  const cards = moment.findings.map((finding) => findingCard(finding, isReason(finding) ? failed : undefined));
  if (!failed || moment.findings.some(isReason)) return cards;
  const why = moment.kind === "unreached" ? "There is no board to stand on: the record went wrong before this." : moment.reason;
  return [make("p", { class: "card error" }, make("strong", {}, failed), why), ...cards];
}

/** Links to the lines that leave the path at a stop, and back from a variation. */
function otherLines(record, recordIndex, path, at) {
  const link = (href, ...words) => make("a", { class: "elsewhere", href }, ...words);
  const first = (line) => make("bdi", {}, record.lines[line].moments[0].text);
  const lines = playable(record, path, at);
  const links = lines.slice(0, MOST_LINES).map((line) => link(entryOf(record, recordIndex, line), "Instead: ", first(line)));
  if (lines.length > MOST_LINES) links.push(make("span", {}, `and ${lines.length - MOST_LINES} more among the moves`));
  const { parent } = record.lines[path.line];
  if (parent !== undefined)
    links.push(link(exitOf(record, recordIndex, path.line), `Back to the ${parent ? "outer" : "main"} line`));
  return links;
}

function findingCard({ code, severity, message, hint, line }, head = severity === "error" ? "Error" : "Warning") {
  const title = make("strong", {}, head, make("code", {}, code));
  const notes = [hint, `Line ${line} of the file`].filter(Boolean).map((text) => make("small", {}, text));
  return make("div", { class: `card ${severity}` }, title, message, ...notes);
}
