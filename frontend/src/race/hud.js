/**
 * Above the table: the clock, the progress, the player's place, the time until the bell.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, write } from "../lib/elements.js";
import { clockText, remainingText } from "../lib/times.js";
import { isDone, ownBoard, ownSeat, standing } from "./state.js";

/**
 * @param {Control} control
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function hud(control) {
  const clock = part(document, "#clock");
  const home = part(document, "#hud-home");
  const count = part(document, "#home-count");
  const place = part(document, "#hud-place");
  const placeNumber = part(document, "#place-number");
  const seats = part(document, "#place-seats");
  const bell = part(document, "#bell");
  const bellTime = part(document, "#bell-time");

  return {
    update(state) {
      const seat = ownSeat(state);
      // Until then the server's HTML knows best whether there is anything to count.
      if (state.race) home.hidden = !seat;
      write(count, String(ownBoard(state)?.board.progress ?? seat?.progress ?? 0));
      const number = state.race ? standing(state.race, seat) : null;
      place.hidden = (state.race?.seats.length ?? 0) < 2;
      place.dataset.known = String(number !== null);
      write(placeNumber, String(number ?? ""));
      write(seats, `/${state.race?.seats.length}`);
      bell.dataset.bell = state.race?.bell ?? "";
    },
    tick(now) {
      const seat = ownSeat(control.state);
      const finished = seat && isDone(seat) ? seat.time : null;
      write(clock, clockText(finished ?? control.clock.elapsed(now) ?? 0));
      const left = control.clock.endsIn(now);
      if (left !== null) write(bellTime, remainingText(left));
    },
  };
}
