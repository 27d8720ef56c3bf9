"""The import graph has no cycle, counting imports within functions and for types."""

from __future__ import annotations

from collections.abc import Collection
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.repository.files import REPOSITORY
from tests.repository.imports import imported, modules

PACKAGES = ("games", "solitaire_site")


def circle(root: Path, packages: Collection[str]) -> list[str]:
    """Return a cycle of modules, the first and last the same, or an empty list."""
    files = modules(root, packages)
    try:
        TopologicalSorter({name: imported(path, files) for name, path in files.items()}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_modules_import_each_other() -> None:
    assert circle(REPOSITORY, PACKAGES) == []


@pytest.mark.parametrize(
    "back",
    [
        "import house.door",
        "from house import door",
        "from house.door import shut",
        "def look():\n    from house.door import shut",
        "if TYPE_CHECKING:\n    from house.door import shut",
    ],
)
def test_a_circle_is_found(tmp_path: Path, back: str) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "__init__.py").write_text("from house.door import shut\n")
    (tmp_path / "house" / "door.py").write_text("from house.lock import turn\n")
    (tmp_path / "house" / "lock.py").write_text("")
    assert circle(tmp_path, ["house"]) == []
    (tmp_path / "house" / "lock.py").write_text(back)
    assert set(circle(tmp_path, ["house"])) == {"house.door", "house.lock"}
