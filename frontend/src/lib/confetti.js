/**
 * Confetti over the whole page, in the colours of the cards. It takes no presses.
 * @module
 */

/** As many pieces as fill a phone, and one more for so many square pixels, up to a number that every machine can draw. */
const PIECES = 120;
const PIXELS = 6000;
const MOST = 360;
const SECONDS = 4;
/** Pixels a second, squared for the fall. */
const FALL = 900;
const DRAG = 1.4;
const COLOURS = ["--card-gold", "--card-red", "--accent", "--court-spades", "--card-face"];

/**
 * @returns {() => void} stops it
 */
export function confetti() {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (!pen) return () => {};
  canvas.className = "confetti";
  canvas.setAttribute("aria-hidden", "true");
  document.body.append(canvas);
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  // A canvas knows no variables of the style sheet; these colours are light-dark() pairs, which it resolves.
  const probe = document.createElement("i");
  canvas.append(probe);
  const colours = COLOURS.map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  });
  const pieces = Array.from({ length: Math.min(MOST, PIECES + (innerWidth * innerHeight) / PIXELS) }, (_, i) => piece(i, colours));
  const began = performance.now();
  let frame = requestAnimationFrame(draw);

  /** @param {number} now */
  function draw(now) {
    const t = (now - began) / 1000;
    pen?.clearRect(0, 0, canvas.width, canvas.height);
    for (const each of pieces) if (pen) paint(pen, each, t);
    if (t < SECONDS) frame = requestAnimationFrame(draw);
    else canvas.remove();
  }

  return () => {
    cancelAnimationFrame(frame);
    canvas.remove();
  };
}

/**
 * @typedef {{ colour: string, x: number, y: number, vx: number, vy: number, size: number, spin: number, phase: number }} Piece
 */

/**
 * One piece, shot up from a lower corner.
 * @param {number} i
 * @param {string[]} colours
 * @returns {Piece}
 */
function piece(i, colours) {
  const left = i % 2 === 0;
  const reach = Math.hypot(innerWidth, innerHeight);
  const angle = (Math.PI / 180) * (50 + 35 * Math.random());
  const speed = reach * (0.9 + 1.1 * Math.random());
  return {
    colour: colours[i % colours.length],
    x: left ? -10 : innerWidth + 10,
    y: innerHeight * 0.85,
    vx: (left ? 1 : -1) * Math.cos(angle) * speed,
    vy: -Math.sin(angle) * speed,
    size: 7 + 7 * Math.random(),
    spin: 4 + 8 * Math.random(),
    phase: 7 * Math.random(),
  };
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Piece} piece
 * @param {number} t seconds
 */
function paint(pen, { colour, x, y, vx, vy, size, spin, phase }, t) {
  // Air slows a piece until it falls at a steady pace.
  const flown = (1 - Math.exp(-DRAG * t)) / DRAG;
  const fallen = (FALL / DRAG) * (t - flown);
  pen.save();
  pen.translate(x + vx * flown + 12 * Math.sin(phase + 3 * t), y + vy * flown + fallen);
  pen.rotate(phase + spin * t * 0.3);
  pen.scale(1, Math.cos(phase + spin * t));
  pen.globalAlpha = Math.min(1, 2 * (SECONDS - t));
  pen.fillStyle = colour;
  pen.fillRect(-size / 2, -size / 3, size, size / 1.5);
  pen.restore();
}
