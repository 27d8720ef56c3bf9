/**
 * The page with the options of a new race.
 * @module
 */

import { part } from "../lib/elements.js";
import { bindOptions } from "../lib/options.js";

bindOptions(part(document, "#opening"));
