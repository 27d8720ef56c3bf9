/**
 * Before the start: who is here, who is ready, how to invite more.
 * @module
 */

/** @import { RaceFrame } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { EventPoints } from "./match.js" */
/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { invite } from "../lib/invite.js";
import { arrival } from "./arrival.js";
import { matchLine, showScore, waitsForChooser } from "./match.js";
import { ownSeat, rivals, scene } from "./state.js";
import { enable } from "./waiting.js";

/**
 * @param {Control} control
 * @param {EventPoints} points
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function room(control, points) {
  const root = part(document, "#room");
  const seats = part(root, "#seats");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#seat-row"));
  const hint = part(root, "#lobby-hint");
  /** @type {HTMLElement | null} */
  const free = root.querySelector("#free-seat");
  const bar = root.querySelector("#lobby-buttons");
  const arrived = arrival();
  const buttons = bar ? bindButtons(root, control, arrived) : () => {};
  const gathering = part(root, "#gathering");
  const showMatch = root.querySelector("#match-line") ? matchLine() : () => {};
  // A solo run has no one to invite.
  if (root.querySelector("#copy-link")) invite(root);

  /** @param {number} now */
  function tick(now) {
    const left = control.clock.startsIn(now);
    gathering.hidden = left === null;
    const { race } = control.state;
    if (race?.planned) return write(gathering, leftText(left ?? 0));
    const seconds = Math.max(0, Math.ceil((left ?? 0) / 1000) - (race?.countdown ?? 0));
    const when = gettext("The countdown begins in %(seconds)s s, or as soon as everyone is ready.", { seconds });
    write(gathering, [stoppedText(control.state), when].filter(Boolean).join(" "));
  }

  /** @param {State} state */
  function update(state) {
    const { race } = state;
    if (!race || scene(state) !== "room") return;
    rows(seats, template, race.seats, ({ seat }) => seat, (row, seat) => {
      write(slot(row, "name"), seat.name);
      showScore(row, race, seat.seat, points);
      slot(row, "bot").hidden = !seat.bot;
      // Beside accounts: a guest may have taken the name of one.
      slot(row, "guest").hidden = !seat.guest || race.seats.every(({ guest }) => guest);
      slot(row, "you").hidden = seat.seat !== race.you;
      slot(row, "host").hidden = seat.seat !== race.host || waitsForChooser(race);
      slot(row, "elsewhere").hidden = !seat.elsewhere || seat.away;
      slot(row, "away").hidden = !seat.away;
      slot(row, "ready").hidden = !seat.ready;
      slot(row, "unready").hidden = seat.ready || seat.elsewhere;
    });
    const waits = state.connection === "online" ? null : gettext("Waiting for the connection");
    hint.dataset.situation = situation(state);
    const isComplete = hint.dataset.situation === "waiting" && race.match?.players.every(({ seat }) => seat !== null);
    const isMatchAlone = hint.dataset.situation === "alone" && needsRival(race) && hint.dataset.aloneInMatch;
    const told = isComplete && hint.dataset.complete ? "complete" : isMatchAlone ? "aloneInMatch" : hint.dataset.situation;
    const situated = hint.dataset[race.planned ? plannedSituation(state) : told] ?? "";
    write(hint, waits ?? [stoppedText(state), situated, absentText(race)].filter(Boolean).join(" "));
    root.toggleAttribute("data-planned", race.planned !== null);
    // The countdown to a set time stands below its date, in large. A change of the terms replaces that line.
    const before = race.planned ? root.querySelector(".planned") : hint;
    if (before && before.nextElementSibling !== gathering) before.after(gathering);
    buttons(state);
    showMatch(state);
    if (!("invites" in root.dataset)) return;
    const alone = hint.dataset.situation === "alone";
    if (free) free.hidden = !alone;
    // To be ready means nothing in a planned race.
    if (root.querySelector("#invite-friend")) showFirst(root, alone || race.planned !== null);
  }

  return { update, tick };
}

/**
 * Names the player who stopped the countdown of a quick race.
 * @param {State} state
 * @returns {string}
 */
export function stoppedText(state) {
  const seat = state.race?.seats.find(({ stopped, ready }) => stopped && !ready);
  if (!seat) return "";
  return seat.seat === state.race?.you
    ? gettext("You stopped the countdown.")
    : gettext("%(name)s stopped the countdown.", { name: seat.name });
}

/**
 * Says who would choose the game, if they came before the start.
 * @param {RaceFrame} race
 * @returns {string}
 */
function absentText(race) {
  const absent = race.match?.players.find(({ chooses }) => chooses);
  if (!absent || !waitsForChooser(race)) return "";
  return gettext("%(name)s may still change the game.", { name: absent.name });
}

/**
 * Whether nobody races alone here: a match that someone may win takes two, and so does every later race of one.
 * @param {Pick<RaceFrame, "match">} race
 */
export function needsRival({ match }) {
  return match !== null && (match.target !== null || match.number > 1);
}

/**
 * Says how long it is until a planned start: "Starts in 2 d 4 h", "Starts in 3 h 5 min", "Starts in 1:05".
 * @param {number} left milliseconds
 */
function leftText(left) {
  const seconds = Math.ceil(left / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days) return gettext("Starts in %(days)s d %(hours)s h", { days: String(days), hours: String(hours) });
  if (hours) return gettext("Starts in %(hours)s h %(minutes)s min", { hours: String(hours), minutes: String(minutes) });
  const clock = `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return gettext("Starts in %(clock)s", { clock });
}

/**
 * Shows what comes first: to invite a friend, and once one is here, to be ready.
 * @param {HTMLElement} root
 * @param {boolean} alone
 */
function showFirst(root, alone) {
  const [invitation, ready] = [part(root, "#invite-friend"), part(root, "#ready")];
  const held = document.activeElement === (alone ? ready : invitation);
  invitation.hidden = !alone;
  ready.hidden = alone;
  if (held) (alone ? invitation : ready).focus();
}

/**
 * @param {State} state
 * @returns {"watching" | "alone" | "called" | "waiting"}
 */
export function situation(state) {
  if (!ownSeat(state)) return "watching";
  const others = rivals(state);
  // A player who has closed the ghost's page won't hear the call.
  if (others.every(({ elsewhere, away }) => elsewhere && away)) return "alone";
  return others.every(({ elsewhere }) => elsewhere) ? "called" : "waiting";
}

/**
 * @param {State} state
 * @returns {"planned" | "plannedAlone" | "plannedAbsent"}
 */
function plannedSituation(state) {
  const found = situation(state);
  if (found === "watching") return "planned";
  if (found === "alone") return "plannedAlone";
  return rivals(state).every(({ away }) => away) ? "plannedAbsent" : "planned";
}

/**
 * @param {HTMLElement} root
 * @param {Control} control
 * @param {ReturnType<typeof arrival>} arrived
 * @returns {(state: State) => void}
 */
function bindButtons(root, control, { isHere, focusVisible }) {
  /** @type {HTMLButtonElement} */
  const ready = part(root, "#ready");
  const start = /** @type {HTMLButtonElement | null} */ (root.querySelector("#start"));
  const leave = /** @type {HTMLButtonElement | null} */ (root.querySelector("#give-up-seat"));
  const saying = ready.textContent ?? "";
  ready.onclick = () => control.ask({ t: "ready", ready: !ownSeat(control.state)?.ready });
  if (start) start.onclick = () => control.ask({ t: "start" });
  if (leave) leave.onclick = () => control.ask({ t: "leave" });
  let wasSeated = false;
  // A form of this page, as the one to join, has led here: the keyboard is where that was.
  let arrives = isHere;
  // The page before, of an any-time race or a daily challenge, has asked already.
  let starts = location.hash === "#start" && document.querySelector(".room[data-attempt]") !== null;

  return (state) => {
    const seat = ownSeat(state);
    // The HTML was made for a seated player: reload it as a visitor.
    if (wasSeated && !seat) location.reload();
    wasSeated = seat !== null;
    if (starts && seat && state.connection === "online" && state.race?.state === "open") {
      starts = false;
      // Who stops the countdown and loads the page again isn't started again.
      history.replaceState(null, "", location.pathname);
      if (!seat.ready) control.ask({ t: "ready", ready: true });
    }
    for (const button of [ready, start, leave]) {
      if (button) enable(button, state, seat !== null);
    }
    if (start) {
      const alone = state.race?.seats.length === 1;
      const waits = alone && state.race !== null && needsRival(state.race);
      const isHost = seat !== null && seat.seat === state.race?.host;
      start.hidden = !isHost || waits || state.race?.planned !== null;
      write(start, alone ? gettext("Race alone") : gettext("Start now"));
    }
    ready.setAttribute("aria-pressed", String(seat?.ready ?? false));
    write(ready, seat?.ready ? gettext("Ready! Waiting…") : saying);
    if (arrives && !ready.disabled) {
      arrives = false;
      if (document.activeElement === document.body) ready.focus(/** @type {FocusOptions} */ ({ focusVisible }));
    }
  };
}
