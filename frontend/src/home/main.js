/**
 * The start page: the race that plays by itself, races that are on, and the small boards of the day.
 * @module
 */

import { part } from "../lib/elements.js";
import { awaitNewDeals } from "../lib/new-deals.js";
import { renew } from "../net/renewed.js";
import { drawSmallBoards } from "../table/small-board.js";
import { showDuel } from "./duel.js";

showDuel(part(document, "#duel"), part(document, "#game"));
drawSmallBoards();
awaitNewDeals(document);

/** @type {HTMLElement | null} */
const onNow = document.querySelector("#on-now");
if (onNow) renew(onNow);
