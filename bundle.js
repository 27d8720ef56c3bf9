/**
 * Bundles the modules and style sheets of each page into `frontend/bundled`: `npm run bundle`.
 *
 * `bundle.json` beside them says what they were made from and what they import, for solitaire_site/bundle.py. It is
 * written last, so an unfinished bundle has none.
 * @module
 */

import { createHash } from "node:crypto";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const BUNDLE = "frontend/bundled";

await rm(ROOT + BUNDLE, { recursive: true, force: true });
const files = await readdir(`${ROOT}frontend`, { recursive: true });
const entries = files.filter((name) => /^src\/.+\/main\.js$|^styles\/pages\/.+\.css$/.test(name));
/** @type {Set<string>} */
const inputs = new Set();
/** @type {Record<string, string[]>} */
const imports = {};
// Each on its own: what pages share, split off, would be a dozen files of some hundred bytes on each of them. So a
// page's modules must not share a module that keeps something.
for (const entry of entries) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`frontend/${entry}`],
    outbase: "frontend",
    outdir: BUNDLE,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    legalComments: "none",
    loader: { ".svg": "file" },
    // The syntax that the sources use: a bundle must not ask for newer browsers.
    target: ["es2022", "chrome111", "firefox114", "safari16.4"],
    metafile: true,
    logLevel: "warning",
  });
  for (const name of Object.keys(metafile.inputs)) inputs.add(name);
  for (const [name, { entryPoint, imports: found }] of Object.entries(metafile.outputs)) {
    if (!entryPoint) continue;
    const modules = found.filter(({ kind }) => kind === "import-statement");
    imports[relative(BUNDLE, name)] = modules.map(({ path }) => relative(BUNDLE, path));
  }
}

/** @type {Record<string, string>} */
const sources = {};
for (const name of ["bundle.js", "package.json", ...inputs].sort()) {
  sources[name] = createHash("sha256").update(await readFile(ROOT + name)).digest("hex");
}
await writeFile(`${ROOT}${BUNDLE}/bundle.json`, JSON.stringify({ sources, imports }, null, 1));
