/**
 * The page that checks a finished race: wiring, and nothing else.
 * @module
 */

/** @import { RaceDocument } from "./document.js" */
/** @import { Finding, Verdict } from "./finding.js" */
import { pageData, part, rows, slot, write } from "../lib/elements.js";
import { gettext, ngettext } from "../lib/gettext.js";
import { fetchText } from "../net/fetched.js";
import { checkBoards } from "./boards.js";
import { check } from "./check.js";
import { MOST_BYTES, parse } from "./document.js";
import { DocumentError } from "./fields.js";
import { unknown } from "./finding.js";
import { fetchFrames } from "./frames.js";

/** @type {{ document: string | null, runs: string[] }} */
const page = pageData("page");
const result = part(document, "#result");
const title = part(result, "h2");
const template = /** @type {HTMLTemplateElement} */ (part(document, "#finding"));
const file = /** @type {HTMLInputElement} */ (part(document, "#file"));
const drop = part(document, "#drop");

/** Only the latest document is shown, however long an earlier one takes. */
let latest = 0;

/**
 * @param {() => Promise<string>} read
 * @param {string[]} runs the addresses of its boards on this server
 */
async function judge(read, runs) {
  const turn = ++latest;
  result.hidden = false;
  result.ariaBusy = "true";
  write(title, gettext("Checking…"));
  show([]);
  const findings = await found(read, runs);
  if (turn !== latest) return;
  result.ariaBusy = "false";
  show(findings);
  write(title, summary(findings));
  title.focus();
}

/**
 * @param {() => Promise<string>} read
 * @param {string[]} runs
 * @returns {Promise<Finding[]>}
 */
async function found(read, runs) {
  try {
    const race = parse(await read());
    write(part(result, "#subject"), subject(race));
    return [...check(race), ...(await boards(race, runs))];
  } catch (error) {
    write(part(result, "#subject"), "");
    if (error instanceof DocumentError) return [{ verdict: "false", fields: error.place, sentence: error.message }];
    return [unknown("", gettext("The document couldn't be read. Try again."))];
  }
}

/**
 * @param {RaceDocument} race
 * @param {string[]} addresses
 * @returns {Promise<Finding[]>}
 */
async function boards(race, addresses) {
  const missing = gettext("How far each run came takes its boards. This page has them for a race on this server, opened by its code.");
  if (addresses.length !== race.runs.length) return [unknown("runs[].result.progress", missing)];
  const findings = [];
  for (const [i, run] of race.runs.entries()) {
    const frames = await fetchFrames(addresses[i]).catch(() => null);
    findings.push(...(frames
      ? checkBoards(`runs[${i}]`, run, frames)
      : [unknown(`runs[${i}].result.progress`, gettext("%(name)s: the server didn't send the boards.", { name: run.name }))]));
  }
  return findings;
}

/** @param {RaceDocument} race */
function subject({ code, rules, runs }) {
  return [code, rules, runs.map(({ name }) => name).join(", ")].join(" · ");
}

/** @param {Finding[]} findings */
function show(findings) {
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (result.querySelectorAll("[data-verdict]"))) {
    const verdict = /** @type {Verdict} */ (section.dataset.verdict);
    const shown = findings.filter((finding) => finding.verdict === verdict);
    section.hidden = shown.length === 0;
    rows(part(section, "ul"), template, shown, ({ fields, sentence }) => `${fields} ${sentence}`, (row, { fields, sentence }) => {
      write(slot(row, "sentence"), sentence);
      write(slot(row, "fields"), fields);
    });
  }
}

/**
 * @param {Finding[]} findings
 * @returns {string}
 */
function summary(findings) {
  const count = (/** @type {Verdict} */ verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  const [wrong, right] = [count("false"), count("ok")];
  result.dataset.state = wrong ? "false" : right ? "ok" : "unknown";
  if (wrong) return ngettext("%(count)s thing is wrong", "%(count)s things are wrong", wrong);
  if (right) return ngettext("All correct: %(count)s check passed", "All correct: %(count)s checks passed", right);
  return gettext("Nothing could be checked");
}

/** @param {File | undefined} chosen */
function open(chosen) {
  if (!chosen) return;
  void judge(async () => {
    if (chosen.size > MOST_BYTES) throw new DocumentError("", gettext("This file is larger than a race document can be."));
    return chosen.text();
  }, []);
}

file.addEventListener("change", () => {
  open(file.files?.[0]);
  // The same file, changed, can be chosen again.
  file.value = "";
});
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", name.startsWith("dragenter") || name === "dragover");
  });
}
drop.addEventListener("drop", (event) => open(event.dataTransfer?.files[0]));

const address = page.document;
if (address) void judge(() => fetchText(address), page.runs);
