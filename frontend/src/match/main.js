/**
 * The page of a match: its score, its races and the way to the next one follow what its players do.
 * @module
 */

import { part } from "../lib/elements.js";
import { renew } from "../net/renewed.js";

renew(part(document, "#match"));
