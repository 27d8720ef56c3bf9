/**
 * Friends, and the start page: challenges arrive while the page is open.
 * @module
 */

import { awaitChallenges } from "../net/challenges.js";

awaitChallenges(false);
