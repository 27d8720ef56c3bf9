/**
 * The help pages: positions drawn as on the table.
 * @module
 */

/** @import { View } from "../lib/view.js" */
import { part, pageData } from "../lib/elements.js";
import { follow } from "../lib/preferences.js";
import { Table } from "../table/table.js";

/** @type {string} */
const game = pageData("game");
/** @type {Record<string, View>} */
const figures = pageData("figures");

for (const [name, board] of Object.entries(figures)) {
  follow(new Table(part(document, `[data-figure="${name}"]`), { game, board, locked: true }));
}
