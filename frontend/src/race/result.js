/**
 * When the race is over: podium, all places, and the proof that the deal was fixed before it.
 * @module
 */

/** @import { RaceFrame, SeatState } from "../net/messages.js" */
/** @import { Best } from "./honours.js" */
/** @import { Ghost } from "./pace.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { bytes, sha256 } from "../lib/sha256.js";
import { momentText, resultText } from "../lib/times.js";
import { countText, countsKept } from "../lib/wrapping.js";
import { endingText } from "../net/seats.js";
import { duel } from "./duel.js";
import { isIdleAttempt, ownLine, showHonours } from "./honours.js";
import { isUnderWay, titleText } from "./match.js";
import { settled } from "./pace.js";
import { showPodium } from "./podium.js";
import { byPlace, scene } from "./state.js";

/**
 * @param {Best} best
 * @param {readonly Ghost[]} ghosts beside the player: they have places here and count nowhere
 * @returns {(state: State, before: State) => void}
 */
export function result(best, ghosts) {
  const root = part(document, "#result");
  const standings = part(root, "#standings");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#standing-row"));
  return (state, before) => {
    const { race } = state;
    if (!race || scene(state) !== "result") return;
    const shown = settled(state, ghosts);
    const seats = shown.race ? byPlace(shown.race) : [];
    const racedAt = part(root, "#raced-at");
    if (!racedAt.textContent) write(racedAt, momentText(Date.now() - (race.elapsed ?? 0)));
    part(root, "#all-places").hidden = seats.length < 2;
    rows(standings, template, seats, ({ seat }) => seat, (row, seat) => {
      row.classList.toggle("own", seat.seat === race.you);
      write(slot(row, "place"), String(seat.place ?? "–"));
      write(slot(row, "name"), seat.name);
      slot(row, "bot").hidden = !seat.bot;
      slot(row, "you").hidden = seat.seat !== race.you;
      slot(row, "assisted").hidden = !seat.assisted;
      const voided = slot(row, "voided");
      voided.hidden = !seat.voided;
      write(voided, gettext("void: %(reason)s", { reason: seat.voided }));
      write(slot(row, "result"), resultOf(seat));
      const ending = slot(row, "ending");
      write(ending, endingOf(seat));
      ending.hidden = ending.textContent === "";
      const isGhost = ghosts.length > 0 && seat.seat !== race.you;
      slot(row, "ghost").hidden = !isGhost;
      write(slot(row, "moves"), isGhost ? "–" : String(seat.moves));
      write(slot(row, "undos"), isGhost ? "–" : String(seat.undos));
      const replay = /** @type {HTMLAnchorElement} */ (slot(row, "replay"));
      // The solver's own win is no recording, and a run without a move has nothing to watch.
      replay.hidden = !seat.entry || (!isGhost && seat.moves === 0);
      replay.href = `/entry/${seat.entry}/replay`;
      replay.ariaLabel = gettext("Watch the run of %(name)s", { name: seat.name });
    });
    const title = part(root, "#result-title");
    // Of an any-time race, the server tells who won once the others are done too.
    const { verdict, end } = root.dataset;
    write(title, countsKept(end || verdict || (ghosts.length > 0 && duel(shown)) || titleText(state)));
    const podium = root.dataset.podium ? [] : showPodium(race);
    showHonours(part(root, "#honours"), state, best);
    showOwn(root, race, podium);
    if (race.key !== null && race.key !== before.race?.key) showProof(race.key, race);
    if (before.race && scene(before) !== "result") title.focus();
  };
}

/**
 * @param {SeatState} seat
 * @returns {string}
 */
function resultOf({ state, time, progress }) {
  return state === "won" ? resultText(time ?? 0) : countText(counted("result", { progress }));
}

/**
 * Why the run came no further; empty of a win, and of a player who stopped.
 * @param {SeatState} seat
 * @returns {string}
 */
function endingOf({ state, moves, entry }) {
  // Stopping without a move is worth as much as not coming, so the words are the same.
  if (state === "no-show" || (state === "ended" && moves === 0 && entry)) return gettext("no move");
  return state === "won" || state === "ended" ? "" : endingText(state);
}

/**
 * What the podium and the title leave to say of the player's own result.
 * @param {HTMLElement} root
 * @param {RaceFrame} race
 * @param {SeatState[]} podium
 */
function showOwn(root, race, podium) {
  const mine = race.seats.find(({ seat }) => seat === race.you);
  const replay = /** @type {HTMLAnchorElement} */ (part(root, "#own-replay"));
  replay.hidden = !mine?.moves;
  if (!mine) return;
  replay.href = `/entry/${mine.entry}/replay`;
  offerCounted(root, race, mine);
  if (!mine.moves) leadToAll(root);
  const honours = part(root, "#honours");
  const isOnPodium = root.dataset.verdict ? root.querySelector("#podium .own") !== null : podium.some(({ seat }) => seat === race.you);
  const isTold = race.seats.length < 2 && !root.dataset.verdict ? mine.state !== "won" : isOnPodium;
  slot(honours, "time").hidden = isTold || mine.state !== "won";
  if (isTold || mine.state === "won" || isIdleAttempt(race, mine)) return;
  write(slot(honours, "line"), ownLine(race, mine, countText(counted("result", { progress: mine.progress }))));
}

/**
 * A win that counts nowhere makes a counted deal the next thing to do, but leads nobody out of a match. Without one, a
 * practice that is won leads to another deal, and any other to the same once more.
 * @param {HTMLElement} root
 * @param {RaceFrame} race
 * @param {SeatState} mine
 */
function offerCounted(root, { match }, { state }) {
  /** @type {HTMLElement | null} */
  const offer = root.querySelector("#counted-deal");
  if (offer) offer.hidden = state !== "won" || (match?.state === "on" && isUnderWay(match));
  /** @type {HTMLElement | null} */
  const another = root.querySelector("#another-deal");
  if (!another) return;
  const again = part(root, "#again");
  const isLed = offer !== null && !offer.hidden;
  part(again, "#play-again").classList.toggle("primary", state !== "won" && !isLed);
  another.classList.toggle("primary", state === "won" && !isLed);
  // The keyboard may be on one of them: they change places once.
  if (state === "won" && another.nextElementSibling !== again) again.before(another);
}

/**
 * Without a move there is little to share: where that would come first, all results do.
 * @param {HTMLElement} root
 */
function leadToAll(root) {
  const share = part(root, "#share-result");
  if (!share.classList.contains("primary")) return;
  share.classList.remove("primary");
  const all = slot(root, "all-results");
  all.classList.add("primary");
  share.before(all);
}

/**
 * @param {string} key
 * @param {RaceFrame} race
 */
function showProof(key, { commitment, deal }) {
  const fair = part(document, "#result .fair");
  fair.hidden = false;
  write(part(fair, "#proof-commitment"), commitment ?? "");
  write(part(fair, "#proof-key"), key);
  write(part(fair, "#proof-deal"), deal ?? "");
  write(part(fair, "#proof-command"), `printf '${key}' | xxd -r -p | sha256sum`);
  write(part(fair, "#deal-command"), `python -c "from games.engine import Deal; print(Deal.from_key(bytes.fromhex('${key}')))"`);
  const digest = sha256(bytes(key));
  write(part(fair, "#proof-digest"), digest);
  part(fair, "#proof-match").hidden = digest !== commitment;
  if (digest === commitment) return;
  const mark = part(fair, ".fair-badge");
  mark.classList.add("bad");
  write(mark, gettext("✗ The key doesn't match"));
}
