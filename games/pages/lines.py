"""Lines of leaderboards, as they are written."""

from __future__ import annotations

from dataclasses import dataclass

from games.models.people.player import Player
from games.models.standings.board import PAGE, Board, Placed
from games.pages.results import Result


@dataclass(frozen=True)
class Row(Result):
    """A line of a leaderboard: a result with its rank and its player."""

    rank: int
    player: Player


@dataclass(frozen=True)
class Page:
    """A part of a board, and what is needed to go on from it."""

    rows: list[Row]
    size: int
    around: list[Row]
    """The visitor's line and its neighbours, where the page does not show it."""
    first: bool
    next: str | None
    """What the address of the next page says: the merit and the number of the last line."""


def page_of(name: str, player: Player | None, after: str = "") -> Page:
    """The page of a board after a line, from the top without; one that nobody is on is empty.

    `after` is what `Page.next` was, or whatever the address said.
    """
    board = Board.objects.filter(name=name).first()
    if board is None:
        return Page([], 0, [], first=True, next=None)
    line = _line(after)
    placed = board.top(line)
    last = placed[-1].line if len(placed) == PAGE else None
    around: list[Placed] = []
    if player is not None and all(p.line.player_id != player.pk for p in placed):
        around = board.around(player.pk)
    return Page(
        rows=_rows(placed),
        size=board.size(),
        around=_rows(around),
        first=line is None,
        next=None if last is None else f"{last.merit}-{last.pk}",
    )


def friends_of(name: str, player: Player) -> Page:
    """Those whom a player follows, and the player, ranked among themselves."""
    board = Board.objects.filter(name=name).first()
    people = [player.pk, *player.follows.values_list("followed", flat=True)]
    placed = [] if board is None else board.among(people)
    return Page(_rows(placed), len(placed), [], first=True, next=None)


def _rows(placed: list[Placed]) -> list[Row]:
    return [Row(p.line.entry, p.rank, p.line.player) for p in placed]


def _line(text: str) -> tuple[int, int] | None:
    merit, dash, number = text.partition("-")
    if not (dash and merit.isdecimal() and number.isdecimal()):
        return None
    return int(merit[:18]), int(number[:18])
