// Moments in words, for people who listen to a game.

const ARROWS = {
  move: (source, target) => `from ${source} to ${target}`,
  attack: (source, target) => `attacks ${target} from ${source}`,
  help: (source) => `helped from ${source}`,
  retreat: (source, target) => `${source} is driven to ${target}`,
};

const UNPLAYED = { illegal: "not allowed", rejected: "refused", unreached: "not reached" };

/** What has happened, in a sentence without an end: who acted, how, and what came of it. */
function spokenOf({ players }, moment) {
  if (moment.kind === "start") return "Start";
  const meanings = moment.glyphs.map(([, meaning]) => meaning);
  const words = [[players[moment.player]?.role, moment.text].filter(Boolean).join(" "), ...effectsOf(moment), ...meanings];
  return [...words, UNPLAYED[moment.kind]].filter(Boolean).join(", ");
}

function effectsOf(moment) {
  const board = boardOf(moment);
  if (!board) return [];
  const { arrows, waves } = moment;
  const words = arrows.map(([x, y, toX, toY, kind]) => {
    return (ARROWS[kind] ?? ARROWS.move)(squareName(board.frame, x, y), squareName(board.frame, toX, toY));
  });
  if (!waves.length) return words;
  return [...words, `${counted(waves.flat().length, "square")} emptied in ${counted(waves.length, "wave")}`];
}

/** What people call a square: `d2`, or `(3,4)` on a board whose columns have numbers. */
function squareName({ columns, rows }, x, y) {
  return /^\d+$/.test(columns[x]) ? `(${columns[x]},${rows[y]})` : `${columns[x]}${rows[y]}`;
}
