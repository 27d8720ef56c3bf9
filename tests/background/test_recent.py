"""What a process did in the last minutes."""

from __future__ import annotations

from games.background.recent import summary


def pages(*statuses: int) -> dict[tuple[str, tuple[str, ...]], float]:
    """Return a reading of a process that gave these answers."""
    return {("samedeal_pages_total", ("race", str(status))): 1.0 for status in statuses}


def test_a_page_failed_if_the_process_is_to_blame() -> None:
    assert summary({}, pages(200, 302, 404, 429)).failed_pages == 0
    assert summary({}, pages(200, 500, 502)).failed_pages == 2


def test_what_cannot_be_served_now_is_told_of_the_database_instead() -> None:
    found = summary({}, pages(200, 503))
    assert (found.pages, found.failed_pages) == (2, 0)
