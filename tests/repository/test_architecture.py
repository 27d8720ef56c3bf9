"""The page of the architecture shows the code as it is."""

from __future__ import annotations

from tests.repository.architecture import DOCUMENT, arrows, needed, picture


def test_the_picture_is_that_of_the_code() -> None:
    assert picture() in DOCUMENT.read_text(encoding="utf-8"), "run tests.repository.architecture"


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    assert needed({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": {"b"}, "b": {"c"}, "c": set()}


def test_nothing_below_knows_what_stands_on_it() -> None:
    assert arrows()["games.engine"] == set()
    assert "games.models.standings" not in arrows()["games.models.races"]
