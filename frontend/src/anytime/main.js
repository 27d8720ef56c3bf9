/**
 * Any-time races: the form that opens one, and its page with the invitation.
 * @module
 */

import { invite } from "../lib/invite.js";
import { bindOptions } from "../lib/options.js";
import { awaitDeal } from "./await-deal.js";
import { drawSmallBoards } from "../table/small-board.js";

drawSmallBoards();
/** @type {HTMLFormElement | null} */
const form = document.querySelector("#open-anytime");
if (form) {
  bindOptions(form);
  awaitDeal(form);
}
if (document.querySelector("#invite-link")) invite(document.body);
