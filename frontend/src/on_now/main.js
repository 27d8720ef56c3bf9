/**
 * What is on now: the lists follow the races.
 * @module
 */

import { part } from "../lib/elements.js";
import { renew } from "../net/renewed.js";

renew(part(document, "#on-now"));
