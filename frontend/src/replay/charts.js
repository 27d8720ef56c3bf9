/**
 * The charts of thinking times: a line marks the moment of the replay, and a click moves there.
 * @module
 */

/** @import { Control } from "./control.js" */

/**
 * @param {Control} control
 * @returns {() => void} update
 */
export function charts(control) {
  const drawings = [.../** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".thinking .chart-drawing"))];
  for (const drawing of drawings) {
    /** @param {PointerEvent} event */
    const seek = (event) => {
      const { left, width } = drawing.getBoundingClientRect();
      control.seek(((event.clientX - left) / width) * control.playback.length);
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
    const at = `${(100 * control.ms) / control.playback.length}%`;
    for (const drawing of drawings) {
      const line = drawing.querySelector(".playhead");
      line?.setAttribute("x1", at);
      line?.setAttribute("x2", at);
    }
  };
}
