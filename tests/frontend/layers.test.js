import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const FRONTEND = fileURLToPath(new URL("../../frontend/", import.meta.url));

/** What each folder of modules may import besides itself. */
const MAY_IMPORT = new Map([
  ["cards", ["src/lib"]],
  ["src/lib", []],
  ["src/net", ["src/lib"]],
  ["src/table", ["src/lib", "cards"]],
]);

/** What a page's own folder of modules may import: never another page's. */
const OF_PAGES = ["src/lib", "src/net", "src/table", "cards"];
for (const { name } of readdirSync(join(FRONTEND, "src"), { withFileTypes: true })) {
  if (!MAY_IMPORT.has(`src/${name}`)) MAY_IMPORT.set(`src/${name}`, OF_PAGES);
}

/**
 * Modules in a folder, and the modules that each imports.
 * @param {string} folder
 */
function imports(folder) {
  const found = [];
  for (const name of readdirSync(join(FRONTEND, folder), { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue;
    const path = join(FRONTEND, folder, name);
    const source = readFileSync(path, "utf8");
    for (const [, target] of source.matchAll(/^(?:(?:import|export)\s[^"]*?from\s+|import\s+)"([^"]+)"/gm)) {
      found.push({ module: relative(FRONTEND, path), target: relative(FRONTEND, resolve(dirname(path), target)) });
    }
  }
  return found;
}

for (const [folder, allowed] of MAY_IMPORT) {
  test(`${folder} imports only itself${allowed.map((name) => ` and ${name}`).join("")}`, () => {
    const homes = [folder, ...allowed].map((name) => `${name}/`);
    const foreign = imports(folder).filter(({ target }) => !homes.some((home) => target.startsWith(home)));
    assert.deepEqual(foreign, []);
  });
}

test("the headless modules of the table never reach a module that draws", () => {
  const names = ["render", "piles", "anim", "notice", "help", "events", "drag", "table"];
  const drawing = names.map((name) => `src/table/${name}.js`);
  const graph = imports("src/table");
  for (const name of ["board", "layout", "plan", "describe", "sync", "keys", "state", "notation"]) {
    const reached = new Set([`src/table/${name}.js`]);
    for (const module of reached) {
      for (const edge of graph) if (edge.module === module) reached.add(edge.target);
    }
    assert.deepEqual(drawing.filter((module) => reached.has(module)), [], name);
  }
});

test("no module of the table is in an import cycle", () => {
  const graph = imports("src/table");
  for (const { module } of graph) {
    const reached = new Set(graph.filter((edge) => edge.module === module).map(({ target }) => target));
    for (const next of reached) {
      for (const edge of graph) if (edge.module === next) reached.add(edge.target);
    }
    assert.equal(reached.has(module), false, module);
  }
});
