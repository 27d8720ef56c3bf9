/**
 * One line beside the track: who is next to the player, and for a moment what has just happened, which stands below
 * the cards too. It never lies on them.
 * @module
 */

/** @import { Sound } from "../lib/sound.js" */
/** @import { RaceFrame, SeatState } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, patch, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { isAttempt } from "../net/kinds.js";
import { asManyText, isGone } from "./honours.js";
import { shortened } from "./names.js";
import { byPlace, isAloneInPlanned, isDone, ownBoard, ownSeat, scene } from "./state.js";

/** How long news stands, in milliseconds. */
const NEWS = 4000;

const LAST_MINUTE = 60_000;

/** Time passes in smaller steps. */
const JUMP = 5000;

/**
 * @param {Control} control
 * @param {(sentence: string) => void} say
 * @param {(name: Sound) => void} sound
 * @returns {{ update: (state: State, before: State) => void, tick: (now: number) => void }}
 */
export function call(control, say, sound) {
  const line = part(document, "#call");
  const news = part(document, "#news");
  const order = overtakings();
  let until = 0;
  /** @type {number | null} */
  let left = null;
  let shown = control.state;

  /** @param {string} sentence */
  function tell(sentence) {
    until = performance.now() + NEWS;
    line.classList.add("news");
    write(line, sentence);
    write(news, sentence);
    news.hidden = false;
  }

  /** @param {State} state */
  function rest(state) {
    line.classList.remove("news");
    news.hidden = true;
    write(line, chase(state));
  }

  return {
    update(state, before) {
      const { race } = state;
      shown = state;
      const isAlone = race !== null && isAloneInPlanned(race);
      patch(line, { hidden: !race || (race.seats.length < 2 && !isAlone) });
      if (!race || line.hidden) return;
      const passing = order(state);
      const ending = rivalEnd(before.race, race);
      if (ending) tell(ending);
      else if (passing && scene(state) === "play") tell(passing);
      else if (performance.now() > until) rest(state);
    },
    tick(now) {
      const ends = control.clock.endsIn(now);
      const isLast = beginsLastMinute(left, ends);
      left = ends;
      if (isLast && ["play", "watch", "done"].includes(scene(control.state))) {
        const sentence = lastMinuteText(control.state.race?.kind, scene(control.state) === "play");
        tell(sentence);
        say(sentence);
        sound("bell");
      }
      if (until && now > until) {
        until = 0;
        rest(shown);
      }
    },
  };
}

/**
 * Whether the last minute has just begun: by the clock, not by a finish that leaves no more than a minute.
 * @param {number | null} before milliseconds to the bell
 * @param {number | null} now
 */
export function beginsLastMinute(before, now) {
  return before !== null && now !== null && before > LAST_MINUTE && now <= LAST_MINUTE && before - now < JUMP;
}

/**
 * An attempt is played alone: its bell ends no race. Who is done with the race has no minute to use.
 * @param {RaceFrame["kind"] | undefined} kind
 * @param {boolean} isPlaying
 */
export function lastMinuteText(kind, isPlaying) {
  if (isAttempt(kind)) return gettext("Your hour ends in one minute");
  return isPlaying ? gettext("One minute left") : gettext("The race ends in one minute");
}

/**
 * Remembers who was ahead of the player, and returns who overtook whom; a tie in between changes nothing.
 * @returns {(state: State) => string}
 */
export function overtakings() {
  /** @type {Map<number, boolean>} */
  const ahead = new Map();
  return (state) => {
    const mine = ownSeat(state);
    if (!state.race || mine?.place == null) return "";
    let sentence = "";
    for (const { seat, name, place, state: run } of state.race.seats) {
      if (seat === mine.seat || place === null || place === mine.place) continue;
      const isAhead = place < mine.place;
      const was = ahead.get(seat);
      ahead.set(seat, isAhead);
      // Who gives up is not overtaken.
      if (was === isAhead || was === undefined || !["playing", "won"].includes(run)) continue;
      if (isAhead) sentence = gettext("%(name)s overtakes you", { name: brief(name) });
      else sentence ||= gettext("You overtake %(name)s", { name: brief(name) });
    }
    return sentence;
  };
}

/**
 * A name that leaves the rest of the sentence its room: on a phone the line is short.
 * @param {string} name
 * @param {number} [least] letters that it has room for on a phone held sideways, where news lies across the table
 */
function brief(name, least = 20) {
  const is = (/** @type {string} */ query) => globalThis.matchMedia?.(query).matches;
  // Beside a big table the box has room for the longest.
  if (is("(min-width: 110rem)")) return name;
  return shortened(name, is("(max-width: 63.99rem) and (orientation: landscape)") ? least : 26);
}

/**
 * The news of a rival whose run has just ended.
 * @param {RaceFrame | null} before
 * @param {RaceFrame} race
 * @returns {string}
 */
export function rivalEnd(before, race) {
  const playing = new Set(before?.seats.filter((seat) => !isDone(seat)).map(({ seat }) => seat));
  const ended = race.seats.filter((seat) => seat.seat !== race.you && isDone(seat) && playing.has(seat.seat));
  // Of two at once, a finish matters more.
  const rival = ended.find(({ state }) => state === "won") ?? ended[0];
  if (!rival) return "";
  const name = brief(rival.name);
  switch (rival.state) {
    case "won":
      return gettext("%(name)s has finished", { name });
    case "forfeit":
      return gettext("%(name)s has left", { name });
    case "stuck":
      return gettext("%(name)s has no move left", { name });
    default:
      return gettext("%(name)s has stopped", { name });
  }
}

/**
 * How far the next player ahead is, or for the first how far the second is behind; behind those who have finished, the
 * place that is left to take. The clock beside it says for how long.
 * @param {State} state
 * @returns {string}
 */
export function chase(state) {
  const mine = ownSeat(state);
  if (scene(state) !== "play" || !state.race || !mine) return "";
  if (isAloneInPlanned(state.race)) return gettext("No one else came: you race alone");
  const order = byPlace(state.race);
  const at = order.findIndex(({ seat }) => seat === mine.seat);
  const next = order[at === 0 ? 1 : at - 1];
  if (!next) return "";
  const others = order.filter(({ seat }) => seat !== mine.seat);
  if (at === 0 && next.place !== mine.place && others.every(isDone)) return aheadText(state.race, next);
  if (next.state === "won") {
    // The last place is no prize.
    if (at + 1 === order.length) return gettext("%(name)s has finished", { name: brief(next.name, 14) });
    return gettext("Place %(place)s is still yours to take", { place: at + 1 });
  }
  const count = (ownBoard(state)?.board.progress ?? mine.progress) - next.progress;
  // The line at the side has a line for the name alone.
  const name = brief(next.name, 14);
  const areLevel = count === 0 && others.every(({ progress, place }) => progress === next.progress && (progress <= 1 || place === mine.place));
  if (areLevel && others.length > 1) return gettext("Level with everyone");
  // Who was sooner says nothing of a card that is no longer home, or that the deal put there.
  if (count === 0 && next.progress <= 1) {
    return next.place === mine.place ? gettext("Level with %(name)s", { name }) : gettext("As many as %(name)s", { name });
  }
  if (count === 0) return asManyText(mine, { ...next, name });
  return count > 0
    ? gettext("%(count)s ahead of %(name)s", { count, name })
    : gettext("%(count)s behind %(name)s", { count: -count, name });
}

/**
 * What is left to the first when no rival plays on: only by leaving can they lose the place.
 * @param {RaceFrame} race
 * @param {SeatState} rival the second
 */
function aheadText({ kind, seats }, rival) {
  // In an event, points go by the places over all tables.
  if (kind === "event") return gettext("No one at this table can overtake you");
  if (!isGone(rival)) return gettext("No one can overtake you now");
  return seats.length === 2
    ? gettext("%(name)s has left: the race is yours", { name: brief(rival.name) })
    : gettext("Everyone else has left: the race is yours");
}
