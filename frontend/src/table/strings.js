/**
 * Every word the table says, in English. A page may pass translations of any of them.
 * Names in braces are filled in.
 * @module
 */

export const english = {
  table: "Card table",
  column: "Column {number}",
  reserve: "Reserve {number}",
  hand: "Hand {number}",
  stock: "Stock",
  foundation: "{suit} foundation",

  card: "{rank} of {suit}",
  hidden: "face-down card",
  ranks: "A:ace 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9 T:10 J:jack Q:queen K:king",
  suits: "C:clubs D:diamonds H:hearts S:spades",
  empty: "empty",
  takesRank: "takes any {rank}",
  takesCard: "takes any card",
  takesNothing: "filled by a deal only",
  one: "1 card",
  many: "{count} cards",
  down: "{count} face down",
  target: "can go here",
  pressToDeal: "press to deal",

  picked: "{cards} picked up. {count} places to go.",
  pickedAlone: "{cards} picked up. Nowhere to go.",
  pickedUnknown: "{cards} picked up.",
  run: "{first} down to {last}",
  released: "Put back.",
  nothingThere: "Nothing to pick up in {pile}.",
  played: "{cards} to {pile}.",
  undone: "Undone.",
  nothingHome: "No card can go home now.",
  won: "The game is won.",
  stuck: "No move is left.",
  why: "Why?",

  keys: "Keys",
  close: "Close",
  keyArrows: "Arrows, Tab: go from pile to pile",
  keyPick: "Space, Enter: pick up, put down",
  keyCount: "+ and −: more or fewer cards in hand",
  keyColumns: "1–8: column",
  keyReserve: "R: next reserve or hand card; Shift 1–7: that reserve pile",
  keyFoundation: "F: to the foundation",
  keyDeal: "D: deal",
  keyUndo: "Z: undo",
  keyCollect: "C: collect all that can go home",
  keyWhy: "W: the rule behind the last refusal",
  keyEscape: "Esc: put back",
  keyHelp: "?: this list",
};

/** @typedef {typeof english} Strings */

/**
 * Fills the names in braces.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Looks a word up in a list like "C:clubs D:diamonds".
 * @param {string} list
 * @param {string} key
 * @returns {string}
 */
export function word(list, key) {
  return list.split(" ").find((entry) => entry.startsWith(`${key}:`))?.slice(2) ?? key;
}
