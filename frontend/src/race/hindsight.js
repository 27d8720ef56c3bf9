/**
 * What the server's analysis says of each run after the race: polled until it is complete.
 * @module
 */

/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { whenSeen } from "../lib/seen.js";
import { fetchJson } from "../net/fetched.js";
import { scene } from "./state.js";

/**
 * @typedef {object} Remark
 * @property {number} entry
 * @property {string} name
 * @property {boolean} own
 * @property {string} sentence
 * @property {string | null} moment the address of the move that lost the deal
 * @property {string[]} details
 * @property {string[]} rescue moves that would have won, in signs
 */

const FIRST = 1500;
const SLOWER = 1.4;
const SLOWEST = 15_000;
const TRIES = 40;

/** How long it is until a withheld analysis is asked for again: the race around the run may be over by then. */
const WITHHELD = 30_000;

/**
 * @param {string} address
 * @returns {(state: State) => void}
 */
export function hindsight(address) {
  const root = part(document, "#hindsight");
  const list = part(root, "#remarks");
  const status = part(root, "#hindsight-status");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#remark-row"));
  let begun = false;

  /**
   * @param {number} delay
   * @param {number} tries
   */
  async function ask(delay, tries) {
    let waiting = true;
    let withheld = false;
    try {
      /** @type {{ waiting: boolean, withheld: boolean, remarks: Remark[] }} */
      const answer = await fetchJson(address);
      ({ waiting, withheld } = answer);
      rows(list, template, answer.remarks, ({ entry }) => entry, show);
      root.hidden = !waiting && !withheld && answer.remarks.length === 0;
    } catch {
      // The server may be restarting: keep polling.
    }
    const isLast = tries <= 0;
    const settled = withheld ? "withheld" : "done";
    write(status, status.dataset[waiting ? (isLast ? "later" : "waiting") : settled] ?? "");
    if (withheld) setTimeout(() => whenSeen(() => ask(FIRST, TRIES)), WITHHELD);
    else if (waiting && !isLast) setTimeout(() => whenSeen(() => ask(Math.min(delay * SLOWER, SLOWEST), tries - 1)), delay);
  }

  return (state) => {
    if (begun || scene(state) !== "result") return;
    begun = true;
    // Where no one moved, there is most likely nothing to say.
    root.hidden = state.race?.seats.every(({ moves }) => moves === 0) ?? false;
    // Until the server answers, the heading doesn't stand alone.
    write(status, status.dataset.waiting ?? "");
    void ask(FIRST, TRIES);
  };
}

/**
 * @param {HTMLElement} row
 * @param {Remark} remark
 */
function show(row, remark) {
  row.classList.toggle("own", remark.own);
  write(slot(row, "name"), remark.own ? gettext("You") : remark.name);
  write(slot(row, "sentence"), remark.sentence);
  const moment = /** @type {HTMLAnchorElement} */ (slot(row, "moment"));
  moment.hidden = remark.moment === null;
  if (remark.moment !== null) moment.href = remark.moment;
  fill(slot(row, "details"), remark.details);
  slot(row, "rescue").hidden = remark.rescue.length === 0;
  fill(slot(row, "moves"), remark.rescue);
}

/**
 * @param {HTMLElement} list
 * @param {string[]} texts
 */
function fill(list, texts) {
  list.hidden = texts.length === 0;
  list.replaceChildren(...texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}
