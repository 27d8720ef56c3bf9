/**
 * The daily challenges: their small boards, and the clock to the next deals.
 * @module
 */

import { countdown } from "../lib/countdown.js";
import { showCurrentLink } from "../lib/current-link.js";
import { drawSmallBoards } from "../table/small-board.js";

drawSmallBoards();
showCurrentLink();
countdown();
