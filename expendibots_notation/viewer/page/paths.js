// The paths that one can take through a record.

/**
 * The way from the start of a record to the end of one of its lines.
 *
 * `stops` are its moments, each with the line it belongs to and its index there; those that a variation shares with its parent are
 * the parent's. `steps` are what one sees one after the other: the waves of a stop, and then the stop itself, whose wave is null.
 * `ends` are the steps at which a stop is done, `begin` is the first stop that is the line's own.
 */
function pathOf(record, line) {
  const before = shared(record, line);
  const stops = [...before, ...own(record, line)];
  const steps = [];
  const ends = [];
  stops.forEach((stop, at) => {
    stop.moment.waves.forEach((_, wave) => steps.push({ at, wave }));
    ends.push(steps.length);
    steps.push({ at, wave: null });
  });
  return { line, stops, steps, ends, begin: before.length };
}

function shared(record, line) {
  const { parent, leaves } = record.lines[line];
  return parent === undefined ? [] : [...shared(record, parent), ...own(record, parent).slice(0, leaves)];
}

const own = (record, line) => record.lines[line].moments.map((moment, index) => ({ moment, line, index }));

/** The board to show at a stop of a path: its own, or the last one before it where there is none. */
function lastBoard(path, at) {
  const index = path.stops.findLastIndex(({ moment }, each) => each <= at && moment.board !== undefined);
  return index < 0 ? null : boardOf(path.stops[index].moment);
}

/** A wave in words, and so what is to be seen while it goes off. */
const waveOf = ({ waves }, wave) => `wave ${wave + 1} of ${waves.length}`;

/** The variations that can be entered at a stop: those in which there is something to see. */
function playable(record, path, at) {
  return path.stops[at].moment.variations.filter((line) => line !== path.line && record.lines[line].moments.length);
}
