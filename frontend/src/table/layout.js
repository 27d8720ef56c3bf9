/**
 * Geometry: from a game's arrangement and the size of the table to places in pixels, and back from a point to a pile.
 * @module
 */

/** @import { Card, Fan, Layout, Piles, Place, Point, Rect, Size } from "./types.js" */
/** @import { Arrangement, Spot } from "./layouts/spots.js" */
import { GAMES } from "./layouts/games.js";
import { HIDDEN, isReserve } from "./notation.js";

const RATIO = 1.4;
const WIDE_FROM = 1.05;
/** Small faces may be as high as bridge cards, where the columns keep room for so many card heights more. */
const TALLEST_RATIO = 1.55;
const SPARE = 1.6;
const LARGEST = 205;
const SMALLEST = 20;
const FULL_DETAIL = 78;
/** What a finger needs: before a card is narrower, gaps and margins shrink to a pixel. */
const TOUCHABLE = 44;
const NARROWEST_GAP = 0.06;
const WIDEST_GAP = 0.2;

/**
 * Visible part of a covered card, in card heights or widths; the same where there is room; what its index needs, with a
 * margin: the tail of a Q and the width of a 10.
 */
const STEPS = {
  small: { down: 0.355, side: 0.44, open: { wide: 0.44, tall: 0.68 }, index: { down: 0.345, side: 0.395 } },
  full: { down: 0.22, side: 0.27, open: { wide: 0.27, tall: 0.36 }, index: { down: 0.21, side: 0.24 } },
};
/** A pressed index gives way less where there is room: across the fan. */
const BROADEST = 1.35;
/** Fans open as far as a column of so many cards still fits: most moves then change none. */
const OPEN_FOR = { wide: 12, tall: 9 };
/** Parts of that for a back: spread out, and pressed together before any face is. */
const HIDDEN_STEP = 0.5;
const HIDDEN_LEAST = 0.2;

/**
 * Finds the places of a game's piles on a table of a size.
 * @param {string} game
 * @param {Size} size
 * @param {readonly string[]} present names of the piles of the board; none: all that the game can have
 * @param {{ mirrored?: boolean, captioned?: boolean }} [wishes] squared-up piles change sides, for the left hand;
 * the reserve's name has its line
 * @returns {Layout}
 */
export function arrange(game, size, present, { mirrored = false, captioned = false } = {}) {
  const shape = size.width > size.height * (GAMES[game].wideFrom ?? WIDE_FROM) ? "wide" : "tall";
  const plan = planOf(game, shape, present);
  const pad = Math.round(clamp(size.width * 0.012, 4, 24));
  const card = cardSize(plan, size, pad, captioned);
  if (shape === "tall" && card.width < FULL_DETAIL) card.height = stretched(plan, card, size.height - 2 * pad);
  const gap = clamp(
    (size.width - 2 * pad - plan.columns * card.width) / Math.max(1, plan.columns - 1),
    1,
    card.width * WIDEST_GAP,
  );
  const rowGap = rowGapOf(card.height);
  const line = captioned ? lineOf(card.height) : 0;
  const spare = size.height - 2 * pad - plan.down * card.height - plan.gaps * rowGap;
  const left = (size.width - plan.columns * card.width - (plan.columns - 1) * gap) / 2;
  const top = pad + (plan.centred ? Math.max(0, spare / 2) : 0);

  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const [name, spot] of Object.entries(plan.spots)) {
    if (present.length && !present.includes(name)) continue;
    const span = spot.span ?? (spot.fan ? 0 : 1);
    const column = mirrored && span ? plan.columns - span - spot.column : spot.column;
    const x = Math.round(left + column * (card.width + gap));
    const y = Math.round(top + (spot.cards ?? 0) * card.height + (spot.gaps ?? 0) * rowGap + (spot.lines ?? 0) * line);
    const fan = spot.fan ?? null;
    const room = roomOf(spot, { x, y }, card, size, pad);
    places.set(name, { x, y, fan, room, last: spot.last ?? Infinity, zone: zoneOf({ x, y }, fan, room, card, gap) });
  }
  const detail = card.width >= FULL_DETAIL ? "full" : "small";
  return { size, shape, card, detail, places, caption: captioned ? captionOf(places, card, line) : null };
}

/**
 * @param {string} game
 * @param {"wide" | "tall"} shape
 * @param {readonly string[]} present
 * @returns {Arrangement} the first with a place for every pile
 */
function planOf(game, shape, present) {
  const { larger, wide, tall } = GAMES[game];
  const usual = { wide, tall };
  const fits = present.every((name) => name in usual[shape].spots);
  return fits || !larger ? usual[shape] : larger[shape];
}

/**
 * @param {Arrangement} plan
 * @param {Size} size
 * @param {number} pad
 * @param {boolean} captioned
 * @returns {Size}
 */
function cardSize(plan, size, pad, captioned) {
  const across = plan.across ?? plan.columns + (plan.columns - 1) * NARROWEST_GAP;
  const squeezed = plan.across ? 0 : Math.min(TOUCHABLE, size.width / plan.columns - 1);
  const byWidth = Math.max((size.width - 2 * pad) / across, squeezed);
  const lines = captioned ? (plan.lines ?? 0) : 0;
  /** @param {number} width */
  const tall = (width) => plan.down * width * RATIO + plan.gaps * rowGapOf(width * RATIO) + lines * lineOf(width * RATIO);
  let width = Math.floor(Math.min(byWidth, LARGEST));
  while (width > SMALLEST && tall(width) > size.height - 2 * pad) width -= 1;
  width = Math.max(width, SMALLEST);
  return { width, height: Math.round(width * RATIO) };
}

/**
 * @param {Arrangement} plan
 * @param {Size} card
 * @param {number} height of the table
 * @returns {number} the card's height, higher where the columns need no more room
 */
function stretched(plan, card, height) {
  const free = height - plan.gaps * rowGapOf(card.height) - (plan.lines ?? 0) * lineOf(card.height);
  return Math.round(clamp(free / (plan.down + SPARE), card.height, card.width * TALLEST_RATIO));
}

/** @param {number} height of a card */
function rowGapOf(height) {
  return Math.round(clamp(height * 0.09, 6, 26));
}

/** @param {number} height of a card */
function lineOf(height) {
  return Math.round(clamp(height * 0.13, 15, 24));
}

/**
 * The line for the reserve's name: under squared-up piles, over fans.
 * @param {ReadonlyMap<string, Place>} places
 * @param {Size} card
 * @param {number} line
 * @returns {Rect | null}
 */
function captionOf(places, card, line) {
  const reserve = [...places].filter(([name]) => isReserve(name)).map(([, place]) => place);
  if (!reserve.length) return null;
  const [xs, ys] = [reserve.map(({ x }) => x), reserve.map(({ y }) => y)];
  const x = Math.min(...xs);
  const y = reserve[0].fan ? Math.min(...ys) - line : Math.max(...ys) + card.height;
  return { x, y, width: Math.max(...xs) + card.width - x, height: line };
}

/**
 * @param {Spot} spot
 * @param {Point} at
 * @param {Size} card
 * @param {Size} size
 * @param {number} pad
 */
function roomOf(spot, at, card, size, pad) {
  if (spot.fan === "left") return at.x + card.width - pad;
  if (spot.fan === "right") return spot.length ? Math.round(spot.length * card.width) : size.width - pad - at.x;
  if (spot.fan === "down") return spot.length ? Math.round(spot.length * card.height) : size.height - pad - at.y;
  return card.height;
}

/**
 * The whole length of the fan and half of the gap around it.
 * @param {Point} at
 * @param {Fan | null} fan
 * @param {number} room
 * @param {Size} card
 * @param {number} gap
 * @returns {Rect}
 */
function zoneOf(at, fan, room, card, gap) {
  const half = gap / 2;
  const width = (fan === "left" || fan === "right" ? room : card.width) + gap;
  const height = (fan === "down" ? Math.max(room, card.height) : card.height) + gap;
  const x = at.x - half - (fan === "left" ? room - card.width : 0);
  return { x, y: at.y - half, width, height };
}

/**
 * Where each card of a pile lies; a long fan is compressed to fit its room.
 * @param {Layout} layout
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {Point[]}
 */
export function spread(layout, pile, cards) {
  const place = layout.places.get(pile);
  if (!place) return cards.map(() => ({ x: 0, y: 0 }));
  const { open, hidden } = stepsOf(layout, place, cards);
  const first = cards.length - place.last;
  let along = 0;
  return cards.map(({ face }, index) => {
    const offset = Math.round(along);
    if (index >= first) along += face === HIDDEN ? hidden : open;
    if (place.fan === "down") return { x: place.x, y: place.y + offset };
    if (place.fan === "left") return { x: place.x - offset, y: place.y };
    if (place.fan === "right") return { x: place.x + offset, y: place.y };
    return { x: place.x, y: place.y };
  });
}

/**
 * How much smaller a pile's indexes must be drawn so that the visible part of each card shows its whole index.
 * @param {Layout} layout
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {number} 1 where there is room enough
 */
export function squeeze(layout, pile, cards) {
  const place = layout.places.get(pile);
  if (!place?.fan) return 1;
  const { index } = STEPS[layout.detail];
  const { width } = layout.card;
  // A higher card has no larger index.
  const needed = place.fan === "down" ? index.down * width * RATIO : index.side * width;
  // Cards lie on whole pixels: some show up to one less.
  return Math.min(1, Math.floor((100 * Math.floor(stepsOf(layout, place, cards).open)) / needed) / 100);
}

/**
 * The same for a style sheet: across and down.
 * @param {Layout} layout
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {string}
 */
export function indexScale(layout, pile, cards) {
  const along = squeeze(layout, pile, cards);
  if (along === 1) return "1";
  const across = Math.min(1, Math.round(100 * along * BROADEST) / 100);
  return layout.places.get(pile)?.fan === "down" ? `${across} ${along}` : `${along} ${across}`;
}

/**
 * The visible length of each open and each hidden card of a pile; the last card shows its whole length.
 * @param {Layout} layout
 * @param {Place} place
 * @param {readonly Card[]} cards
 */
function stepsOf({ card, detail, shape }, { fan, room, last }, cards) {
  if (fan === null) return { open: 0, hidden: 0 };
  const { down, side, open } = STEPS[detail];
  const [length, least] = fan === "down" ? [card.height, down * card.width * RATIO] : [card.width, side * card.width];
  const widest = open[shape] * length;
  // A whole number: cards that move together keep their distances.
  const natural = Math.round(Math.max(least, Math.min(widest, (room - length) / (Math.min(OPEN_FOR[shape], last) - 1))));
  const covered = cards.slice(-last, -1);
  const backs = covered.filter(({ face }) => face === HIDDEN).length;
  const faces = covered.length - backs;
  const free = Math.max(0, room - length);
  const hidden = backs ? clamp((free - faces * natural) / backs, HIDDEN_LEAST * natural, HIDDEN_STEP * natural) : 0;
  const shown = faces ? Math.min(natural, Math.max(0, free - backs * hidden) / faces) : natural;
  // Backs alone, and more of them than fit.
  const most = faces || !backs ? hidden : Math.min(hidden, free / backs);
  return { open: shown, hidden: most };
}

/**
 * The pile whose zone holds a point.
 * @param {Layout} layout
 * @param {Point} point
 * @returns {string | null}
 */
export function pileAt(layout, point) {
  for (const [name, { zone }] of layout.places) {
    if (within(zone, point)) return name;
  }
  return null;
}

/**
 * The card under a point: its pile and index, or index -1 for the empty part of a pile.
 * @param {Layout} layout
 * @param {Piles} piles
 * @param {Point} point
 * @returns {{ pile: string, index: number } | null}
 */
export function cardAt(layout, piles, point) {
  const pile = pileAt(layout, point);
  if (!pile) return null;
  const corners = spread(layout, pile, piles.get(pile) ?? []);
  return { pile, index: corners.findLastIndex((corner) => within({ ...corner, ...layout.card }, point)) };
}

/**
 * The pile for a drop: of the wished-for ones, the one that holds the point or covers most of the card; otherwise
 * any pile that holds the point.
 * @param {Layout} layout
 * @param {Point} point
 * @param {Rect} card the lifted card
 * @param {readonly string[]} wished
 * @returns {string | null}
 */
export function dropAt(layout, point, card, wished) {
  const direct = pileAt(layout, point);
  if (direct && wished.includes(direct)) return direct;
  const best = wished
    .flatMap((name) => {
      const place = layout.places.get(name);
      return place ? [{ name, area: overlap(place.zone, card) }] : [];
    })
    .sort((a, b) => b.area - a.area)[0];
  return best && best.area > (card.width * card.height) / 4 ? best.name : direct;
}

/**
 * The nearest pile in a direction, for the arrow keys.
 * @param {Layout} layout
 * @param {string} from
 * @param {"left" | "right" | "up" | "down"} direction
 * @returns {string | null}
 */
export function neighbour(layout, from, direction) {
  const here = layout.places.get(from);
  if (!here) return null;
  const sideways = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  const found = [...layout.places]
    .map(([name, { x, y }]) => {
      const along = sign * (sideways ? x - here.x : y - here.y);
      const aside = Math.abs(sideways ? y - here.y : x - here.x);
      return { name, along, cost: along + 3 * aside };
    })
    .filter(({ along }) => along > layout.card.width / 4)
    .sort((a, b) => a.cost - b.cost);
  return found[0]?.name ?? null;
}

/** @param {Rect} rect @param {Point} point */
function within(rect, { x, y }) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/** @param {Rect} a @param {Rect} b */
function overlap(a, b) {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
