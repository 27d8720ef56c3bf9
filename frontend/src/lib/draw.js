/**
 * Drawings as plain data, and the one function that turns them into elements.
 * @module
 */

/**
 * One SVG element: tag, attributes, children.
 * @typedef {[tag: string, attributes: Record<string, string | number>, ...children: any[]]} Drawing
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes the SVG element that a drawing describes.
 * @param {Drawing} drawing
 * @returns {SVGElement}
 */
export function draw([tag, attributes, ...children]) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  for (const child of children) {
    element.append(draw(child));
  }
  return /** @type {SVGElement} */ (element);
}
