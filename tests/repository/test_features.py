"""A feature is found by one word: its script, view, template and test share a name and a room."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.repository.files import REPOSITORY, tracked

ROOMS: Final = {path.parent.name for path in tracked("games/pages/*/__init__.py")} & {
    path.name for path in (REPOSITORY / "games/pages").iterdir()
}
FEATURES: Final = sorted(path.parent.name for path in tracked("frontend/src/*/main.js"))
PARTS: Final = ("games/pages", "frontend/templates", "tests/pages")

FOUND_BY_NAME: Final = {"account", "admin", "allauth", "idp", "mfa"}
"""Folders of templates in which allauth and the admin look for those of their pages."""


def rooms_of(part: str, feature: str) -> set[str]:
    """Return the rooms with a file or folder of a feature's name."""
    inside = [path.relative_to(REPOSITORY / part) for path in tracked(f"{part}/*")]
    return {path.parts[0] for path in inside if feature in _words(path)}


def _words(path: Path) -> set[str]:
    """Return the names of the folders around a file, and its own."""
    return {*path.parts[:-1], path.stem.removeprefix("test_")}


def test_there_are_features() -> None:
    assert {"race", "replay", "friends"} <= set(FEATURES)


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_has_one_room_in_all_parts(feature: str) -> None:
    found = {part: rooms_of(part, feature) for part in PARTS}
    assert all(found.values()), found
    assert set.intersection(*found.values()), found


@pytest.mark.parametrize("part", PARTS)
def test_every_folder_is_a_room(part: str) -> None:
    folders = {p.relative_to(REPOSITORY / part).parts[0] for p in tracked(f"{part}/*/*")}
    assert folders - FOUND_BY_NAME <= ROOMS
