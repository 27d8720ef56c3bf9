/**
 * The track: a lane for each player, ordered by place; never their tables.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
/** @import { EventPoints } from "./match.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { part, patch, rows, slot, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { resultText } from "../lib/times.js";
import { dotted } from "../lib/wrapping.js";
import { showScore } from "./match.js";
import { writeName } from "./names.js";
import { endingText, isDone } from "../net/seats.js";
import { byPlace, ownBoard, standing } from "./state.js";

/** More lanes than these stand below the buttons, where the track is a column beside the table. */
const FEW = 5;

/** So many have two lines each beside a phone's table, and so many if help stands below them. */
const ROOMY = { alone: 5, helped: 4 };

/** So many stand side by side where the track lies above the table: each has room for a name. */
const ACROSS = 3;

/** So many are looked at more closely, where there is room. */
const CLOSE = 3;

/** How long a lane takes to leave its place and to be at another, in milliseconds. */
const CHANGE = 300;

/**
 * @param {boolean} isHaunted whether all rivals are ghosts
 * @param {EventPoints} points
 * @returns {(state: State) => void}
 */
export function rivals(isHaunted, points) {
  const hasPoints = Object.keys(points).length > 0;
  const arena = part(document, "#arena");
  const list = part(arena, "#rivals");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#rival-row"));
  return (state) => {
    const { race } = state;
    if (!race) return;
    const seats = race.seats.length > 1 ? race.seats : [];
    const columns = seats.length === 4 ? 2 : Math.min(ACROSS, seats.length);
    arena.classList.toggle("shared", seats.length > 0);
    arena.classList.toggle("few", seats.length > 0 && seats.length <= FEW);
    arena.classList.toggle("roomy", seats.length > 0 && seats.length <= ROOMY[race.helped ? "helped" : "alone"]);
    arena.classList.toggle("close", seats.length <= CLOSE);
    set(list, "--lanes", seats.length);
    set(list, "--columns", columns);
    set(list, "--rows", Math.ceil(seats.length / Math.max(columns, 1)));
    const order = byPlace(race).map(({ seat }) => seat);
    // A lane keeps its element and is moved by the style sheet: what changes its place shifts no layout.
    rows(list, template, seats, ({ seat }) => seat, (row, seat) => {
      const rank = order.indexOf(seat.seat);
      if (row.style.getPropertyValue("--rank") !== String(rank)) fade(row);
      set(row, "--rank", rank);
      set(row, "--column", rank % columns);
      set(row, "--row", Math.floor(rank / columns));
      const own = seat.seat === race.you;
      row.classList.toggle("own", own);
      row.classList.toggle("brief", endingText(seat.state) !== "" && (seats.length > 2 || Boolean(race.match) || hasPoints));
      fillLane(row, own ? { ...seat, name: gettext("You"), progress: ownBoard(state)?.board.progress ?? seat.progress } : seat, race, points);
      if (isHaunted && !own) haunt(row, seat);
    });
  };
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {number} value
 */
function set(element, name, value) {
  if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
}

/**
 * Fades a lane out and in again; the style sheet moves it while it can't be seen, so that no two lie on each other.
 * @param {HTMLElement} lane
 */
function fade(lane) {
  if (!lane.isConnected || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { opacity } = getComputedStyle(lane);
  lane.animate({ opacity: [Number(opacity), 0, 1] }, CHANGE);
}

/**
 * @param {HTMLElement} lane
 * @param {SeatState} seat
 * @param {RaceFrame} race
 * @param {EventPoints} points
 */
function fillLane(lane, seat, race, points) {
  write(slot(lane, "place"), String(standing(race, seat) ?? ""));
  write(slot(lane, "count"), String(seat.progress));
  showScore(lane, race, seat.seat, points);
  fill(lane, seat, race, false);
  // What is counted stands beside the name.
  write(slot(lane, "figures"), ngettext("%(count)s move", "%(count)s moves", seat.moves));
}

/**
 * @param {HTMLElement} lane
 * @param {SeatState} ghost
 */
function haunt(lane, { entry, name, progress }) {
  lane.classList.add("ghost");
  // The solver's own win is no recording.
  patch(slot(lane, "recording"), { hidden: !entry });
  patch(slot(lane, "bar"), { ariaLabel: counted("ghost", { name, progress }) });
  write(slot(lane, "figures"), "");
}

/**
 * Fills a row with what a glance needs of a seat.
 * @param {HTMLElement} row
 * @param {SeatState} seat
 * @param {RaceFrame} race
 * @param {boolean} [tellsPlace] whether its words begin with the place
 */
export function fill(row, seat, race, tellsPlace = true) {
  const place = standing(race, seat);
  patch(row.dataset, { state: seat.state, place: String(place ?? "") });
  writeName(slot(row, "name"), seat.name);
  patch(slot(row, "bot"), { hidden: !seat.bot });
  // Who is done may be anywhere.
  patch(slot(row, "away"), { hidden: !seat.away || isDone(seat) || race.state === "over" });
  write(slot(row, "state"), stateText({ ...seat, place: tellsPlace ? place : null }));
  const bar = /** @type {HTMLProgressElement} */ (slot(row, "bar"));
  patch(bar, { value: seat.progress, ariaLabel: counted("bar", { name: seat.name, progress: seat.progress }) });
  const moves = ngettext("%(count)s move", "%(count)s moves", seat.moves);
  // A time says that the game is won.
  write(slot(row, "figures"), seat.state === "won" ? moves : gettext("%(progress)s of 52 · %(moves)s", { progress: seat.progress, moves }));
}

/**
 * The words beside a run's bar.
 * @param {SeatState} seat
 * @returns {string}
 */
export function stateText({ state, place, time }) {
  const rank = place === null ? "" : gettext("#%(place)s", { place });
  return dotted([rank, state === "won" ? resultText(time ?? 0) : endingText(state)]);
}
