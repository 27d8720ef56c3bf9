"""The architecture page matches the code."""

from __future__ import annotations

from tests.repository.architecture import DOCUMENT, arrows, needed, picture


def test_the_picture_matches_the_code() -> None:
    assert picture() in DOCUMENT.read_text(encoding="utf-8"), "run tests.repository.architecture"


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    assert needed({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": {"b"}, "b": {"c"}, "c": set()}


def test_lower_rooms_import_no_higher_ones() -> None:
    assert arrows()["games.engine"] == set()
    assert "games.models.standings" not in arrows()["games.models.races"]
