"""Counting a race's watchers at other processes."""

from __future__ import annotations

from games.live.audience import FORGOTTEN_AFTER, Audience


def test_the_latest_count_of_each_process_is_added_up() -> None:
    audience = Audience()
    assert audience.count(0) == 0
    assert audience.hear("one", 2, 100)
    assert audience.hear("other", 3, 200)
    assert audience.count(300) == 5
    assert audience.hear("one", 1, 300)
    assert audience.count(300) == 4


def test_a_repeated_count_is_no_news() -> None:
    audience = Audience()
    assert audience.hear("one", 2, 100)
    assert not audience.hear("one", 2, 200)
    assert not audience.hear("other", 0, 200)


def test_a_silent_process_is_forgotten_until_it_reports_again() -> None:
    audience = Audience()
    audience.hear("one", 2, 100)
    assert audience.count(99 + FORGOTTEN_AFTER) == 2
    assert audience.count(100 + FORGOTTEN_AFTER) == 0
    audience.hear("one", 2, 50_000)
    audience.hear("one", 2, 55_000)
    assert audience.count(54_999 + FORGOTTEN_AFTER) == 2
