/**
 * What is on now: the lists follow the races.
 * @module
 */

import { part } from "../lib/elements.js";
import { renew } from "../net/renewed.js";
import { drawSmallBoards } from "../table/small-board.js";

drawSmallBoards();
renew(part(document, "#on-now"), drawSmallBoards);
