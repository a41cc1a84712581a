// A record in the list: its verdict, who played and how it ended, each point of trouble with a board, and the evidence of the end.

const VERDICTS = {
  valid: { sign: "✓", name: "Valid" },
  warnings: { sign: "!", name: "Valid with warnings" },
  invalid: { sign: "✕", name: "Invalid" },
  file: { sign: "?", name: "No record" },
};

const PROOFS = {
  board: "Proved by the board",
  "rejected-action": "Proved by the rejected action",
  claim: "Claimed by the record only",
  none: "Not established",
};

const MOST_COPIES = 6;

const plural = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

const pliesIn = (number) => plural(number, "ply", "plies");

/** The address of a place in the replay of a row. */
const replayAddress = (number, address = "ply=0") => `#record=${number}&${address || "ply=0"}`;

/** A row as an entry of the list. `number` counts all rows from 1. */
function entry(row, number, isUnfolded) {
  return make(
    "li",
    { class: `entry ${row.verdict}`, id: `entry-${number}` },
    entryHead(row, number),
    ...row.troubles.map((trouble) => troubleBlock(trouble, row, number)),
    row.readings && readingsBlock(row.readings, number),
    COPIES.has(number - 1) && copiesBlock(number - 1),
    row.evidence && endBlock(row, number, isUnfolded),
  );
}

/** Where another reading of the rules would have judged differently. */
function readingsBlock({ ply, words }, number) {
  const link = make("a", { href: replayAddress(number, `ply=${ply}`) }, `Replay at ply ${ply}`);
  return make(
    "div",
    { class: "card notice" },
    ...words.map((sentence) => make("p", { dir: "auto" }, sentence)),
    make("p", {}, link),
  );
}

/** Other records that hold the same game; of many, only the first few. */
function copiesBlock(index) {
  const { copies, rest } = copiesOf(index, MOST_COPIES);
  const lines = copies.map(({ row, words }) => {
    const { file, index } = DATA.rows[row];
    const name = FILES.get(file) > 1 ? `${file}, record ${index}` : file;
    return make("p", {}, `${words} `, make("a", { href: replayAddress(row + 1) }, make("bdi", {}, name)));
  });
  return make("div", { class: "card notice" }, ...lines, rest > 0 && make("p", {}, `and ${rest} more`));
}

function entryHead(row, number) {
  const { sign, name } = VERDICTS[row.verdict];
  const title = make("bdi", { title: titleOf(row) }, titleOf(row));
  const link = row.has_replay ? make("a", { href: replayAddress(number) }, title) : title;
  return make(
    "div",
    { class: "entry-head" },
    make("span", { class: "stamp", role: "img", "aria-label": name, title: name }, sign),
    make("h2", {}, link),
    make("p", { class: "outcome" }, ...outcomeOf(row)),
    make("p", { class: "where" }, ...whereOf(row)),
  );
}

/** Who played, where that is known; otherwise the file. */
function titleOf(row) {
  return row.players.some(Boolean) ? row.players.map((name) => name || "?").join(" – ") : row.file;
}

/** The result, by what it came about, and the length; a file has none of these. */
function outcomeOf(row) {
  if (!row.index) return [];
  return [
    make("strong", {}, row.result === "*" ? "unfinished" : row.result),
    row.ending && cut("span", row.ending),
    row.claimed && cut("span", `claims ${row.claimed}`, { class: "claims" }),
    make("span", { class: "muted" }, pliesIn(row.plies)),
  ];
}

function whereOf(row) {
  const isTitle = titleOf(row) === row.file;
  const parts = [
    !isTitle && cut("bdi", row.file),
    row.index > 0 && (FILES.get(row.file) > 1 || row.index > 1) && `record ${row.index}`,
    row.line > 1 && `line ${row.line}`,
    row.game && cut("bdi", row.rules ? `${row.game} (${row.rules})` : row.game),
    row.event && cut("bdi", row.event),
  ];
  return parts.filter(Boolean).map((each) => (typeof each === "string" ? make("span", {}, each) : each));
}

/** A point of trouble: the board, and beside it what is wrong. */
function troubleBlock({ place, address, sight, findings }, row, number) {
  const link = row.has_replay && place && make("a", { href: replayAddress(number, address) }, make("bdi", {}, place));
  const figure = sight && make("figure", {}, picture(sight, place), make("figcaption", {}, link));
  return make(
    "div",
    { class: "trouble" },
    figure,
    make("div", { class: "findings" }, !sight && link, ...findings.map(findingBlock)),
  );
}

function findingBlock({ code, severity, message, hint, line, column, excerpt }) {
  const { name } = DATA.codes[code];
  return make(
    "div",
    { class: `card ${severity}` },
    make("p", {}, make("strong", {}, severity), make("code", {}, code), " ", make("span", { class: "muted" }, name)),
    make("p", { class: "message", dir: "auto" }, message),
    excerpt && excerptBlock(excerpt, line, column),
    hint && make("p", { class: "hint", dir: "auto" }, hint),
  );
}

/** The line of the file, with the place marked. */
function excerptBlock([before, marked, after], line, column) {
  const place = make("span", { class: "muted", title: `Line ${line}, column ${column}` }, `${line} `);
  return make("pre", {}, place, make("bdi", {}, before, make("mark", {}, marked || " "), after));
}

/** How the game ended: the first sentence is always in sight, everything else unfolds. */
function endBlock(row, number, isUnfolded) {
  const { proof, words, plies } = { plies: [], ...row.evidence };
  const links = plies.map((ply) => make("a", { href: replayAddress(number, `ply=${ply}`) }, ply ? `ply ${ply}` : "the start"));
  const rest = words.slice(1).map((sentence) => make("p", { dir: "auto" }, sentence));
  return make(
    "details",
    { class: "end", open: isUnfolded },
    make("summary", {}, make("span", { class: `proof proof-${proof}` }, PROOFS[proof]), " ", make("bdi", {}, words[0])),
    make(
      "div",
      { class: "trouble" },
      row.end && make("figure", {}, picture(row.end, "the end"), make("figcaption", {}, DATA.boards[row.end.board][1])),
      make(
        "div",
        { class: "findings" },
        ...rest,
        links.length > 0 && make("p", { class: "look" }, "Replay at ", ...spaced(links)),
      ),
    ),
  );
}

const spaced = (links) => links.flatMap((link, index) => (index ? [", ", link] : [link]));
