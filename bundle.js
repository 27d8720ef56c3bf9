/**
 * Bundles the modules and style sheets of each page into `frontend/bundled`: `npm run bundle`.
 *
 * `bundle.json` beside them says what they were made from and what they import, for solitaire_site/bundle.py. It is
 * written last, so an unfinished bundle has none.
 * @module
 */

import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const BUNDLE = "frontend/bundled";

await rm(ROOT + BUNDLE, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: ["frontend/src/**/main.js", "frontend/styles/pages/*.css"],
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

/** @type {Record<string, string>} */
const sources = {};
for (const name of ["bundle.js", "package.json", ...Object.keys(metafile.inputs)].sort()) {
  sources[name] = createHash("sha256").update(await readFile(ROOT + name)).digest("hex");
}
/** @type {Record<string, string[]>} */
const imports = {};
for (const [name, { entryPoint, imports: found }] of Object.entries(metafile.outputs)) {
  if (!entryPoint) continue;
  const modules = found.filter(({ kind }) => kind === "import-statement");
  imports[relative(BUNDLE, name)] = modules.map(({ path }) => relative(BUNDLE, path));
}
await writeFile(`${ROOT}${BUNDLE}/bundle.json`, JSON.stringify({ sources, imports }, null, 1));
