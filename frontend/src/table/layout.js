/**
 * Geometry: from a game's arrangement and the size of the table to places in pixels, and back from a point to a pile.
 * @module
 */

/** @import { Card, Fan, Layout, Piles, Place, Point, Rect, Size } from "./types.js" */
/** @import { Arrangement, Spot } from "./layouts/spots.js" */
import { GAMES } from "./layouts/games.js";
import { HIDDEN } from "./notation.js";

const RATIO = 1.4;
const LARGEST = 205;
const SMALLEST = 20;
const FULL_DETAIL = 78;
const NARROWEST_GAP = 0.06;
const WIDEST_GAP = 0.2;

/** Visible part of a covered card, in card heights or widths: what its index needs, and less for a back. */
const STEPS = {
  small: { down: 0.33, side: 0.44 },
  full: { down: 0.21, side: 0.27 },
};
const HIDDEN_STEP = 0.5;

/**
 * Finds the places of a game's piles on a table of a size.
 * @param {string} game
 * @param {Size} size
 * @param {readonly string[]} present names of the piles of the board; none: all that the game can have
 * @returns {Layout}
 */
export function arrange(game, size, present) {
  const { wide, tall } = GAMES[game];
  const plan = size.width > size.height * 1.05 ? wide : tall;
  const pad = Math.round(clamp(size.width * 0.012, 4, 24));
  const card = cardSize(plan, size, pad);
  const gap = Math.min(
    (size.width - 2 * pad - plan.columns * card.width) / Math.max(1, plan.columns - 1),
    card.width * WIDEST_GAP,
  );
  const rowGap = rowGapOf(card.height);
  const spare = size.height - 2 * pad - plan.down * card.height - plan.gaps * rowGap;
  const left = (size.width - plan.columns * card.width - (plan.columns - 1) * gap) / 2;
  const top = pad + (plan.centred ? Math.max(0, spare / 2) : 0);
  const inner = size.height - 2 * pad;

  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const [name, spot] of Object.entries(plan.spots)) {
    if (present.length && !present.includes(name)) continue;
    const x = Math.round(left + spot.column * (card.width + gap));
    const y = Math.round(
      top + (spot.cards ?? 0) * card.height + (spot.gaps ?? 0) * rowGap + (spot.share ?? 0) * (inner + rowGap),
    );
    const fan = spot.fan ?? null;
    const bottom = pad + (spot.until ?? 1) * (inner + rowGap) - rowGap;
    const room = roomOf(spot, { x, y }, card, { size, pad, bottom });
    places.set(name, { x, y, fan, room, zone: zoneOf({ x, y }, fan, room, card, gap) });
  }
  return { size, card, detail: card.width >= FULL_DETAIL ? "full" : "small", places };
}

/**
 * @param {Arrangement} plan
 * @param {Size} size
 * @param {number} pad
 * @returns {Size}
 */
function cardSize(plan, size, pad) {
  const across = plan.across ?? plan.columns + (plan.columns - 1) * NARROWEST_GAP;
  const byWidth = (size.width - 2 * pad) / across;
  /** @param {number} width */
  const tall = (width) => plan.down * width * RATIO + plan.gaps * rowGapOf(width * RATIO);
  let width = Math.floor(Math.min(byWidth, LARGEST));
  while (width > SMALLEST && tall(width) > size.height - 2 * pad) width -= 1;
  width = Math.max(width, SMALLEST);
  return { width, height: Math.round(width * RATIO) };
}

/** @param {number} height of a card */
function rowGapOf(height) {
  return Math.round(clamp(height * 0.09, 6, 26));
}

/**
 * @param {Spot} spot
 * @param {Point} at
 * @param {Size} card
 * @param {{ size: Size, pad: number, bottom: number }} edge
 */
function roomOf(spot, at, card, { size, pad, bottom }) {
  if (spot.fan === "left") return at.x + card.width - pad;
  if (spot.fan === "right") return size.width - pad - at.x;
  if (spot.fan === "down") return spot.length ? Math.round(spot.length * card.height) : bottom - at.y;
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
 * Where each card of a pile lies; a long fan is pressed together until it fits its room.
 * @param {Layout} layout
 * @param {string} pile
 * @param {readonly Card[]} cards
 * @returns {Point[]}
 */
export function spread(layout, pile, cards) {
  const place = layout.places.get(pile);
  if (!place) return cards.map(() => ({ x: 0, y: 0 }));
  const steps = cards.map((card) => step(layout, place.fan, card));
  const natural = steps.slice(0, -1).reduce((sum, length) => sum + length, 0);
  const room = place.room - (place.fan === "down" ? layout.card.height : layout.card.width);
  const scale = natural > room ? Math.max(0, room) / natural : 1;
  let along = 0;
  return steps.map((length) => {
    const offset = Math.round(along);
    along += length * scale;
    if (place.fan === "down") return { x: place.x, y: place.y + offset };
    if (place.fan === "left") return { x: place.x - offset, y: place.y };
    if (place.fan === "right") return { x: place.x + offset, y: place.y };
    return { x: place.x, y: place.y };
  });
}

/**
 * @param {Layout} layout
 * @param {Fan | null} fan
 * @param {Card} card
 */
function step(layout, fan, card) {
  if (fan === null) return 0;
  const shown = card.face === HIDDEN ? HIDDEN_STEP : 1;
  const steps = STEPS[layout.detail];
  return shown * (fan === "down" ? steps.down * layout.card.height : steps.side * layout.card.width);
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
 * The pile for a drop: among those wished for, the one that holds the point or covers most of the card; else whichever
 * holds the point.
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
