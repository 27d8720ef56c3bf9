/**
 * A small board whose cards move. They lie in parts of its size, so it grows and shrinks without being laid out again.
 * @module
 */

/** @import { Layout } from "../table/types.js" */
import { cardFace } from "../../cards/face.js";
import { draw } from "../lib/draw.js";
import { arrange, indexScale, spread } from "../table/layout.js";
import { HIDDEN } from "../table/notation.js";

/** The size for which boards are laid out; the style sheet keeps to this ratio. */
const SIZE = { width: 480, height: 360 };

/** Comes before the face of a card that lies face down. */
const COVERED = "-";

/** @typedef {Map<string, string[]>} Faces the faces of each pile, from the bottom up */

/**
 * Reads piles.
 * @param {string} text "t1 QH 2S,t2 JD,fc"
 * @returns {Faces}
 */
export function readPiles(text) {
  return new Map(
    text.split(",").map((pile) => {
      const [name, ...faces] = pile.split(" ");
      return [name, faces];
    }),
  );
}

export class DuelBoard {
  #root;
  /** @type {Layout} */
  #layout;
  /** @type {Map<string, { element: HTMLElement, pile: string, height: number }>} */
  #cards = new Map();
  #height = 0;

  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {Faces} piles
   */
  constructor(root, game, piles) {
    this.#root = root;
    this.#layout = arrange(game, SIZE, [...piles.keys()]);
    root.replaceChildren(...[...this.#layout.places.values()].map((place) => this.#piece("slot", place)));
    this.show(piles);
  }

  /**
   * Lays the cards where they belong. A card that comes to another pile lies on top of all.
   * @param {Faces} piles
   */
  show(piles) {
    for (const [pile, faces] of piles) {
      const cards = faces.map((face, id) => ({ id, face: face.startsWith(COVERED) ? HIDDEN : face }));
      const fan = this.#layout.places.get(pile)?.fan ?? "down";
      let below = 0;
      const index = indexScale(this.#layout, pile, cards);
      spread(this.#layout, pile, cards).forEach((point, at) => {
        const card = this.#card(faces[at], fan);
        card.element.style.setProperty("--index", at === faces.length - 1 ? "1" : index);
        card.element.style.transform = this.#moved(point);
        if (card.pile !== pile || card.height < below) {
          card.pile = pile;
          card.height = ++this.#height;
          card.element.style.zIndex = String(card.height);
        }
        below = card.height;
      });
    }
  }

  /**
   * @param {string} face
   * @param {"down" | "left" | "right"} fan
   */
  #card(face, fan) {
    const name = face.slice(-2);
    const card = this.#cards.get(name) ?? { element: this.#piece("card", { x: 0, y: 0 }), pile: "", height: 0 };
    if (!card.pile) this.#root.append(card.element);
    this.#cards.set(name, card);
    const look = face === name ? fan : "covered";
    if (card.element.dataset.look !== look || card.element.dataset.fan !== fan) {
      card.element.dataset.look = look;
      card.element.dataset.fan = fan;
      card.element.replaceChildren(face === name ? draw(cardFace(face, "small", fan)) : this.#back());
    }
    return card;
  }

  #back() {
    const back = document.createElement("span");
    back.className = "back";
    return back;
  }

  /**
   * @param {string} name
   * @param {{ x: number, y: number }} point
   */
  #piece(name, point) {
    const element = document.createElement("div");
    element.className = name;
    element.style.width = `${(100 * this.#layout.card.width) / SIZE.width}%`;
    element.style.transform = this.#moved(point);
    return element;
  }

  /** @param {{ x: number, y: number }} point */
  #moved({ x, y }) {
    const { width, height } = this.#layout.card;
    return `translate(${percent(x / width)}, ${percent(y / height)})`;
  }
}

/** @param {number} part */
function percent(part) {
  return `${Math.round(10_000 * part) / 100}%`;
}
