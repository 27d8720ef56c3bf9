/**
 * The terms of the race: the host changes them, and every page follows.
 * @module
 */

/** @import { RaceFrame } from "../net/messages.js" */
/** @import { Words } from "../lib/counted.js" */
/** @import { StartField } from "../lib/start-field.js" */
/** @import { State } from "./state.js" */
import { learn } from "../lib/counted.js";
import { pageData, part } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { tellHours } from "../lib/hours.js";
import { bindOptions, isEdited } from "../lib/options.js";
import { fetchText } from "../net/fetched.js";
import { isAlone } from "../net/kinds.js";
import { drawSmallBoards } from "../table/small-board.js";
import { ownSeat, scene } from "./state.js";
import { startField } from "../lib/start-field.js";
import { mayChange, targetText } from "./match.js";
import { changes } from "./changes.js";

const TRY_AGAIN = 1000;

/** A start is saved once nothing of it has been typed for so long, in milliseconds. */
const TYPED = 2000;

/**
 * What the page shows, by the names of the `race` frame.
 * @typedef {Pick<RaceFrame, "rules" | "kind" | "countdown" | "limit" | "helped" | "bots_allowed" | "watchable" | "watching" | "difficulty" | "planned" | "commitment">} Terms
 */

/**
 * @param {{ terms: Terms, counted: Words }} data what the page was made with; renewed with the page
 * @param {(sentence: string) => void} tell
 * @param {(sentence: string) => void} say to screen readers alone
 * @returns {(state: State, before: State) => void}
 */
export function terms(data, tell, say) {
  /** @type {RaceFrame | null} */
  let race = null;
  /** Whether a change has taken back that the player was ready. */
  let wasReady = false;
  let busy = false;
  let again = false;
  /** @type {StartField | null} */
  let start = null;
  /** @type {HTMLDialogElement | null} */
  const dialog = document.querySelector("#options");
  dialog?.addEventListener("close", () => {
    // A change has replaced the button that opened the dialog, and with it the place the focus returns to.
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector("#more-options"))?.focus();
  });
  drawSmallBoards();
  bind();
  const known = termsForm();
  if (known && location.hash === "#choose") lead(known);
  if (known && isEdited(known)) void save();

  function bind() {
    const form = termsForm();
    start = null;
    if (!form || !dialog) return dialog?.close();
    bindOptions(form);
    const more = /** @type {HTMLButtonElement} */ (part(form, "#more-options"));
    more.onclick = () => dialog.showModal();
    more.disabled = false;
    const field = startField(form);
    start = field;
    form.onchange = dialog.onchange = ({ target }) => {
      // While a date is typed, each of its parts is a change.
      if (target !== field?.input) void save();
    };
    if (field) {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let pause;
      const saveStart = () => {
        clearTimeout(pause);
        if (field === start && field.isChanged()) void save();
      };
      const saveSoon = () => {
        clearTimeout(pause);
        field.warn(false);
        field.wait(field.isChanged() && field.input.validity.valid);
        pause = setTimeout(() => {
          if (field.isTooSoon()) say(field.warn(true));
          else if (field.input.validity.valid) saveStart();
        }, TYPED);
      };
      field.input.oninput = saveSoon;
      if (field.isChanged()) saveSoon();
      field.input.onblur = saveStart;
      dialog.onclose = saveStart;
    }
    // What was refused is not left in a closed dialog.
    if (!dialog.open && dialog.querySelector(".field-error")) dialog.showModal();
    form.onsubmit = (event) => {
      event.preventDefault();
      void save();
    };
  }

  // Chromium drops some of what is sent as late as `pagehide`, and iOS knows no `beforeunload`.
  for (const end of ["beforeunload", "pagehide"]) addEventListener(end, sendWaiting);

  /** @param {Event} end */
  function sendWaiting(end) {
    const form = termsForm();
    // The answer would refuse it when nobody is here to read it: the browser asks first.
    if (form && start?.isTooSoon() && end.type === "beforeunload") {
      start.warn(true);
      end.preventDefault();
      return;
    }
    if (!form || !(again || start?.isChanged())) return;
    again = false;
    start?.sent();
    send(form).catch(() => {});
  }

  /** Sends one change at a time; the form as it is then follows. */
  async function save() {
    again = busy;
    if (busy) return;
    busy = true;
    for (let form = termsForm(); form; form = again ? termsForm() : null) {
      again = false;
      // Taking a focused field off the page blurs it, which is no new change.
      start?.sent();
      try {
        const answer = await send(form);
        const page = await answer.text();
        // A refused form comes back in its page, with the reasons.
        if (!page.includes(`data-terms="terms"`)) throw new Error(`${answer.status}`);
        // What is being typed is sent after a pause; its answer renews the page.
        if (!again && !start?.isChanged()) {
          show(page);
          for (const refusal of document.querySelectorAll(":is(#terms, #options) .field-error")) say(refusal.textContent ?? "");
        }
      } catch {
        form.reset();
        start?.sent();
        start?.wait(false);
        tell(gettext("That didn't work. Try again."));
      }
    }
    busy = false;
    setTimeout(follow, TRY_AGAIN);
  }

  /** Renews the page if the room is no longer what it shows. */
  async function follow() {
    if (busy || !race || start?.isChanged() || !isStale(race, data.terms)) return;
    busy = true;
    try {
      const page = await fetchText(location.pathname);
      const changed = race !== null && differs(race, data.terms);
      const before = data.terms;
      if (!again && !start?.isChanged()) show(page);
      if (changed && !termsForm()) {
        // After a reload, the page may know a change before the frame does.
        const words = changes(before, data.terms, gameText());
        if (words) tell(news(race, words, wasReady));
        wasReady = false;
      }
    } catch {
      // Offline: the next frame comes with the connection.
    }
    busy = false;
    if (again) return save();
    setTimeout(follow, TRY_AGAIN);
  }

  /** @param {string} html */
  function show(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const focused = document.activeElement?.id;
    swap(page);
    document.title = page.title;
    Object.assign(data, pageData("page", page));
    learn(data.counted);
    bind();
    // Only now: until its form is bound, the button that opens the dialog can't have the focus.
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  }

  return (state, before) => {
    ({ race } = state);
    if (ownSeat(state)?.ready) wasReady = false;
    else if (race && before.race && ownSeat(before)?.ready) wasReady ||= differs(race, termsOf(before.race, data.terms));
    if (scene(state) !== "room") dialog?.close();
    else if (race && before.race && !termsForm()) {
      const target = targetOf(race);
      if (target !== targetOf(before.race)) tell(news(race, target, Boolean(ownSeat(before)?.ready && !ownSeat(state)?.ready)));
    }
    void follow();
  };
}

/** @param {RaceFrame} race */
function targetOf({ match }) {
  return match ? targetText(match) : gettext("One race");
}

/**
 * @param {RaceFrame} race
 * @param {string} changed
 * @param {boolean} wasReady
 */
function news({ seats, host }, changed, wasReady) {
  const name = seats.find(({ seat }) => seat === host)?.name ?? gettext("The host");
  return wasReady
    ? gettext("%(name)s changed the race: %(changed)s. Get ready again.", { name, changed })
    : gettext("%(name)s changed the race: %(changed)s.", { name, changed });
}

/** Returns the game, its rules and what kind of race it is, as the page's title says them. */
function gameText() {
  const rules = part(document, "[data-terms=variant]").cloneNode(true);
  if (!(rules instanceof HTMLElement)) return "";
  rules.querySelector(".visually-hidden")?.remove();
  const texts = [part(document, "[data-terms=game]"), ...rules.children].map(({ textContent }) => textContent?.trim());
  return texts.filter(Boolean).join(", ");
}

/**
 * Sends the form, even if the page is left meanwhile.
 * @param {HTMLFormElement} form
 */
function send(form) {
  return fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true });
}

/**
 * Leads who has come to choose the game to its field, which a low screen has folded up below the bar.
 * @param {HTMLFormElement} form
 */
function lead(form) {
  // Who loads the page again is left where they are.
  history.replaceState(null, "", location.pathname);
  /** @type {HTMLDetailsElement | null} */
  const fold = form.closest("details");
  if (!fold) return;
  fold.open = true;
  part(form, "[name=game]").focus({ preventScroll: true });
  fold.scrollIntoView({ block: "nearest" });
}

/** @returns {HTMLFormElement | null} the form, which only the host has */
function termsForm() {
  return document.querySelector("#terms");
}

/**
 * @param {RaceFrame} race
 * @param {Terms} shown
 */
function isStale(race, shown) {
  // Quick races and those of one player have no host who could change them.
  if (race.quick || isAlone(race.kind)) return false;
  if (race.state !== "open" && race.state !== "countdown") return false;
  return differs(race, shown) || (race.state === "open" && mayChange(race) && !termsForm());
}

/**
 * @param {RaceFrame} race
 * @param {Terms} shown
 */
function differs(race, shown) {
  const names = /** @type {(keyof Terms)[]} */ (Object.keys(shown));
  // A process of an earlier release doesn't send each.
  return names.some((name) => race[name] !== undefined && race[name] !== shown[name]);
}

/**
 * @param {RaceFrame} race
 * @param {Terms} names those to take
 * @returns {Terms}
 */
function termsOf(race, names) {
  return /** @type {Terms} */ (Object.fromEntries(Object.entries(race).filter(([name]) => name in names)));
}

/**
 * Replaces what depends on the terms, and keeps what the reader has opened and where they are.
 * @param {Document} page
 */
function swap(page) {
  for (const old of document.querySelectorAll("[data-terms]")) {
    const fresh = page.querySelector(`[data-terms="${old.getAttribute("data-terms")}"]`);
    if (!fresh || fresh.isEqualNode(old)) continue;
    old.querySelectorAll("details").forEach((details, i) => {
      const same = fresh.querySelectorAll("details")[i];
      if (same) same.open ||= details.open;
    });
    old.replaceWith(document.adoptNode(fresh));
  }
  drawSmallBoards();
  tellHours();
}
