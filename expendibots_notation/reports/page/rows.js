// The rows of the report; html_data.py describes their shape. What is left out there, as it has its usual value, is filled in here.

const USUAL_ROW = {
  ...{ index: 0, line: 1, game: "", rules: "", event: "", result: "", ending: "", claimed: "", plies: 0, has_replay: false },
  ...{ players: [], troubles: [] },
};

DATA.rows = DATA.rows.map((row) => ({ ...USUAL_ROW, ...row }));

/** How many records each file has. */
const FILES = new Map();
for (const { file, index } of DATA.rows) FILES.set(file, Math.max(FILES.get(file) ?? 0, index));

/** By the index of a row: the other records that hold the same game, each as {row, words}. */
const COPIES = new Map();

const RELATIONS = {
  same: "The same game as",
  mirrored: "The same game, left and right exchanged, as",
  beginning: "The beginning of",
  continuation: "Goes on where this stops:",
};

for (const { records } of DATA.copies ?? []) {
  const isLonger = (relation) => relation.endsWith("prefix");
  const isMirrored = (relation) => relation.startsWith("mirrored");
  for (const [row, mine] of records) {
    const others = records.filter(([other, relation]) => other !== row && !(isLonger(mine) && isLonger(relation)));
    const found = others.map(([other, relation]) => {
      if (isLonger(relation)) return { row: other, words: RELATIONS.beginning };
      if (isLonger(mine)) return { row: other, words: RELATIONS.continuation };
      return { row: other, words: isMirrored(mine) === isMirrored(relation) ? RELATIONS.same : RELATIONS.mirrored };
    });
    COPIES.set(row, [...(COPIES.get(row) ?? []), ...found]);
  }
}

/** What is remarkable about a row although nothing is wrong with it. */
function remarksOn(row, index) {
  return [row.readings && "readings of the rules differ", COPIES.has(index) && "game occurs more than once"].filter(Boolean);
}
