/**
 * Reactions: six pictures to press, and for a few seconds what others say.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, patch, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { choose, onPreferences, preference } from "../lib/preferences.js";
import { isDone, ownSeat, rivals, scene } from "./state.js";

/** How long a reaction shows, in milliseconds. */
const SHOWN_FOR = 4000;

/** The server takes one reaction in this time, in milliseconds. */
const PAUSE = 2000;

/** How many show at once; an older one gives way. */
const AT_ONCE = 3;

/** A phone: what is said has a place of its own there, beside clocks and cards. */
const NARROW = "(max-width: 36rem)";

/** What has room for it during a race, if it is in sight: a line of the track, or the middle between clocks. */
const ROOM = ["#call", ".watch-clock", ".hud"];

/**
 * @param {Control} control
 * @param {(sentence: string) => void} say to screen readers
 * @returns {(state: State, before: State) => void}
 */
export function reactions(control, say) {
  /** @type {HTMLElement[]} */
  const trays = [...document.querySelectorAll(".reactions")].filter((tray) => tray instanceof HTMLElement);
  if (!trays.length) return () => {};
  const said = part(document, "#said");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#reaction-said"));
  /** What others said while the player was at the table. @type {[name: string, reaction: string][]} */
  let missed = [];

  let isPausing = false;
  let isHeard = false;

  function grey() {
    const ariaDisabled = isPausing || !isHeard ? "true" : null;
    for (const tray of trays) {
      for (const button of tray.querySelectorAll("[data-reaction]")) patch(button, { ariaDisabled });
    }
  }

  /** @param {boolean} pausing */
  function pause(pausing) {
    isPausing = pausing;
    grey();
  }

  /** @param {MouseEvent} event */
  function press({ target }) {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button || button.ariaDisabled === "true") return;
    const { reaction } = button.dataset;
    if (!reaction) {
      choose("reactions", isMuted() ? "on" : "off");
      return;
    }
    pause(true);
    setTimeout(pause, PAUSE, false);
    control.ask({ t: "react", r: /** @type {import("../net/messages.js").Reaction} */ (reaction) });
  }

  function showMuted() {
    for (const tray of trays) part(tray, "[data-mutes-reactions]").ariaPressed = String(isMuted());
    if (!isMuted()) return;
    clear();
    missed = [];
  }

  function clear() {
    said.replaceChildren();
    makeRoom(said);
  }

  /** @param {string} name @param {string} reaction */
  function show(name, reaction) {
    const button = trays[0]?.querySelector(`[data-reaction="${reaction}"]`);
    // In an event, no one asks for the same again.
    if (!button) return;
    const words = button.textContent ?? "";
    const line = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    write(slot(line, "name"), name);
    write(slot(line, "words"), words);
    const picture = button.querySelector("svg");
    if (picture) slot(line, "picture").append(picture.cloneNode(true));
    place(said);
    said.append(line);
    while (said.childElementCount > AT_ONCE) said.firstElementChild?.remove();
    makeRoom(said);
    setTimeout(() => {
      line.remove();
      makeRoom(said);
    }, SHOWN_FOR);
    say(gettext("%(name)s: %(words)s", { name, words }));
  }

  for (const tray of trays) tray.onclick = press;
  onPreferences(showMuted);
  showMuted();

  return (state, before) => {
    isHeard = rivals(state).some(({ away }) => !away);
    grey();
    const mayReact = ["room", "done", "result"].includes(scene(state)) && ownSeat(state) !== null;
    for (const tray of trays) {
      // When the last listener leaves, a result doesn't move, and no one loses the focus.
      const stays = (mayReact && scene(state) !== "room" && !tray.hidden) || tray.contains(document.activeElement);
      if (!stays) patch(tray, { hidden: !mayReact || !isHeard });
    }
    const waits = scene(state) === "done" && rivals(state).some((seat) => !isDone(seat) && !seat.away);
    for (const tray of trays) patch(part(tray, ".reactions-note"), { hidden: !waits });
    const { reaction, race } = state;
    // A player at the table isn't distracted, and reads it afterwards.
    const isBusy = ["play", "finale"].includes(scene(state));
    if (isBusy && said.childElementCount) clear();
    // What it was placed at may have left the page with its scene.
    if (scene(state) !== scene(before)) {
      place(said);
      makeRoom(said);
    }
    if (!isBusy) for (const [name, what] of missed.splice(0)) show(name, what);
    if (!reaction || reaction === before.reaction || isMuted()) return;
    const seat = race?.seats.find(({ seat }) => seat === reaction.seat);
    if (!seat) return;
    if (isBusy) missed = [...missed, /** @type {[string, string]} */ ([seat.name, reaction.r])].slice(-AT_ONCE);
    else show(seat.name, reaction.r);
  };
}

/**
 * Places what is said on a phone: where the race leaves room, and else at the header.
 * @param {HTMLElement} said
 */
function place(said) {
  const boxes = matchMedia(NARROW).matches ? ROOM.map((name) => ({ name, at: document.querySelector(name)?.getBoundingClientRect() })) : [];
  const free = boxes.find(({ at }) => at && at.height > 0 && at.top >= 0 && at.bottom <= innerHeight);
  patch(said.dataset, { over: free ? free.name.slice(1) : "header" });
  // The clocks that come along as the page scrolls stay where they are.
  const scrolled = free?.name === ".watch-clock" ? 0 : scrollY;
  said.style.setProperty("--top", `${(free?.at?.top ?? 0) + scrolled}px`);
}

/**
 * Lets the site's name make room while something is said at the header.
 * @param {HTMLElement} said
 */
function makeRoom(said) {
  const isNeeded = said.dataset.over === "header" && said.childElementCount > 0;
  document.querySelector(".site-header")?.classList.toggle("makes-room", isNeeded);
}

function isMuted() {
  return preference("reactions") === "off";
}
