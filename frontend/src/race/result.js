/**
 * When the race is over: places, and the proof that the deal was fixed before it.
 * @module
 */

/** @import { RaceFrame, Seat } from "../net/messages.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { part, rows, slot, write } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { resultText } from "../lib/times.js";
import { bytes, sha256 } from "./digest.js";
import { stateText } from "./rivals.js";
import { byPlace, ownSeat, scene } from "./state.js";

/**
 * @returns {(state: State, before: State) => void}
 */
export function result() {
  const root = part(document, "#result");
  const standings = part(root, "#standings");
  const template = /** @type {HTMLTemplateElement} */ (part(document, "#standing-row"));
  return (state, before) => {
    const { race } = state;
    if (!race || scene(state) !== "result") return;
    rows(standings, template, byPlace(race), ({ seat }) => seat, (row, seat) => {
      row.classList.toggle("own", seat.seat === race.you);
      write(slot(row, "place"), String(seat.place ?? "–"));
      write(slot(row, "name"), seat.name);
      slot(row, "you").hidden = seat.seat !== race.you;
      slot(row, "assisted").hidden = !seat.assisted;
      const voided = slot(row, "voided");
      voided.hidden = !seat.voided;
      write(voided, gettext("void: %(reason)s", { reason: seat.voided }));
      write(slot(row, "result"), resultOf(seat));
      write(slot(row, "moves"), String(seat.moves));
      write(slot(row, "undos"), String(seat.undos));
      const replay = /** @type {HTMLAnchorElement} */ (slot(row, "replay"));
      replay.href = `/entry/${seat.entry}/replay`;
      replay.ariaLabel = gettext("Watch the run of %(name)s", { name: seat.name });
    });
    const title = part(root, "#result-title");
    write(title, lead(state));
    if (race.key !== null && race.key !== before.race?.key) void showProof(race.key, race);
    if (before.race && scene(before) !== "result") title.focus();
  };
}

/**
 * @param {Seat} seat
 * @returns {string}
 */
function resultOf(seat) {
  if (seat.state === "won") return resultText(seat.time ?? 0);
  const came = counted("result", { progress: seat.progress });
  const said = seat.state === "ended" ? "" : stateText({ ...seat, place: null });
  return said ? `${came}, ${said}` : came;
}

/**
 * The one sentence that says how it went.
 * @param {State} state
 * @returns {string}
 */
function lead(state) {
  const first = state.race?.seats.filter(({ place }) => place === 1) ?? [];
  const [winner] = first;
  const mine = ownSeat(state);
  if (!winner) return gettext("The race is over");
  if (state.race?.kind === "solo" && winner.state !== "won") {
    return counted("told", { progress: winner.progress });
  }
  if (winner.progress === 0) return counted("nothing");
  if (winner.state !== "won") {
    return counted("furthest", { name: names(first), progress: winner.progress });
  }
  const time = resultText(winner.time ?? 0);
  if (mine?.place !== 1) return gettext("%(name)s won in %(time)s.", { name: names(first), time });
  if (first.length > 1) return gettext("A shared first place in %(time)s!", { time });
  return gettext("You have won in %(time)s!", { time });
}

/**
 * @param {Seat[]} seats
 * @returns {string}
 */
function names(seats) {
  return seats.map(({ name }) => name).join(", ");
}

/**
 * @param {string} key
 * @param {RaceFrame} race
 */
async function showProof(key, { commitment, deal }) {
  const fair = part(document, "#result .fair");
  fair.hidden = false;
  write(part(fair, "#proof-commitment"), commitment ?? "");
  write(part(fair, "#proof-key"), key);
  write(part(fair, "#proof-deal"), deal ?? "");
  write(part(fair, "#proof-command"), `printf '${key}' | xxd -r -p | sha256sum`);
  write(part(fair, "#deal-command"), `python -c "from games.engine import Deal; print(Deal.from_key(bytes.fromhex('${key}')))"`);
  const digest = await sha256(bytes(key));
  const agrees = digest === commitment;
  write(part(fair, "#proof-digest"), digest ?? gettext("This page was loaded without TLS, so the browser cannot compute it; the command below can."));
  const mark = part(fair, "#fair-mark");
  mark.classList.toggle("bad", digest !== null && !agrees);
  if (digest !== null) write(mark, agrees ? gettext("✓ It agrees") : gettext("✗ It does not agree"));
}
