/**
 * A finished race, checked without its boards: commitment, deal, order and times of actions, bell and places.
 * No rules of a game: whether each move is legal, and how far it led, is for `boards.js` and the Python program.
 * @module
 */

/** @import { Drawn, RaceDocument } from "./document.js" */
/** @import { Finding } from "./finding.js" */
import { gettext } from "../lib/gettext.js";
import { bytes, sha256 } from "../lib/sha256.js";
import { checkOrder, checkResult } from "./actions.js";
import { dealt } from "./deal.js";
import { ok, unknown, wrong } from "./finding.js";
import { checkEnd, checkPlaces, checkTerms } from "./race.js";

/** How many actions a run may have: in practice, in a race. */
const MOST = { alone: 10_000, race: 3000 };

/**
 * Check a document.
 * @param {RaceDocument} race
 * @returns {Finding[]}
 */
export function check(race) {
  const most = race.kind === "solo" ? MOST.alone : MOST.race;
  return [
    ...checkDeal(race),
    ...checkTerms(race),
    ...race.runs.map((run, i) => checkOrder(`runs[${i}]`, run, most)),
    ...race.runs.flatMap((run, i) => checkResult(`runs[${i}]`, run)),
    ...checkEnd(race),
    ...checkPlaces(race),
    ...beyond(race),
  ];
}

/**
 * @param {RaceDocument} race
 * @returns {Finding[]}
 */
function checkDeal({ drawn, cards }) {
  if (!drawn) return [unknown("cards", gettext("The cards were listed, not drawn: nothing shows that they are random."))];
  const key = bytes(drawn.key);
  const digest = sha256(key);
  return [
    digest === drawn.commitment
      ? ok("drawn.commitment", gettext("The fingerprint is the SHA-256 of the key, computed here."))
      : wrong("drawn.commitment", gettext("The key's SHA-256 is %(digest)s, not this fingerprint.", { digest })),
    dealt(key) === cards
      ? ok("cards", gettext("The key deals exactly these cards, dealt here."))
      : wrong("cards", gettext("The key deals other cards.")),
  ];
}

/**
 * What no document can show.
 * @param {RaceDocument} race
 * @returns {Finding[]}
 */
function beyond({ drawn }) {
  return [
    unknown("runs[].actions[].move", gettext("Whether the cards are laid out right and each move is legal takes the rules of the game, which this page doesn't have. The program below has them.")),
    ...(drawn ? [unknown("drawn.shown", shownText(drawn))] : []),
    unknown("starts_at, runs[].actions[].ms", gettext("Whether players made these moves, and whether the server's clock was right. Compare your own run.")),
    unknown("kind, rules, limit", gettext("Which terms the page showed before the start.")),
    unknown("runs[].name, runs[].void", gettext("Who the players are, what help they had, and why staff voided a run.")),
  ];
}

/** @param {Drawn} drawn */
function shownText({ shown }) {
  return shown === "at-start"
    ? gettext("Whether the page showed this fingerprint at the start. Compare the one you kept.")
    : gettext("Whether the page showed this fingerprint before the start. Compare the one you kept.");
}
