// The board as SVG. It draws what it is told: squares, pieces, what an action did, and the waves of an explosion.

const CELL = 100;
const SPIKES = 10;
const MOST_DISCS = 5;
const GLIDE = 240;

class Board {
  #svg;
  #layers = {};
  #framed = null;
  #turned = false;

  /** A board that is drawn into an SVG element. */
  constructor(svg) {
    this.#svg = svg;
  }

  /**
   * Show a scene: its board, the pieces that stand there, whether it is flipped; of the last action its arrows, cells and waves,
   * which wave goes off, from 0, or null; isTried: the action was not played; isFaded: the board is an older one; from: the board
   * from which pieces glide here, or null.
   */
  show(scene) {
    const { frame } = scene.board;
    this.#grid(scene, frame);
    const place = placer(frame, scene.flipped);
    this.#svg.classList.toggle("faded", scene.isFaded);
    this.#layers.marks.replaceChildren(...touched(scene, place), ...scorched(scene, place));
    this.#layers.pieces.replaceChildren(...scene.pieces.map((piece) => pieceAt(piece, frame, place)));
    this.#layers.arrows.replaceChildren(...arrowShapes(scene, place), ...crosses(scene, place));
    this.#layers.bursts.replaceChildren(...bursts(scene, place));
    if (scene.from) this.#glide(scene, frame, place);
  }

  /** Squares and the names at the edges, drawn anew only where the board is another one or turned around. */
  #grid(scene, frame) {
    if (this.#framed === frame && this.#turned === scene.flipped) return;
    [this.#framed, this.#turned] = [frame, scene.flipped];
    const [columns, rows] = [frame.columns.length, frame.rows.length];
    const { size, margin, width, height, box } = measures(frame);
    this.#svg.setAttribute("viewBox", box);
    this.#svg.classList.toggle("large", Math.max(columns, rows) > 26);
    const place = placer(frame, scene.flipped);
    this.#layers = Object.fromEntries(["marks", "pieces", "arrows", "bursts"].map((name) => [name, draw("g", { class: name })]));
    this.#svg.replaceChildren(
      draw("rect", { class: "rim", x: -10, y: -10, width: width + 20, height: height + 20, rx: 14 }),
      draw("rect", { class: "squares", width, height }),
      draw("path", { class: "squares dark", d: darkSquares(columns, rows, scene.flipped) }),
      ...frame.homes.map(([x, y, side]) => cellRect(place(x, y), `home ${colourOf(frame, side)}`)),
      ...edge(frame.columns, size, (index) => [place(index, 0)[0], height + margin * 0.52]),
      ...edge(frame.rows, size, (index) => [-margin * 0.57, place(0, index)[1]]),
      ...Object.values(this.#layers),
    );
  }

  /** Lets what has moved glide to where it now stands; what stood there before is seen until it arrives. */
  #glide({ arrows, pieces, from }, frame, place) {
    const before = from.pieces();
    const spot = (x, y) => ({
      transform: `translate(${place(x, y)
        .map((each) => `${each}px`)
        .join(",")})`,
    });
    for (const [x, y, toX, toY, kind] of arrows) {
      const mover = pieceOn(before, x, y);
      const landed = this.#layers.pieces.children[pieces.indexOf(pieceOn(pieces, toX, toY))];
      if (!["move", "retreat"].includes(kind) || !mover || !landed) continue;
      const covered = pieceOn(before, toX, toY);
      const flyer = pieceAt({ ...mover, label: "" }, frame, place);
      const extras = covered ? [pieceAt(covered, frame, place), flyer] : [flyer];
      landed.classList.add("away");
      this.#layers.pieces.append(...extras);
      flyer.animate([spot(x, y), spot(toX, toY)], { duration: GLIDE, easing: "ease-out" }).onfinish = () => {
        landed.classList.remove("away");
        for (const each of extras) each.remove();
      };
    }
  }
}

/** How large everything is: the letters at the edges, the margin for them, the squares together, and the box around it all. */
function measures(frame) {
  const [columns, rows] = [frame.columns.length, frame.rows.length];
  const size = 34 * Math.max(1, Math.max(columns, rows) / 13);
  const margin = size * 1.85;
  const [width, height] = [columns * CELL, rows * CELL];
  return { size, margin, width, height, box: [-margin, -margin * 0.3, width + margin * 1.3, height + margin * 1.3].join(" ") };
}

/** From the squares of a game to the middle of squares on the screen: [x, y]. */
function placer(frame, flipped) {
  const [columns, rows] = [frame.columns.length, frame.rows.length];
  return (x, y) => [((flipped ? columns - 1 - x : x) + 0.5) * CELL, ((flipped ? y : rows - 1 - y) + 0.5) * CELL];
}

/** All dark squares as one path: a board of 1,350 squares is two shapes. The first square of the game is dark, however the board is turned. */
function darkSquares(columns, rows, flipped) {
  const squares = [];
  for (let row = 0; row < rows; row++) {
    const first = (flipped ? columns - 1 + row : rows - 1 - row) % 2;
    for (let column = first; column < columns; column += 2) {
      squares.push(`M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`);
    }
  }
  return squares.join("");
}

/** The names at an edge: all of them, or every fifth where there are many. */
function edge(names, size, spot) {
  const every = names.length > 26 ? 5 : 1;
  return names.flatMap((name, index) => (index % every ? [] : [lettering("edge", ...spot(index), size, name)]));
}

function lettering(kind, x, y, size, text) {
  return draw("text", { class: kind, x, y, "font-size": size, dy: "0.35em" }, text);
}

const shift = ([x, y]) => `translate(${x} ${y})`;

function cellRect([x, y], kind) {
  return draw("rect", { class: kind, x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL });
}

// Pieces

function pieceAt(piece, frame, place) {
  const shape = SHAPES[piece.kind] ?? stack;
  const look = piece.kind in SHAPES ? piece.kind : colourOf(frame, piece.side);
  return draw("g", { class: `piece ${look}`, transform: shift(place(piece.x, piece.y)) }, ...shape(piece));
}

const SHAPES = {
  human: () => [
    draw("circle", { class: "halo", r: 49 }),
    draw("path", { class: "body", d: "M-35 42c0-28 13-39 35-39s35 11 35 39z" }),
    draw("circle", { class: "body", cy: -20, r: 23 }),
  ],
  robot: () => [
    draw("path", { class: "wire", d: "M0-28v-12M-43-6v20M43-6v20" }),
    draw("circle", { class: "bulb", cy: -40, r: 7 }),
    draw("rect", { class: "body", x: -35, y: -29, width: 70, height: 70, rx: 17 }),
    draw("circle", { class: "eye", cx: -15, cy: -2, r: 9 }),
    draw("circle", { class: "eye", cx: 15, cy: -2, r: 9 }),
    draw("path", { class: "mouth", d: "M-16 23h32" }),
  ],
  explosion: () => [draw("path", { class: "blast", d: star(49, 27) }), draw("path", { class: "flame", d: star(28, 15) })],
};

/** A pile of discs, as many as can be told apart, with the label on the uppermost. */
function stack({ label: text }) {
  const discs = /^\d{1,9}$/.test(text) ? Math.min(Number(text), MOST_DISCS) : 1;
  const level = (number) => ((discs - 1) / 2 - number) * 5;
  const shapes = [draw("circle", { class: "shade", cy: level(0) + 5, r: 39 })];
  for (let number = 0; number < discs; number++) shapes.push(draw("circle", { class: "disc", cy: level(number), r: 37 }));
  const top = level(discs - 1);
  shapes.push(draw("circle", { class: "ring", cy: top, r: 31 }));
  if (text) shapes.push(lettering("label", 0, top, Math.min(44, 90 / text.length), text));
  return shapes;
}

/** A star around the middle, as a path. Every second spike is a little shorter, or it would look like a medal. */
function star(outer, inner) {
  const points = [];
  for (let index = 0; index < SPIKES * 2; index++) {
    const angle = (Math.PI * index) / SPIKES - Math.PI / 2;
    const radius = index % 2 ? inner : outer * (index % 4 ? 0.86 : 1);
    points.push(`${(Math.cos(angle) * radius).toFixed(1)} ${(Math.sin(angle) * radius).toFixed(1)}`);
  }
  return `M${points.join("L")}z`;
}

// What an action did

/** The squares of the last action, and the places that were left. */
function touched({ arrows, cells, waves, wave, pieces, isTried }, place) {
  if (wave !== null) return [];
  const exploded = new Set(waves.flat().map(([x, y]) => square(x, y)));
  const squares = [...cells, ...arrows.map(([x, y]) => [x, y]), ...arrows.map(([, , x, y]) => [x, y])];
  const left = arrows.filter(([x, y]) => !pieceOn(pieces, x, y));
  return [
    ...squares
      .filter(([x, y]) => !exploded.has(square(x, y)))
      .map(([x, y]) => cellRect(place(x, y), isTried ? "touched tried" : "touched")),
    ...left.map(([x, y]) => draw("circle", { class: "ghost", r: 33, transform: shift(place(x, y)) })),
  ];
}

/** Where an explosion has been, each square with the number of its wave; not where something stands again. */
function scorched({ waves, wave, pieces }, place) {
  return waves.slice(0, wave ?? waves.length).flatMap((cells, number) =>
    cells
      .filter(([x, y]) => !pieceOn(pieces, x, y))
      .map(([x, y]) => {
        const parts = [draw("path", { d: star(44, 27) }), lettering("number", 0, 0, 30, `${number + 1}`)];
        return draw("g", { class: "scorch", transform: shift(place(x, y)) }, ...parts);
      }),
  );
}

/** Arrows, each from the edge of what stands at its beginning to the edge of what stands at its end. */
function arrowShapes({ arrows, wave, pieces, isTried }, place) {
  if (wave !== null) return [];
  return arrows.flatMap(([x, y, toX, toY, kind]) => {
    const [start, end] = [place(x, y), place(toX, toY)];
    const [across, down] = [end[0] - start[0], end[1] - start[1]];
    const from = pieceOn(pieces, x, y) ? 32 : 8;
    const to = Math.hypot(across, down) - (isTried ? 26 : pieceOn(pieces, toX, toY) ? 36 : 14);
    if (to < from) return [];
    const turn = ((Math.atan2(down, across) * 180) / Math.PI).toFixed(2);
    const shaft = draw("path", { class: "shaft", d: `M${from} 0H${Math.max(to - 22, from)}` });
    const head = draw("path", { class: "head", d: `M${to} 0l-25-16v32z` });
    const kinds = isTried ? `arrow ${kind} tried` : `arrow ${kind}`;
    return [draw("g", { class: kinds, transform: `${shift(start)} rotate(${turn})` }, shaft, head)];
  });
}

/** Crosses where something was tried in vain. */
function crosses({ arrows, cells, isTried }, place) {
  if (!isTried) return [];
  const targets = arrows.length ? arrows.map(([, , x, y]) => [x, y]) : cells;
  return targets.map(([x, y]) => draw("path", { class: "cross", d: "M-15-15l30 30m0-30l-30 30", transform: shift(place(x, y)) }));
}

/** The wave that is going off, each square with the wave's number. */
function bursts({ waves, wave }, place) {
  if (wave === null) return [];
  return waves[wave].map(([x, y]) => {
    const blast = draw("path", { class: "blast", d: star(54, 33) });
    const flame = draw("path", { class: "flame", d: star(39, 25) });
    const burst = draw("g", { class: "burst" }, blast, flame, lettering("number", 0, 0, 35, `${wave + 1}`));
    return draw("g", { transform: shift(place(x, y)) }, burst);
  });
}
