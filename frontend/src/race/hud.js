/**
 * Above the table: the clock, the progress, the player's place, the time until the bell. Both clocks also stand above
 * the tables of others, which a player who is done scrolls to.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { RaceFrame } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { part, patch, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { clockText, isLastMinute, remainingText } from "../lib/times.js";
import { isDone, ownBoard, ownSeat, standing } from "./state.js";

const HOUR = 3_600_000;

/**
 * What the clock says. A practice may be left for days, and its time runs on, since leaderboards compare it: nobody
 * wins time by hiding the cards. After an hour the seconds tell its player nothing.
 * @param {RaceFrame["kind"] | undefined} kind
 * @param {number | null} finished the time of the player's own finish
 * @param {number} elapsed
 */
export function timeText(kind, finished, elapsed) {
  if (finished === null && kind === "solo" && elapsed >= HOUR) return gettext("over 1 h");
  return clockText(finished ?? elapsed);
}

/**
 * Why the bell rings; empty if it does not, or a finish leaves no one to hear it.
 * @param {Pick<RaceFrame, "bell" | "seats">} race
 */
export function bellReason({ bell, seats }) {
  return bell === null || (bell === "finish" && seats.every(isDone)) ? "" : bell;
}

/**
 * @param {Control} control
 * @param {() => number | null | undefined} progress of the table that is shown, with the moves on their way
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function hud(control, progress) {
  const clocks = [part(document, "#clock"), part(document, "#watch-time")];
  const home = part(document, "#hud-home");
  const count = part(document, "#home-count");
  const place = part(document, "#hud-place");
  const placeNumber = part(document, "#place-number");
  const seats = part(document, "#place-seats");
  const bells = [part(document, "#bell"), part(document, "#watch-bell")];
  const bellTimes = [part(document, "#bell-time"), part(document, "#watch-bell-time")];

  /** @param {State} state */
  function drawCount(state) {
    write(count, String(progress() ?? ownBoard(state)?.board.progress ?? ownSeat(state)?.progress ?? 0));
  }

  return {
    update(state) {
      const seat = ownSeat(state);
      // Until then the server's HTML knows best whether there is anything to count.
      if (state.race) patch(home, { hidden: !seat });
      drawCount(state);
      const number = state.race ? standing(state.race, seat) : null;
      patch(place, { hidden: (state.race?.seats.length ?? 0) < 2 });
      patch(place.dataset, { known: String(number !== null) });
      write(placeNumber, String(number ?? ""));
      write(seats, `/${state.race?.seats.length}`);
      for (const bell of bells) patch(bell.dataset, { bell: state.race ? bellReason(state.race) : "" });
    },
    tick(now) {
      const seat = ownSeat(control.state);
      // Moves show before the server knows them.
      drawCount(control.state);
      const finished = seat && isDone(seat) ? seat.time : null;
      const said = timeText(control.state.race?.kind, finished, control.clock.elapsed(now) ?? 0);
      for (const clock of clocks) write(clock, said);
      const left = control.clock.endsIn(now);
      if (left !== null) for (const time of bellTimes) write(time, remainingText(left));
      for (const bell of bells) patch(bell.dataset, { last: String(isLastMinute(left)) });
    },
  };
}
