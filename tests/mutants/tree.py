"""The copy of the repository that is mutated: `var/mutants/PART`.

mutmut skips decorated functions, and so every property. In the copy, decorators are rewritten as
assignments, which leave an ordinary function:

    @property                      def over(self) -> bool:
    def over(self) -> bool:   →        ...
        ...                        over = property(over)
"""

from __future__ import annotations

import ast
import json
import shutil
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from tests.mutants.parts import Part

REPOSITORY = Path(__file__).parent.parent.parent
FOREST = REPOSITORY / "var" / "mutants"
SOURCE = "games"
BESIDE = ("solitaire_site", "tests", "frontend", "docs", "manage.py", "README.md", "CHANGELOG.md")
"""What tests need besides the sources."""
EMPTY_DATABASE = "empty.sqlite3"
"""The migrated empty database that `session.py` copies."""

REACH = "mutmut-stats.json"
"""Which tests reach which functions, and how long they take."""

NOTES = (".meta", ".spans")
KNOWN_TO_MUTMUT = ("staticmethod", "classmethod")
TIMEOUT_SECONDS = 20.0
TIMEOUT_FACTOR = 3.0


def clear(name: str) -> None:
    """Delete everything known about a part."""
    shutil.rmtree(FOREST / name, ignore_errors=True)


def plant(name: str, part: Part) -> Path:
    """Update the copy of a part from the repository and return its folder.

    Unchanged files are not written, so the verdicts on their mutants stay valid.
    """
    tree = FOREST / name
    wanted = dict(_sources(part))
    _remove_all_but(wanted, tree)
    _remove_all_but({path for path in wanted if path.suffix == ".py"}, tree / "mutants")
    for path, content in wanted.items():
        _write(tree / path, content)
    for beside in BESIDE:
        _copy(REPOSITORY / beside, tree / beside)
        shutil.rmtree(tree / "mutants" / beside, ignore_errors=True)
    (tree / "mutants" / EMPTY_DATABASE).unlink(missing_ok=True)
    _write(tree / "conftest.py", Path(__file__).with_name("session.py").read_bytes())
    project = (REPOSITORY / "pyproject.toml").read_bytes()
    _write(tree / "pyproject.toml", project + _settings(part).encode())
    forget_reach_if_changed(tree)
    return tree


def undecorated(source: str) -> str:
    """Rewrite the decorators of functions and methods as assignments after them.

    Decorators that mutmut handles, and those that name the function they decorate, such as
    `@over.setter`, stay.
    """
    lines = source.splitlines()
    for function in sorted(_functions(ast.parse(source)), key=_line, reverse=True):
        decorators = [ast.unparse(each) for each in function.decorator_list]
        names = {each.split(".")[0] for each in decorators}
        if not decorators or function.name in names or names <= set(KNOWN_TO_MUTMUT):
            continue
        value = function.name
        for decorator in reversed(decorators):
            value = f"{decorator}({value})"
        assert function.end_lineno is not None
        indent = " " * function.col_offset
        lines.insert(function.end_lineno, f"{indent}{function.name} = {value}")
        del lines[function.decorator_list[0].lineno - 1 : function.lineno - 1]
    return "\n".join(lines) + "\n"


def forget_reach_if_changed(tree: Path) -> None:
    """Have mutmut find again which tests reach what if a source or test changed."""
    known, digest = tree / "reach.sha256", sha256()
    for path in sorted((tree / SOURCE).rglob("*.*")) + sorted((tree / "tests").rglob("*.*")):
        if path.is_file():
            digest.update(f"{path.relative_to(tree)}\0".encode() + path.read_bytes())
    if not known.exists() or known.read_text() != digest.hexdigest():
        (tree / "mutants" / REACH).unlink(missing_ok=True)
        known.write_text(digest.hexdigest())


def _functions(module: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a module and the methods of its classes, as far as mutmut looks."""
    for statement in module.body:
        for each in statement.body if isinstance(statement, ast.ClassDef) else (statement,):
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield each


def _line(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return function.lineno


def _remove_all_but(wanted: Collection[Path], tree: Path) -> None:
    # mutmut copies new files and writes notes beside them, but removes nothing.
    for path in list((tree / SOURCE).rglob("*.*")):
        source = path.with_suffix("") if path.suffix in NOTES else path
        if source.relative_to(tree) not in wanted:
            path.unlink()


def _sources(part: Part) -> Iterator[tuple[Path, bytes]]:
    for path in sorted((REPOSITORY / SOURCE).rglob("*.*")):
        relative, content = path.relative_to(REPOSITORY), path.read_bytes()
        if path.suffix == ".py" and any(fnmatch(str(relative), each) for each in part.sources):
            content = undecorated(content.decode()).encode()
        if path.suffix != ".pyc":
            yield relative, content


def _settings(part: Part) -> str:
    # A list of strings looks the same in JSON and in TOML.
    settings: dict[str, object] = {
        "source_paths": [SOURCE],
        "only_mutate": part.sources,
        "also_copy": [*BESIDE, "conftest.py"],
        "pytest_add_cli_args": ["-p", "no:cacheprovider"],
        "pytest_add_cli_args_test_selection": part.tests,
        # Tests in the process that mutants are forked from would fill its caches.
        "process_isolation": "forkserver",
        "use_git_change_detection": False,
        "track_dependencies": False,
        "timeout_constant": TIMEOUT_SECONDS,
        "timeout_multiplier": TIMEOUT_FACTOR,
    }
    lines = (f"{key} = {json.dumps(value)}" for key, value in settings.items())
    return "\n".join(("", "[tool.mutmut]", *lines, ""))


def _write(path: Path, content: bytes) -> None:
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _copy(source: Path, target: Path) -> None:
    if source.is_file():
        shutil.copy2(source, target)
        return
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=_ignored)


def _ignored(_: str, names: Iterable[str]) -> set[str]:
    return {"__pycache__", "node_modules"} & set(names)
