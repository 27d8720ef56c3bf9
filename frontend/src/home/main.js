/**
 * The start page: the race that plays by itself, and the small boards of the day.
 * @module
 */

import { part } from "../lib/elements.js";
import { drawSmallBoards } from "../table/small-board.js";
import { showDuel } from "./duel.js";

showDuel(part(document, "#duel"), part(document, "#game"));
drawSmallBoards();
