"""What a page loads is one file that does what its modules and sheets do."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from solitaire_site.joining import ModuleSyntaxError, joined_modules, joined_styles
from tests import needs
from tests.manage import REPOSITORY

MODULES = {
    "src/page/main.js": """\
/** @import { Shape } from "../shapes/types.js" */
import { area as areaOf, SIDES } from "../shapes/square.js";
import { say } from "./voice.js";

say(`${SIDES} sides, ${areaOf(3)} in all`);
const load = async () => {
  const { bye } = await import("./late.js");
  bye();
};
await null;
void load();
""",
    "src/page/late.js": """\
import { say } from "./voice.js";
import { last } from "./later.js";

export function bye() {
  say(last());
}
""",
    "src/page/later.js": """\
export const last = () => "bye";
""",
    "src/page/voice.js": """\
let said = 0;

/**
 * Says it, with a number that shows that there is one voice.
 * @param {string} text
 */
export function say(text) {
  said += 1;
  console.log(said, text);
}
""",
    "src/shapes/square.js": """\
export const SIDES = 4;

/** @param {number} side */
export async function unused(side) {
  return side;
}

/** @param {number} side */
export function area(side) {
  const known = /** @type {number} */ (side);
  return known * side;
}
""",
}


@pytest.mark.needs_node
def test_joined_modules_do_what_they_do_apart(tmp_path: Path) -> None:
    apart, together = tmp_path / "apart", tmp_path / "together"
    write(apart, MODULES)
    write(together, dict(joined_modules("src/page/main.js", MODULES.__getitem__)))
    assert run(together) == run(apart) == "1 4 sides, 9 in all\n2 bye\n"


def write(folder: Path, files: dict[str, str]) -> None:
    """Write modules as a site has them."""
    folder.mkdir()
    (folder / "package.json").write_text('{"type": "module"}')
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def run(folder: Path) -> str:
    """What the module of the page prints."""
    node = needs.node()
    assert node is not None
    command = [node, str(folder / "src/page/main.js")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_page_loads_no_module_twice() -> None:
    joined = dict(joined_modules("src/page/main.js", MODULES.__getitem__))
    assert list(joined) == ["src/page/main.js", "src/page/late.js"]
    assert "let said" in joined["src/page/main.js"]
    assert "let said" not in joined["src/page/late.js"]


@pytest.mark.parametrize(
    "line",
    [
        'export { a } from "./b.js";',
        "export default 1;",
        'import "./b.js";',
        "export let a;",
        "let known = 1;",
    ],
)
def test_what_cannot_be_joined_is_refused(line: str) -> None:
    with pytest.raises(ModuleSyntaxError, match=r"main\.js"):
        list(joined_modules("src/page/main.js", {"src/page/main.js": f"{line}\n"}.__getitem__))


def test_modules_that_import_each_other_are_refused() -> None:
    files = {
        "a/main.js": 'import { b } from "./b.js";\n',
        "a/b.js": 'import { c } from "./c.js";\nexport const b = 1;\n',
        "a/c.js": 'import { b } from "./b.js";\nexport const c = 1;\n',
    }
    with pytest.raises(ModuleSyntaxError, match="by a detour"):
        list(joined_modules("a/main.js", files.__getitem__))


def test_a_joined_sheet_finds_its_pictures() -> None:
    files = {
        "styles/pages/page.css": '/* A page. */\n@import "../a.css";\n@import "../b.css";\n',
        "styles/a.css": '/* First. */\n.a { background: url("../art/a.svg"); }\n',
        "styles/b.css": ".b { color: red; }\n",
    }
    assert joined_styles("styles/pages/page.css", "joined/", files.__getitem__) == (
        '.a { background: url("../../../art/a.svg"); }\n.b { color: red; }\n'
    )


def test_every_page_of_the_site_can_be_joined() -> None:
    def read(name: str) -> str:
        return (REPOSITORY / "frontend" / name).read_text(encoding="utf-8")

    for path in (REPOSITORY / "frontend" / "src").glob("*/main.js"):
        for _, text in joined_modules(path.relative_to(REPOSITORY / "frontend").as_posix(), read):
            assert "known" in text
    for path in (REPOSITORY / "frontend" / "styles" / "pages").glob("*.css"):
        name = path.relative_to(REPOSITORY / "frontend").as_posix()
        assert "@import" not in joined_styles(name, "joined/", read)
