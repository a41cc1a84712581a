// Small boards. A page may have thousands, so each is drawn when it comes near the screen, or when it is printed.

const FRAMES = DATA.frames.map(frameFrom);
const PIECES = DATA.pieces.map(pieceFrom);

const waiting = new Map();

const near = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting) drawPicture(target);
  },
  { rootMargin: "400px" },
);

/** A small board, of which for now only the size is known. */
function picture(sight, place) {
  const [frame, , numbers] = DATA.boards[sight.board];
  const pieces = numbers.map((number) => PIECES[number]);
  const board = { frame: FRAMES[frame] };
  const label = `Board: ${place}. ${pieces.map(({ spoken }) => spoken).join(", ") || "The board is empty"}.`;
  const svg = draw("svg", { class: "board", role: "img", "aria-label": label, viewBox: measures(board.frame).box });
  const { kind, arrows, cells, waves } = { ...USUAL.moment, ...sight };
  const isTried = kind === "illegal" || kind === "rejected";
  const isFaded = kind === "unreached";
  waiting.set(svg, { board, pieces, flipped: false, arrows, cells, waves, wave: null, isTried, isFaded, from: null });
  near.observe(svg);
  return svg;
}

function drawPicture(svg) {
  const scene = waiting.get(svg);
  if (!scene) return;
  waiting.delete(svg);
  near.unobserve(svg);
  new Board(svg).show(scene);
}

/** Draw what is on the sheet but has not been near the screen. */
function drawForPaper() {
  for (const svg of [...waiting.keys()]) if (svg.isConnected && svg.checkVisibility()) drawPicture(svg);
}
