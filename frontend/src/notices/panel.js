/**
 * The panel under the bell. Without it, the bell is a link to the page of notices.
 * @module
 */

import { tellHours } from "../lib/hours.js";
import { fetchText } from "../net/fetched.js";

/**
 * @param {HTMLAnchorElement} link the bell
 * @param {(panel: HTMLElement) => void} opened is called once the panel shows its lines
 */
export function drawer(link, opened) {
  if (!("popover" in HTMLElement.prototype)) return;
  const panel = document.createElement("div");
  panel.className = "notices-panel";
  panel.popover = "auto";
  panel.tabIndex = -1;
  panel.setAttribute("role", "dialog");
  link.setAttribute("role", "button");
  link.setAttribute("aria-haspopup", "dialog");
  link.setAttribute("aria-expanded", "false");
  // In the top layer it covers nothing for long: any key or click outside closes it.
  link.after(panel);

  async function open() {
    let lines = "";
    try {
      lines = await fetchText(link.dataset.panel ?? "");
    } catch {
      location.assign(link.href);
      return;
    }
    panel.innerHTML = lines;
    // Not before: the title comes with the lines.
    panel.setAttribute("aria-labelledby", "notices-title");
    tellHours();
    place();
    calls.observe(document.body, { childList: true });
    panel.showPopover();
    panel.focus();
    opened(panel);
  }

  /** Puts the panel below the bell, and below the line that calls to a race, whose button it would cover. */
  function place() {
    const { bottom, right } = link.getBoundingClientRect();
    const call = document.querySelector(".way-back")?.getBoundingClientRect().bottom ?? 0;
    panel.style.setProperty("--under", `${Math.max(bottom, call, 0)}px`);
    panel.style.setProperty("--right", `${document.documentElement.clientWidth - right}px`);
  }
  // The line may come while the panel is open.
  const calls = new MutationObserver(place);

  panel.addEventListener("toggle", () => {
    if (!panel.matches(":popover-open")) calls.disconnect();
    link.setAttribute("aria-expanded", String(panel.matches(":popover-open")));
  });
  let wasOpen = false;
  // A press outside has closed the panel before the click comes.
  link.addEventListener("pointerdown", () => {
    wasOpen = panel.matches(":popover-open");
  });
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (wasOpen || panel.matches(":popover-open")) panel.hidePopover();
    else void open();
    wasOpen = false;
  });
  // A link that acts as a button also answers to the space bar.
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    link.click();
  });
}
