/**
 * The charts of thinking times: a line marks the moment of the replay, and a click moves there.
 * @module
 */

/** @import { Control } from "./control.js" */
import { between } from "./timeline.js";

/**
 * @param {Control} control
 * @returns {() => void} update
 */
export function charts(control) {
  const drawings = [.../** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".thinking .chart-drawing"))];
  const scales = drawings.map(scaleOf);
  for (const [i, drawing] of drawings.entries()) {
    /** @param {PointerEvent} event */
    const seek = (event) => {
      const { left, width } = drawing.getBoundingClientRect();
      control.seek(between(scales[i].shares, scales[i].times, (event.clientX - left) / width));
    };
    drawing.addEventListener("pointerdown", (event) => {
      drawing.setPointerCapture(event.pointerId);
      seek(event);
    });
    drawing.addEventListener("pointermove", (event) => {
      if (drawing.hasPointerCapture(event.pointerId)) seek(event);
    });
  }
  return () => {
    for (const [i, drawing] of drawings.entries()) {
      const at = `${100 * between(scales[i].times, scales[i].shares, control.ms)}%`;
      const line = drawing.querySelector(".playhead");
      line?.setAttribute("x1", at);
      line?.setAttribute("x2", at);
    }
  };
}

/**
 * The scale of a chart, on which long pauses are cut off: times, and the shares of the width at which they stand.
 * @param {SVGElement} drawing
 * @returns {{ times: number[], shares: number[] }}
 */
function scaleOf(drawing) {
  /** @type {[ms: number, share: number][]} */
  const steps = JSON.parse(drawing.dataset.steps ?? "");
  return { times: steps.map(([ms]) => ms), shares: steps.map(([, share]) => share) };
}
