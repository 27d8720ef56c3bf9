"""Leaderboard rows, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from games.models import Daily, Entry
from games.models.people.player import Player
from games.models.standings.leaderboard import PAGE, Leaderboard, Placed
from games.pages.races.results import Row


@dataclass(frozen=True)
class Page:
    """A page of a leaderboard, and what the link to the next one needs."""

    rows: list[Row]
    size: int
    around: list[Row]
    """The visitor's row and its neighbours, unless the page already shows them."""
    first: bool
    next: str | None
    """The cursor in the next page's address: the rank key and primary key of the last row."""


def page_of(name: str, player: Player | None, after: str = "") -> Page:
    """Return the page of a leaderboard after a cursor, or the first page without one.

    `after` is `Page.next`, or any text from an address. Without rows, the page is empty.
    """
    leaderboard = Leaderboard.objects.filter(name=name).first()
    if leaderboard is None:
        return Page([], 0, [], first=True, next=None)
    after_row = _after(after)
    placed = leaderboard.top(after_row)
    last = placed[-1].row if len(placed) == PAGE else None
    around: list[Placed] = []
    if player is not None and all(p.row.player_id != player.pk for p in placed):
        around = leaderboard.around(player.pk)
    return Page(
        rows=_rows(placed),
        size=leaderboard.size(),
        around=_rows(around),
        first=after_row is None,
        next=None if last is None else f"{last.rank_key}-{last.pk}",
    )


def friends_of(name: str, player: Player) -> Page:
    """Return a page with the player and everyone the player follows, ranked among themselves."""
    leaderboard = Leaderboard.objects.filter(name=name).first()
    people = [player.pk, *player.follows.values_list("followed", flat=True)]
    placed = [] if leaderboard is None else leaderboard.among(people)
    return Page(_rows(placed), len(placed), [], first=True, next=None)


def guests_of(daily: Daily) -> list[Row]:
    """Return the best of those who played a daily as guests: they are seen, but not ranked."""
    runs = Entry.objects.tried().filter(
        race__attempt__trial__daily=daily,
        race__attempt__ranked=False,
        race__closed_at__isnull=False,
        place__isnull=False,
    )
    best = runs.order_by(F("time_ms").asc(nulls_last=True), "-progress", "moves", "pk")[:PAGE]
    return [Row(run, None, run.player) for run in best.select_related("race", "player")]


def _rows(placed: list[Placed]) -> list[Row]:
    return [Row(p.row.entry, p.rank, p.row.player) for p in placed]


def _after(text: str) -> tuple[int, int] | None:
    rank_key, dash, number = text.partition("-")
    if not (dash and rank_key.isdecimal() and number.isdecimal()):
        return None
    return int(rank_key[:18]), int(number[:18])
