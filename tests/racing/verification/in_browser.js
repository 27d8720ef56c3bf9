// node in_browser.js FILE...: what the page finds false, as a JSON list of fields for each file. A file holds a
// `document` as text, and for each run the `boards` that the server would send, or null.
import { readFileSync } from "node:fs";
import { checkBoards } from "../../../frontend/src/verify/boards.js";
import { check } from "../../../frontend/src/verify/check.js";
import { parse } from "../../../frontend/src/verify/document.js";
import { DocumentError } from "../../../frontend/src/verify/fields.js";

/** The fields that a document and its boards show to be false. */
function faults({ document, boards }) {
  try {
    const race = parse(document);
    const seen = race.runs.flatMap((run, i) => (boards ? checkBoards(`runs[${i}]`, run, boards[i]) : []));
    return [...check(race), ...seen].filter(({ verdict }) => verdict === "false").map(({ fields }) => fields);
  } catch (error) {
    if (error instanceof DocumentError) return ["unreadable"];
    throw error;
  }
}

const found = process.argv.slice(2).map((file) => faults(JSON.parse(readFileSync(file, "utf-8"))));
console.log(JSON.stringify(found));
