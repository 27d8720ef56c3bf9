/**
 * The daily challenges: their small boards, and the clock to the next deals.
 * @module
 */

import { drawSmallBoards } from "../table/small-board.js";
import { countdown } from "./countdown.js";

drawSmallBoards();
countdown();
