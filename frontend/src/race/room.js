/**
 * Before the start: who is here, who is ready, how to invite more.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { ownSeat, scene } from "./state.js";

/**
 * @param {Control} control
 * @returns {{ update: (state: State) => void, tick: (now: number) => void }}
 */
export function room(control) {
  const root = part(document, "#room");
  const seats = part(root, "#seats");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#seat-row"));
  const hint = part(root, "#lobby-hint");
  const buttons = root.querySelector("#lobby-buttons") ? bindButtons(root, control) : () => {};
  const gathering = part(root, "#gathering");
  // Nobody is invited to a run that is for one player alone.
  if (root.querySelector("#copy-link")) bindInvitation(root);

  /** @param {number} now */
  function tick(now) {
    const left = control.clock.startsIn(now);
    gathering.hidden = left === null;
    const seconds = String(Math.ceil((left ?? 0) / 1000));
    write(gathering, gettext("The race starts in %(seconds)s s.", { seconds }));
  }

  /** @param {State} state */
  function update(state) {
    const { race } = state;
    if (!race || scene(state) !== "room") return;
    rows(seats, template, race.seats, ({ seat }) => seat, (row, seat) => {
      write(slot(row, "name"), seat.name);
      slot(row, "you").hidden = seat.seat !== race.you;
      slot(row, "host").hidden = seat.seat !== race.host;
      slot(row, "away").hidden = !seat.away;
      slot(row, "ready").hidden = !seat.ready;
      slot(row, "unready").hidden = seat.ready;
    });
    const situation = race.you === null ? "watching" : race.seats.length < 2 ? "alone" : "waiting";
    write(hint, hint.dataset[situation] ?? "");
    buttons(state);
  }

  return { update, tick };
}

/**
 * @param {HTMLElement} root
 * @param {Control} control
 * @returns {(state: State) => void}
 */
function bindButtons(root, control) {
  /** @type {HTMLButtonElement} */
  const ready = part(root, "#ready");
  const start = /** @type {HTMLButtonElement | null} */ (root.querySelector("#start"));
  const leave = /** @type {HTMLButtonElement | null} */ (root.querySelector("#give-up-seat"));
  const saying = ready.textContent ?? "";
  ready.onclick = () => control.ask({ t: "ready", ready: !ownSeat(control.state)?.ready });
  if (start) start.onclick = () => control.ask({ t: "start" });
  if (leave) leave.onclick = () => control.ask({ t: "leave" });
  let wasSeated = false;

  return (state) => {
    const seat = ownSeat(state);
    // The page was made for somebody seated; whoever left gets the one for visitors.
    if (wasSeated && !seat) location.reload();
    wasSeated = seat !== null;
    const offline = state.connection !== "online";
    for (const button of [ready, start, leave]) {
      if (button) button.disabled = offline || !seat;
    }
    if (start) {
      const alone = state.race?.seats.length === 1;
      start.hidden = seat === null || seat.seat !== state.race?.host;
      write(start, alone ? gettext("Race alone") : gettext("Start now"));
    }
    ready.setAttribute("aria-pressed", String(seat?.ready ?? false));
    write(ready, seat?.ready ? gettext("Ready! Waiting for the others") : saying);
  };
}

/** @param {HTMLElement} root */
function bindInvitation(root) {
  /** @type {HTMLButtonElement} */
  const copy = part(root, "#copy-link");
  const label = copy.textContent ?? "";
  copy.onclick = async () => {
    await navigator.clipboard.writeText(copy.dataset.text ?? "");
    write(copy, copy.dataset.done ?? "");
    setTimeout(() => write(copy, label), 2000);
  };
  // Only a page from this machine or over TLS may use the clipboard; the link can be selected.
  copy.hidden = !navigator.clipboard;

  const share = part(root, "#share-link");
  const { title, text, url } = share.dataset;
  share.hidden = typeof navigator.share !== "function";
  // Closing the share sheet rejects; nothing is to be done about it.
  share.onclick = () => void navigator.share({ title, text, url }).catch(() => {});
}
