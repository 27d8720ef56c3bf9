/**
 * What no one needs at the table: reactions, places, chart, analysis, the boards of others.
 * Loaded once the page is calm.
 * @module
 */

/** @import { Control } from "./control.js" */
/** @import { State } from "./state.js" */
import { challenged } from "./challenged.js";
import { chart } from "./chart.js";
import { comeBack } from "./come-back.js";
import { following } from "./following.js";
import { fourSuits } from "./four-suits.js";
import { hindsight } from "./hindsight.js";
import { match } from "./match.js";
import { nextRound } from "./next-round.js";
import { outcome } from "./outcome.js";
import { reactions } from "./reactions.js";
import { rematch } from "./rematch.js";
import { result } from "./result.js";
import { resultsLeft } from "./results-left.js";
import { sharing } from "./sharing.js";
import { watch } from "./watch.js";

/**
 * @param {Control} control
 * @param {{ code: string, event: string | null, remarks: string, compared: boolean, wayOn: import("./rematch.js").WayOn | null, best?: import("./honours.js").Best, ghosts: import("./pace.js").Ghost[], points: import("./match.js").EventPoints }} data
 * @param {(sentence: string) => void} tell
 * @param {(sentence: string) => void} say to screen readers
 * @returns {((state: State, before: State) => void)[]}
 */
export function afterwards(control, data, tell, say) {
  const share = sharing(control, say);
  const shown = result(data.best, data.ghosts);
  const suits = fourSuits();
  resultsLeft(control);
  return [
    shown,
    suits,
    share,
    outcome(() => {
      shown(control.state, control.state);
      suits(control.state);
      share(control.state);
    }),
    chart(data, () => share(control.state)),
    hindsight(data.remarks),
    rematch(control, data.wayOn),
    ...(document.querySelector("#match-link") ? [match()] : []),
    ...(data.event ? [nextRound(data.event, data.code)] : []),
    following(tell),
    reactions(control, say),
    comeBack(),
    challenged(),
    watch(control, data.points),
  ];
}
