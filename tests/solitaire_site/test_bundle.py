"""A bundle is used if it was made from exactly the sources that are there."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from solitaire_site.bundle import Bundle, read
from tests.manage import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

FEW = 3
"""Files that a page waits for beside its own: each costs a request."""
IMPORTS = {"src/home/main.js": ["chunk.js"]}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Write a source and list it as what a bundle was made from."""
    (tmp_path / "main.js").write_text("draw();")
    digest = hashlib.sha256(b"draw();").hexdigest()
    (tmp_path / "bundled").mkdir()
    made = {"sources": {"main.js": digest}, "imports": IMPORTS}
    (tmp_path / "bundled" / "bundle.json").write_text(json.dumps(made))
    return tmp_path


def test_a_bundle_of_the_same_sources_is_used(root: Path) -> None:
    assert read(root / "bundled", root) == Bundle(IMPORTS)


def test_a_bundle_of_a_changed_source_is_not_used(root: Path) -> None:
    (root / "main.js").write_text("draw(2);")
    assert read(root / "bundled", root) == Bundle(changed=["main.js"])


def test_a_bundle_of_a_removed_source_is_not_used(root: Path) -> None:
    (root / "main.js").unlink()
    assert read(root / "bundled", root) == Bundle(changed=["main.js"])


def test_an_unfinished_bundle_is_not_used(root: Path) -> None:
    (root / "bundled" / "bundle.json").unlink()
    assert read(root / "bundled", root) == Bundle(changed=["bundle.json"])


def test_no_bundle_is_needed(tmp_path: Path) -> None:
    assert read(tmp_path / "bundled", tmp_path) == Bundle()


@pytest.mark.needs_esbuild
def test_the_modules_and_style_sheets_of_all_pages_are_bundled(bundle: Path) -> None:
    made = read(bundle, REPOSITORY)
    assert made.changed == ()
    frontend = REPOSITORY / "frontend"
    pages = [*frontend.glob("src/*/main.js"), *frontend.glob("styles/pages/*.css")]
    assert {path.relative_to(frontend).as_posix() for path in pages} <= set(made.imports)
    for name, imported in made.imports.items():
        assert all((bundle / each).is_file() for each in [name, *imported])
        assert len(imported) <= FEW
