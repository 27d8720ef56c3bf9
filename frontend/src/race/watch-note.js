/**
 * What stands in place of tables that are not shown yet: when they come, when the race began, and the game in pictures.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, patch, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { hourText, lateText, remainingText } from "../lib/times.js";
import { HIDDEN } from "../table/notation.js";
import { titleText } from "./match.js";
import { scene, watchNote } from "./state.js";

const TICK = 500;

/**
 * @param {Control} control
 * @param {HTMLElement} section
 * @returns {(state: State, any: boolean) => void}
 */
export function watchWords(control, section) {
  const note = part(section, "#watch-note");
  const soon = part(section, "#watch-soon");
  /** @type {HTMLElement | null} */
  const lessons = document.querySelector(".lessons");
  /** @type {ReturnType<typeof watchNote>} */
  let said = null;

  function tick() {
    const delay = control.state.race?.delay ?? null;
    patch(soon, { hidden: said !== "waiting" || delay === null });
    if (delay !== null && !soon.hidden) write(soon, soonText(delay - (control.clock.elapsed(performance.now()) ?? 0)));
  }
  setInterval(tick, TICK);

  return (state, any) => {
    said = watchNote(state, any);
    // Before the first cards, the server's HTML knows whether some stay face down.
    if (any && !Object.keys(state.boards).length) return;
    const began = any || said === null || said === "rest" ? "" : startText(control.clock.elapsed(performance.now()));
    const sentences = [said === "rest" && stopped(titleText(state)), said && (lateWords(said, state.race?.delay ?? null) || note.dataset[said]), began, any && keepsSecrets(state) && note.dataset.hidden].filter(Boolean);
    patch(note, { hidden: !sentences.length });
    patch(note.dataset, { said: said ?? "" });
    write(note, sentences.join(" "));
    tick();
    if (!lessons || scene(state) !== "watch") return;
    lessons.hidden = said !== "waiting" && said !== "after";
    if (lessons.parentElement !== section) section.append(lessons);
  };
}

/**
 * @param {ReturnType<typeof watchNote>} said
 * @param {number | null} delay of the tables, in milliseconds
 * @returns {string}
 */
export function lateWords(said, delay) {
  if (delay === null) return "";
  const late = lateText(delay);
  if (said === "waiting") return gettext("The tables are shown %(late)s late.", { late });
  return said === "delayed" ? gettext("The tables are shown %(late)s late; progress and places are live.", { late }) : "";
}

/**
 * A headline as a sentence among others.
 * @param {string} text
 * @returns {string}
 */
function stopped(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Whether a table shows cards face down that its player may have turned up.
 * @param {State} state
 * @returns {boolean}
 */
export function keepsSecrets({ race, boards }) {
  return race?.state !== "over"
    && Object.values(boards).some((frame) => frame && Object.values(frame.board.piles).some((pile) => pile.includes(HIDDEN)));
}

/**
 * @param {number} left milliseconds until the first tables
 * @returns {string}
 */
export function soonText(left) {
  return left > 0
    ? gettext("Tables appear in %(left)s", { left: remainingText(left) })
    : gettext("Tables appear in a moment");
}

/**
 * @param {number | null} elapsed milliseconds since the start
 * @returns {string}
 */
function startText(elapsed) {
  if (elapsed === null) return "";
  return gettext("The race started at %(time)s.", { time: hourText(Date.now() - elapsed) });
}
