"""Leaderboards: of each board a player's best result, and how many results each stretch holds.

The entries are the truth: `games.models.standings.booking` can make every board anew from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Sum

from games.models.database.holding import held
from games.models.people.player import Player
from games.models.races.entry import Entry

STRETCH = 10**8
"""The merits that one tally counts: those of one second, of results that are won."""

PAGE = 50

SHOWN = (
    *("board", "merit", "player__name", "player__guest", "player__is_active"),
    *("entry__time_ms", "entry__progress", "entry__moves"),
)
"""What is written in a line; the rest would cost as much again."""


@dataclass(frozen=True)
class Placed:
    """A line of a board and its rank, from 1; equals share one."""

    rank: int
    line: Line


class BoardQuerySet(models.QuerySet["Board"]):
    def hold(self, names: Collection[str]) -> list[Board]:
        """Keep others from changing boards until the transaction ends; those missing are made."""
        for name in sorted(names):
            self.get_or_create(name=name)
        return list(held(self.filter(name__in=names)))


class Board(models.Model):
    """Results that are compared, by a name such as "all/agnes-sorel/standard"."""

    name = models.CharField(max_length=300, unique=True)

    objects = BoardQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @transaction.atomic
    def enter(self, entry: Entry) -> None:
        """Take a result over if it is the player's first here, or better than the one there is."""
        line = self._held_line(entry.player_id)
        if line is None or entry.merit < line.merit:
            self._put(line, entry)

    @transaction.atomic
    def correct(self, player: int, best: Entry | None) -> None:
        """Put the best result of a player in the place of the one there is; None removes it."""
        line = self._held_line(player)
        if best is not None:
            self._put(line, best)
        elif line is not None:
            line.delete()
            self._count(line.merit, None)

    def place(self, line: Line) -> int:
        """The rank of a line: one more than there are better ones."""
        stretch = line.merit // STRETCH
        below = self.tallies.filter(stretch__lt=stretch).aggregate(sum=Sum("count"))["sum"] or 0
        beside = self.lines.filter(merit__gte=stretch * STRETCH, merit__lt=line.merit).count()
        return 1 + below + beside

    def size(self) -> int:
        """How many players are on the board."""
        return self.tallies.aggregate(sum=Sum("count"))["sum"] or 0

    def top(self, after: tuple[int, int] | None = None, length: int = PAGE) -> list[Placed]:
        """The best lines, or those that follow the merit and number of a line."""
        lines = self.lines.shown()
        if after is not None:
            # The first half is what the index can be entered by.
            lines = lines.filter(merit__gte=after[0]).exclude(merit=after[0], pk__lte=after[1])
        return self._placed(lines[:length])

    def around(self, player: int, reach: int = 5) -> list[Placed]:
        """The line of a player with the ones before and after it; empty without one."""
        own = self.lines.shown().filter(player=player).first()
        if own is None:
            return []
        better = self.lines.shown().filter(merit__lte=own.merit)
        better = better.exclude(merit=own.merit, pk__gte=own.pk).order_by("-merit", "-pk")
        worse = self.lines.shown().filter(merit__gte=own.merit)
        worse = worse.exclude(merit=own.merit, pk__lte=own.pk)
        return self._placed([*reversed(better[:reach]), own, *worse[:reach]])

    def among(self, players: Iterable[Player | int]) -> list[Placed]:
        """The lines of some players, ranked among themselves."""
        placed: list[Placed] = []
        for position, line in enumerate(self.lines.shown().filter(player__in=players), 1):
            equal = placed and line.merit == placed[-1].line.merit
            placed.append(Placed(placed[-1].rank if equal else position, line))
        return placed

    def _placed(self, lines: Iterable[Line]) -> list[Placed]:
        """Neighbouring lines with their ranks, which cost two queries."""
        placed: list[Placed] = []
        position = 0
        for line in lines:
            if not placed:
                rank = self.place(line)
                position = rank + self.lines.filter(merit=line.merit, pk__lt=line.pk).count()
            else:
                position += 1
                rank = placed[-1].rank if line.merit == placed[-1].line.merit else position
            placed.append(Placed(rank, line))
        return placed

    def _held_line(self, player: int) -> Line | None:
        """The line of a player as it stays until the transaction ends, or None."""
        held(Board.objects.filter(pk=self.pk)).get()
        return self.lines.filter(player=player).first()

    def _put(self, line: Line | None, entry: Entry) -> None:
        if line is None:
            self.lines.create(player_id=entry.player_id, entry=entry, merit=entry.merit)
        else:
            self.lines.filter(pk=line.pk).update(entry=entry, merit=entry.merit)
        self._count(None if line is None else line.merit, entry.merit)

    def _count(self, before: int | None, after: int | None) -> None:
        """Note in the tallies that a line has changed its merit, has come, or has gone."""
        changes = Counter[int]()
        if before is not None:
            changes[before // STRETCH] -= 1
        if after is not None:
            changes[after // STRETCH] += 1
        for stretch, change in changes.items():
            if change:
                self.tallies.get_or_create(stretch=stretch)
                self.tallies.filter(stretch=stretch).update(count=F("count") + change)


class LineQuerySet(models.QuerySet["Line"]):
    def shown(self) -> LineQuerySet:
        """The best first, with what is written in a line."""
        lines = self.select_related("player", "entry").only(*SHOWN)
        return lines.order_by("merit", "pk")


class Line(models.Model):
    """The best result of a player on a board."""

    board = models.ForeignKey(
        Board,
        on_delete=models.CASCADE,
        related_name="lines",
        # The constraint below begins with the board and serves as its index.
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lines"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="lines")
    merit = models.BigIntegerField(help_text="The smaller, the better: racing.merit.")

    objects = LineQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("board", "player"), name="line_one_a_player"),
        )
        indexes = (
            # A page is a walk along it from where the last one ended.
            models.Index(fields=("board", "merit", "id"), name="line_in_order"),
        )

    def __str__(self) -> str:
        return f"line {self.pk}"


class Tally(models.Model):
    """How many lines of a board have a merit in one stretch, so that a rank is a short sum."""

    board = models.ForeignKey(
        Board, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    stretch = models.PositiveIntegerField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = (
            models.UniqueConstraint(fields=("board", "stretch"), name="tally_once_a_stretch"),
        )

    def __str__(self) -> str:
        return f"{self.board_id}: {self.count} in {self.stretch}"
