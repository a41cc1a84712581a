// The rows of the report; html_data.py describes their shape. What is left out there, as it has its usual value, is filled in here.

const USUAL_ROW = {
  ...{ index: 0, line: 1, game: "", rules: "", event: "", result: "", ending: "", claimed: "", plies: 0, has_replay: false },
  ...{ players: [], troubles: [] },
};

DATA.rows = DATA.rows.map((row) => ({ ...USUAL_ROW, ...row }));

/** How many records each file has. */
const FILES = new Map();
for (const { file, index } of DATA.rows) FILES.set(file, Math.max(FILES.get(file) ?? 0, index));

/** By the index of a row: the groups of records with the same game in which it is, each with how it compares with the first one. */
const COPIES = new Map();

for (const { records } of DATA.copies ?? []) {
  const stopping = records.filter(([, relation]) => !isLonger(relation));
  for (const [row, relation] of records) {
    if (!COPIES.has(row)) COPIES.set(row, []);
    COPIES.get(row).push({ mine: relation, others: isLonger(relation) ? stopping : records });
  }
}

const RELATIONS = {
  same: "The same game as",
  mirrored: "The same game, left and right exchanged, as",
  beginning: "The beginning of",
  continuation: "Goes on where this stops:",
};

/** The records that hold the same game as a row, at most so many, each as {row, words}; and how many more there are. */
function copiesOf(index, most) {
  const copies = [];
  let rest = 0;
  for (const { mine, others } of COPIES.get(index)) {
    // A record that goes on is not among those that stop.
    const number = others.length - (isLonger(mine) ? 0 : 1);
    const found = others.slice(0, most + 1).filter(([row]) => row !== index);
    const shown = found.slice(0, most - copies.length);
    copies.push(...shown.map(([row, relation]) => ({ row, words: relationOf(mine, relation) })));
    rest += number - shown.length;
  }
  return { copies, rest };
}

function relationOf(mine, relation) {
  if (isLonger(relation)) return RELATIONS.beginning;
  if (isLonger(mine)) return RELATIONS.continuation;
  return isMirrored(mine) === isMirrored(relation) ? RELATIONS.same : RELATIONS.mirrored;
}

function isLonger(relation) {
  return relation.endsWith("prefix");
}

const isMirrored = (relation) => relation.startsWith("mirrored");

/** What is remarkable about a row although nothing is wrong with it. */
function remarksOn(row, index) {
  return [row.readings && "readings of the rules differ", COPIES.has(index) && "game occurs more than once"].filter(Boolean);
}
