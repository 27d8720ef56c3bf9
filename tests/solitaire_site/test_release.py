from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ImproperlyConfigured

from solitaire_site import release

if TYPE_CHECKING:
    from pathlib import Path


def test_the_version_is_the_newest_numbered_heading() -> None:
    assert release.version("# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n## 1.1.9\n") == "1.2.0"


def test_a_changelog_without_a_number_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="no heading"):
        release.version("# Changelog\n\n## Unreleased\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "styles").mkdir()
    (tmp_path / "styles" / "site.css").write_text("body {}")
    return tmp_path


def test_the_fingerprint_stays_when_nothing_changes(folder: Path) -> None:
    assert release.fingerprint([folder], "5.2") == release.fingerprint([folder], "5.2")


def test_the_fingerprint_changes_with_the_content_of_a_file(folder: Path) -> None:
    before = release.fingerprint([folder])
    (folder / "styles" / "site.css").write_text("body { margin: 0 }")
    assert release.fingerprint([folder]) != before


def test_the_fingerprint_changes_with_the_name_of_a_file(folder: Path) -> None:
    before = release.fingerprint([folder])
    (folder / "styles" / "site.css").rename(folder / "styles" / "page.css")
    assert release.fingerprint([folder]) != before


def test_the_fingerprint_changes_with_the_other_texts(folder: Path) -> None:
    assert release.fingerprint([folder], "5.2") != release.fingerprint([folder], "5.3")
