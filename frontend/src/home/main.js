/**
 * The start page: pictures of the cards and of each game, drawn as on the table.
 * @module
 */

/** @import { View } from "../table/types.js" */
import { cardFace } from "../../cards/face.js";
import { draw } from "../lib/draw.js";
import { part, pageData } from "../lib/elements.js";
import { follow } from "../lib/preferences.js";
import { Table } from "../table/table.js";
import { bindOptions } from "./options.js";

/** @type {Record<string, View>} */
const tables = pageData("tables");

for (const [game, board] of Object.entries(tables)) {
  follow(new Table(part(document, `[data-game="${game}"]`), { game, board, locked: true }));
}

for (const form of document.querySelectorAll(".game-form")) {
  bindOptions(/** @type {HTMLFormElement} */ (form));
}

const fan = part(document, "#fan");
(fan.dataset.cards ?? "").split(" ").forEach((name, i) => {
  const card = document.createElement("div");
  card.className = "card";
  card.dataset.fan = "down";
  card.style.setProperty("--i", String(i));
  card.append(draw(cardFace(name, "full")));
  fan.append(card);
});
