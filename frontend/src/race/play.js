/**
 * The player's own table and the buttons under it.
 * @module
 */

/** @import { RefusedFrame } from "../net/messages.js" */
/** @import { Best } from "./honours.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
/** @import { Config } from "../table/types.js" */
import { part, patch } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { follow } from "../lib/preferences.js";
import { sound } from "../lib/sound.js";
import { isAttempt } from "../net/kinds.js";
import { Table } from "../table/table.js";
import { isGone, showHonours } from "./honours.js";
import { rule } from "./rule.js";
import { gameOf, isDone, isFirstForGood, ownBoard, ownSeat, rivals, scene } from "./state.js";
import { enable } from "./waiting.js";
import { askNoMore, wayOut } from "./ways-out.js";
import { words } from "./words.js";

/**
 * Where the help page explains the rules in force, the anchor for each refusal, and the sentence there.
 * @typedef {{ url: string, anchors: Record<string, string>, sentences: Record<string, string> }} Help
 */

/**
 * @param {Control} control
 * @param {{ help: Help, best?: Best }} page what the server put into the page; the host may still change it
 * @param {(text: string) => void} say
 * @param {() => boolean} askHint
 * @returns {{ update: (state: State, before: State) => void, refused: (frame: RefusedFrame, action: string | null) => void, hint: (move: string) => void, table: () => Table | null, settled: () => Promise<void>, settle: () => void }}
 */
export function play(control, page, say, askHint) {
  const stage = part(document, "#stage");
  const own = part(stage, "#table");
  const controls = bindControls(control, () => table);
  const verdict = part(stage, "#verdict");
  const text = words(() => table);
  const { toggle: showRule, close: closeRule } = rule(page, say);
  /** @type {Table | null} */
  let table = null;
  /** Whether the page was there before the cards, and sees them dealt. */
  let hasWaited = false;
  /** @param {string} action */
  function act(action) {
    control.act(action);
    controls(control.state);
  }
  /** @param {string} code of a refusal */
  function ruleBehind(code) {
    const { anchors, url } = page.help;
    // A card without a move has no single reason: the rule by which columns are built says the most.
    const anchor = anchors[code === "no-move" ? "not-packing" : code];
    return anchor && `${url}#${anchor}`;
  }

  return {
    update(state, before) {
      const shown = scene(state);
      patch(stage, { hidden: shown === "watch" });
      if (!["countdown", "play", "finale", "done"].includes(shown)) return;
      hasWaited ||= shown === "countdown";
      table ??= follow(new Table(own, config(state.race ? gameOf(state.race) : "", text, { act, askHint, showRule, ruleBehind, say })));
      const board = ownBoard(state);
      if (board && board !== ownBoard(before)) {
        const isFirst = ownBoard(before) === null;
        // What explained a refusal belongs to the board before.
        closeRule();
        const cascade = board.board.outcome === "won" && !isFirst;
        const still = isFirst && !hasWaited;
        table.set({ board: board.board, pending: control.outbox.pending.length, cascade, still });
        // To focus sooner would have the page laid out twice before its first picture.
        if (isFirst) requestAnimationFrame(() => setTimeout(() => table?.focus()));
      }
      table.lock(shown !== "play");
      controls(state);
      showVerdict(verdict, state, page.best);
    },
    refused(frame, action) {
      // Only a collect that changes nothing leaves what came behind it.
      const pending = frame.code === "nothing-safe" ? control.outbox.pending.length : 0;
      table?.refuse({ move: action ?? undefined, detail: frame.detail, why: ruleBehind(frame.code), pending });
      controls(control.state);
    },
    hint: (move) => table?.hint(move),
    table: () => table,
    settled: async () => table?.settled(),
    settle: () => table?.settle(),
  };
}

/**
 * Describes an empty, locked table whose gestures and words go to the page.
 * @param {string} game
 * @param {ReturnType<typeof words>} text
 * @param {{ act: (action: string) => void, askHint: () => boolean, showRule: (address: string) => void, ruleBehind: (code: string) => string | undefined, say: (text: string) => void }} page
 * @returns {Config}
 */
function config(game, text, { act, askHint, showRule, ruleBehind, say }) {
  return {
    game,
    board: null,
    locked: true,
    onMove: act,
    onUndo: () => act("undo"),
    onHint: askHint,
    onWhy: showRule,
    rule: ruleBehind,
    onType: text.open,
    // Another tab with the same cards is silent.
    onSound: (name, step) => document.hidden || sound(name, step),
    words: text.list,
    edge: part(document, "#edge"),
    announce: (sentence) => {
      say(sentence);
      text.said(sentence);
    },
  };
}

/**
 * @param {Control} control
 * @param {() => Table | null} table
 * @returns {(state: State) => void}
 */
function bindControls(control, table) {
  const arena = part(document, "#arena");
  const root = part(arena, "#controls");
  /** @type {HTMLButtonElement} */
  const undo = part(root, "#undo");
  /** @type {HTMLButtonElement} */
  const deal = part(root, "#deal");
  /** @type {HTMLButtonElement} */
  const collect = part(root, "#collect");
  const { title: collects } = collect;
  /** @type {HTMLButtonElement} */
  const giveUp = part(root, "#give-up");
  /** @type {HTMLButtonElement} */
  const redo = part(root, "#redo");
  const stuck = part(arena, "#stuck");
  part(arena, "#keys").onclick = () => table()?.showKeys();
  undo.onclick = () => table()?.undo();
  redo.onclick = () => table()?.redo();
  deal.onclick = () => table()?.deal();
  collect.onclick = () => table()?.collect();
  giveUp.onclick = async () => {
    const { state } = control;
    // When all others have left, to leave too would only give a place away.
    const left = isFirstForGood(state) ? "first" : rivals(state).every(isGone) ? "alone" : "rivals";
    const way = await wayOut(left === "alone" && state.race && isAttempt(state.race.kind) && !ownSeat(state)?.moves ? "unmoved" : left);
    if (way) control.ask({ t: way });
  };
  return (state) => {
    const view = ownBoard(state)?.board;
    patch(root, { hidden: !["play", "finale", "done"].includes(scene(state)) });
    if (scene(state) !== "play") askNoMore();
    // An answer on its way decides anew: until then, what could be pressed can be.
    const waiting = control.outbox.pending.length > 0;
    if (!waiting || !view) {
      // Once something was played, a press on it says why that stands.
      patch(undo, { disabled: !view?.undo && !ownBoard(state)?.n, ariaDisabled: String(!view?.undo) });
      patch(collect, { disabled: !view, ariaDisabled: String(!view?.safe.length), title: table()?.collectRefusal || collects });
    }
    patch(redo, { disabled: !table()?.canRedo || scene(state) !== "play" });
    patch(stuck, { hidden: view?.outcome !== "stuck" || waiting || scene(state) !== "play" });
    arena.classList.toggle("no-moves", !stuck.hidden);
    // Until the first board, the server's HTML knows whether there is a stock.
    if (view) patch(deal, { hidden: !("s" in view.piles) });
    patch(deal, {
      disabled: !view?.moves.includes("deal") || waiting,
      title: waiting ? gettext("Waiting for your last move") : "",
    });
    enable(giveUp, state);
    giveUp.classList.toggle("wins", isFirstForGood(state));
  };
}

/**
 * Shows the result of the player's run while the race goes on.
 * @param {HTMLElement} verdict
 * @param {State} state
 * @param {Best} best
 */
function showVerdict(verdict, state, best) {
  showHonours(verdict, state, best);
  const isLast = state.race?.seats.every(isDone) ?? false;
  patch(verdict.dataset, { state: ownSeat(state)?.state ?? "", left: isLast ? "none" : "some" });
}
