// A second program, from docs/reference/verification.md alone: commitment, deal and places with nothing but Node.
// node second_opinion.js FILE...: prints what is wrong with each file, as JSON.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const CARDS = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

/** Deal the cards of a key. */
function dealt(key) {
  const seed = Buffer.concat([Buffer.from("deal/1\0"), key]);
  const stream = createHash("shake256", { outputLength: 4096 }).update(seed).digest();
  const cards = [...CARDS];
  let at = 0;
  for (let last = 51; last > 0; last--) {
    const limit = 256 - (256 % (last + 1));
    while (stream[at] >= limit) at++;
    const chosen = stream[at++] % (last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards.join(" ");
}

/** Compare two runs by their results: negative if the first ranks higher, 0 if they tie. */
function compare({ result: a }, { result: b }) {
  const rank = ({ state }) => ["won", "", "forfeit", "no-show"].indexOf(["won", "forfeit", "no-show"].includes(state) ? state : "");
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a.state === "won") return Math.floor(a.time / 10) - Math.floor(b.time / 10) || a.moves - b.moves;
  if (rank(a) > 1) return 0;
  return b.progress - a.progress || a.progress_at - b.progress_at;
}

/** What is wrong with a document. */
function faults(race) {
  const wrong = [];
  if (race.drawn) {
    const key = Buffer.from(race.drawn.key, "hex");
    if (createHash("sha256").update(key).digest("hex") !== race.drawn.commitment) wrong.push("drawn.commitment");
    if (dealt(key) !== race.cards) wrong.push("cards");
  }
  const counted = race.runs.filter((run) => run.void === "");
  race.runs.forEach((run, number) => {
    const place = run.void ? null : 1 + counted.filter((other) => compare(other, run) < 0).length;
    if (place !== run.place) wrong.push(`runs[${number}].place`);
    const own = run.actions.filter(([, text]) => !["undo", "end", "forfeit", "bell"].includes(text));
    if (own.length !== run.result.moves) wrong.push(`runs[${number}].result.moves`);
    if (run.result.time !== null && run.result.time !== run.actions.at(-1)[0]) wrong.push(`runs[${number}].result.time`);
    if (run.actions.some(([ms], n) => n > 0 && ms < run.actions[n - 1][0])) wrong.push(`runs[${number}].actions`);
  });
  // The bell: half the first finisher's time again, at least a minute, or the limit.
  const first = Math.min(...race.runs.map(({ result }) => result.time ?? Infinity));
  const bell = Math.min(race.limit ?? Infinity, first + Math.max(60_000, Math.floor(first / 2)));
  const own = race.runs.flatMap((run) => run.actions).filter(([, text]) => text !== "bell").map(([ms]) => ms);
  const rung = race.runs.some(({ actions }) => actions.at(-1)?.[1] === "bell");
  if (race.closed_at - race.starts_at !== (rung ? bell : Math.max(0, ...own))) wrong.push("closed_at");
  return wrong;
}

const found = process.argv.slice(2).map((file) => faults(JSON.parse(readFileSync(file, "utf-8"))));
console.log(JSON.stringify(found));
