/**
 * A win without rivals has no podium: the four suits stand there, complete, until an any-time race has one.
 * @module
 */

/** @import { State } from "./state.js" */
import { cardFace } from "../../cards/face.js";
import { draw } from "../lib/draw.js";
import { part, patch } from "../lib/elements.js";
import { isFoundation } from "../table/notation.js";
import { ownBoard, scene } from "./state.js";

/** @returns {(state: State) => void} */
export function fourSuits() {
  const root = part(document, "#four-suits");
  return (state) => {
    const board = ownBoard(state)?.board;
    const hasPodium = part(document, "#result").dataset.podium !== undefined;
    patch(root, { hidden: scene(state) !== "result" || hasPodium || state.race?.seats.length !== 1 || board?.outcome !== "won" });
    if (!board || root.hidden || root.childElementCount) return;
    const suits = Object.entries(board.piles).filter(([pile]) => isFoundation(pile));
    root.append(...suits.map(([, cards]) => draw(cardFace(cards.slice(-2), "full"))));
  };
}
