/**
 * A finished race as one document: docs/reference/verification.md describes the format.
 * @module
 */

import { gettext } from "../lib/gettext.js";
import { isDeal } from "./deal.js";
import { DocumentError, Field } from "./fields.js";

/** @typedef {"casual" | "ranked" | "daily" | "anytime" | "event" | "solo"} Kind */
/** @typedef {"won" | "stuck" | "ended" | "forfeit" | "no-show"} RunState */

/**
 * @typedef {object} Action
 * @property {number} ms
 * @property {string} text
 * @property {boolean} automatic whether the server played it
 */

/**
 * @typedef {object} Result
 * @property {RunState} state
 * @property {number} progress
 * @property {number | null} progress_at
 * @property {number} moves
 * @property {number} undos
 * @property {number | null} time
 */

/**
 * @typedef {object} PlayedRun
 * @property {string} name
 * @property {boolean} assisted
 * @property {string} voided why staff voided it; empty if it counts
 * @property {Action[]} actions
 * @property {Result} result
 * @property {number | null} place
 */

/** @typedef {{ key: string, commitment: string, shown: "before-start" | "at-start" }} Drawn */

/**
 * @typedef {object} RaceDocument
 * @property {string} code
 * @property {Kind} kind
 * @property {string} rules
 * @property {string} cards
 * @property {Drawn | null} drawn null for listed cards
 * @property {number} countdown
 * @property {number | null} limit
 * @property {number} starts_at
 * @property {number} closed_at
 * @property {PlayedRun[]} runs in the order of their seats
 */

/** The most bytes of a document. */
export const MOST_BYTES = 4 * 1024 * 1024;

const MOST_LINES = 10_053;

/**
 * Read a document; whether it is true is for `check` to say.
 * @param {string} text
 * @returns {RaceDocument}
 * @throws {DocumentError} if it isn't in the format
 */
export function parse(text) {
  const root = new Field("", json(text)).fields(
    ...["format", "code", "kind", "rules", "cards", "drawn", "countdown", "limit", "starts_at", "closed_at", "runs"],
  );
  root.format.one("same-deal-race/1");
  const cards = root.cards.text(/^[A2-9TJQKCDHS ]*$/);
  if (!isDeal(cards)) throw root.cards.fault(gettext("52 different cards"));
  return {
    code: root.code.text(/^[A-Z]{6}$/),
    kind: root.kind.one("casual", "ranked", "daily", "anytime", "event", "solo"),
    rules: root.rules.text(/^[\w/+=,-]{1,255}$/),
    cards,
    drawn: root.drawn.optional(drawn),
    countdown: root.countdown.number(),
    limit: root.limit.optional((field) => field.number()),
    starts_at: root.starts_at.number(),
    closed_at: root.closed_at.number(),
    runs: root.runs.items(1, 10).map(run),
  };
}

/** @param {string} text */
function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentError("", gettext("This file isn't a race document."));
  }
}

/**
 * @param {Field} field
 * @returns {Drawn}
 */
function drawn(field) {
  const { key, shuffle, commitment, method, shown } = field.fields("key", "shuffle", "commitment", "method", "shown");
  shuffle.one("deal/1");
  method.one("sha-256");
  return {
    key: key.text(/^([0-9a-f]{2}){1,64}$/),
    commitment: commitment.text(/^[0-9a-f]{64}$/),
    shown: shown.one("before-start", "at-start"),
  };
}

/**
 * @param {Field} field
 * @returns {PlayedRun}
 */
function run(field) {
  const { name, assisted, void: reason, actions, result: told, place } = field.fields(
    ...["name", "assisted", "void", "actions", "result", "place"],
  );
  return {
    name: name.text(),
    assisted: assisted.one(true, false),
    voided: reason.text(),
    actions: actions.items(0, MOST_LINES).map(action),
    result: result(told),
    place: place.optional((field) => field.number(1, 10)),
  };
}

/**
 * @param {Field} field
 * @returns {Action}
 */
function action(field) {
  const [ms, text, star] = field.items(2, 3);
  star?.one("*");
  return { ms: ms.number(), text: text.text(/^[a-z][a-z0-9]{1,11}$/), automatic: Boolean(star) };
}

/**
 * @param {Field} field
 * @returns {Result}
 */
function result(field) {
  const told = field.fields("state", "progress", "progress_at", "moves", "undos", "time");
  return {
    state: told.state.one("won", "stuck", "ended", "forfeit", "no-show"),
    progress: told.progress.number(0, 52),
    progress_at: told.progress_at.optional((field) => field.number()),
    moves: told.moves.number(),
    undos: told.undos.number(),
    time: told.time.optional((field) => field.number()),
  };
}
