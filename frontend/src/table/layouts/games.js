/**
 * The layout of each game by its name.
 * @module
 */

/** @import { GameLayout } from "./spots.js" */
import { agnesBernauer } from "./agnes-bernauer.js";
import { agnesSorel } from "./agnes-sorel.js";
import { applegate } from "./applegate.js";
import { beleagueredCastle } from "./beleaguered-castle.js";
import { freecell } from "./freecell.js";
import { klondike } from "./klondike.js";

/** @type {Record<string, GameLayout>} */
export const GAMES = {
  "agnes-sorel": agnesSorel,
  "agnes-bernauer": agnesBernauer,
  applegate,
  "beleaguered-castle": beleagueredCastle,
  freecell,
  klondike,
};
