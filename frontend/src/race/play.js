/**
 * The player's own table and the buttons under it.
 * @module
 */

/** @import { RefusedFrame } from "../net/messages.js" */
/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { counted } from "../lib/counted.js";
import { part, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { follow } from "../lib/preferences.js";
import { resultText } from "../lib/times.js";
import { Table } from "../table/table.js";
import { confirmed } from "./confirm.js";
import { isDone, ownBoard, ownSeat, scene } from "./state.js";
import { words } from "./words.js";

/**
 * Where the rules in force are told, and under which anchor each refusal.
 * @typedef {{ url: string, anchors: Record<string, string> }} Help
 */

/**
 * @param {Control} control
 * @param {{ game: string, help: Help }} page
 * @param {(text: string) => void} say
 * @param {() => void} askHint
 * @returns {{ update: (state: State, before: State) => void, refused: (frame: RefusedFrame) => void, hint: (move: string) => void }}
 */
export function play(control, { game, help }, say, askHint) {
  const stage = part(document, "#stage");
  const own = part(stage, "#table");
  const controls = bindControls(control, () => table);
  const verdict = part(stage, "#verdict");
  const text = words(() => table);
  /** @type {Table | null} */
  let table = null;
  /** @type {string | null} */
  let tried = null;

  /** @param {string} action */
  function act(action) {
    tried = action;
    control.act(action);
    controls(control.state);
  }

  return {
    update(state, before) {
      const shown = scene(state);
      stage.hidden = shown === "watch";
      if (!["countdown", "play", "done"].includes(shown)) return;
      table ??= follow(
        new Table(own, {
          game,
          board: null,
          locked: true,
          onMove: act,
          onUndo: () => act("undo"),
          onHint: askHint,
          onType: text.open,
          words: text.list,
          announce: (sentence) => {
            say(sentence);
            text.said(sentence);
          },
        }),
      );
      const board = ownBoard(state);
      if (board && board !== ownBoard(before)) {
        table.set({ board: board.board, pending: control.outbox.pending.length });
        if (!ownBoard(before)) table.focus();
      }
      table.lock(shown !== "play");
      controls(state);
      showVerdict(verdict, state);
    },
    refused(frame) {
      const anchor = help.anchors[frame.code];
      const why = anchor ? `${help.url}#${anchor}` : undefined;
      table?.refuse({ move: tried ?? undefined, detail: frame.detail, why });
      controls(control.state);
    },
    hint: (move) => table?.hint(move),
  };
}

/**
 * @param {Control} control
 * @param {() => Table | null} table
 * @returns {(state: State) => void}
 */
function bindControls(control, table) {
  const root = part(document, "#controls");
  /** @type {HTMLButtonElement} */
  const undo = part(root, "#undo");
  /** @type {HTMLButtonElement} */
  const deal = part(root, "#deal");
  /** @type {HTMLButtonElement} */
  const collect = part(root, "#collect");
  /** @type {HTMLButtonElement} */
  const end = part(root, "#end-run");
  /** @type {HTMLButtonElement} */
  const leave = part(root, "#leave-race");
  undo.onclick = () => table()?.undo();
  deal.onclick = () => table()?.deal();
  collect.onclick = () => table()?.collect();
  end.onclick = async () => {
    if (await confirmed("#confirm-end")) control.ask({ t: "end" });
  };
  leave.onclick = async () => {
    if (await confirmed("#confirm-leave")) control.ask({ t: "leave" });
  };
  return (state) => {
    const view = ownBoard(state)?.board;
    root.hidden = !["play", "done"].includes(scene(state));
    const waiting = control.outbox.pending.length > 0;
    undo.disabled = !view?.undo || waiting;
    // Until the first board the server's page says whether there is a stock.
    if (view) deal.hidden = !("s" in view.piles);
    deal.disabled = !view?.moves.includes("deal") || waiting;
    collect.disabled = !view?.safe.length || waiting;
    end.disabled = leave.disabled = state.connection !== "online";
  };
}

/**
 * What the player's run has come to, while the race goes on.
 * @param {HTMLElement} verdict
 * @param {State} state
 */
function showVerdict(verdict, state) {
  const seat = ownSeat(state);
  verdict.hidden = !seat || !isDone(seat);
  if (!seat || verdict.hidden) return;
  verdict.dataset.state = seat.state;
  const moves = ngettext("%(count)s move", "%(count)s moves", seat.moves);
  const detail = seat.state === "won"
    ? gettext("Place %(place)s in %(time)s, with %(moves)s.", { place: seat.place ?? "–", time: resultText(seat.time ?? 0), moves })
    : counted("told", { progress: seat.progress });
  write(part(verdict, "#verdict-detail"), detail);
}
