"""Durations in words, in each language."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.pages.site.times import clock_text, time_text


@pytest.mark.parametrize(
    ("language", "precise", "whole"), [("en", "3:07.42", "3:07"), ("de", "3:07,42", "3:07")]
)
def test_a_duration_is_told_to_the_hundredth_or_to_the_second(
    language: str, precise: str, whole: str
) -> None:
    with translation.override(language):
        assert time_text(187_429) == precise
        assert clock_text(187_429) == whole
