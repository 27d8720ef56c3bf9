/**
 * Any-time races: the form that opens one, and its page with the invitation.
 * @module
 */

import { part } from "../lib/elements.js";
import { invite } from "../lib/invite.js";
import { bindOptions } from "../lib/options.js";
import { renew } from "../net/renewed.js";
import { drawSmallBoards } from "../table/small-board.js";
import { awaitDeal } from "./await-deal.js";

drawSmallBoards();
/** @type {HTMLFormElement | null} */
const form = document.querySelector("#open-anytime");
if (form) {
  bindOptions(form);
  awaitDeal(form);
}
if (document.querySelector("#invite-link")) invite(document.body);
// Whoever has the page open sees what the others do.
if (document.querySelector("#anytime")) renew(part(document, "#anytime"), drawSmallBoards);
