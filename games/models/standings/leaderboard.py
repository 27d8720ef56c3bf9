"""Leaderboards: each player's best result, and how many results each stretch of rank keys holds.

The entries are the truth: `games.models.standings.booking` can rebuild every leaderboard from them.
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
"""How many rank keys one tally covers: one second of winning times."""

PAGE = 50

SHOWN = (
    *("leaderboard", "rank_key"),
    *("player__name", "player__guest", "player__bot", "player__is_active"),
    *("entry__time_ms", "entry__progress", "entry__moves", "entry__race__actions_removed_at"),
)
"""The columns that a page shows; reading the others would double the cost."""


@dataclass(frozen=True)
class Placed:
    """A row and its rank, from 1; equal results share a rank."""

    rank: int
    row: LeaderboardRow


class LeaderboardQuerySet(models.QuerySet["Leaderboard"]):
    def hold(self, names: Collection[str]) -> list[Leaderboard]:
        """Lock leaderboards until the transaction ends, creating those that are missing."""
        for name in sorted(names):
            self.get_or_create(name=name)
        return list(held(self.filter(name__in=names)))


class Leaderboard(models.Model):
    """Results that are ranked together, by a name such as "all/agnes-sorel/standard"."""

    name = models.CharField(max_length=300, unique=True)

    objects = LeaderboardQuerySet.as_manager()

    class Meta:
        db_table = "games_board"

    def __str__(self) -> str:
        return self.name

    @transaction.atomic
    def enter(self, entry: Entry) -> None:
        """Record a result if it is the player's first here, or better than the recorded one."""
        row = self._held_row(entry.player_id)
        if row is None or entry.rank_key < row.rank_key:
            self._put(row, entry)

    @transaction.atomic
    def correct(self, player: int, best: Entry | None) -> None:
        """Replace a player's result with the best one, or remove it if that is None."""
        row = self._held_row(player)
        if best is not None:
            self._put(row, best)
        elif row is not None:
            row.delete()
            self._count(row.rank_key, None)

    def place(self, row: LeaderboardRow) -> int:
        """Return the rank of a row."""
        return self.rank_of(row.rank_key)

    def rank_of(self, rank_key: int) -> int:
        """Return the rank that a result has or would have: one more than the better rows."""
        stretch = rank_key // STRETCH
        below = self.tallies.filter(stretch__lt=stretch).aggregate(sum=Sum("count"))["sum"] or 0
        beside = self.rows.filter(rank_key__gte=stretch * STRETCH, rank_key__lt=rank_key)
        return 1 + below + beside.count()

    def size(self) -> int:
        """Return how many players are on the leaderboard."""
        return self.tallies.aggregate(sum=Sum("count"))["sum"] or 0

    def top(self, after: tuple[int, int] | None = None, length: int = PAGE) -> list[Placed]:
        """Return the best rows, or those that follow a row's rank key and number."""
        rows = self.rows.shown()
        if after is not None:
            # The range comes first: it is what an index scan can start from.
            rows = rows.filter(rank_key__gte=after[0]).exclude(rank_key=after[0], pk__lte=after[1])
        return self._placed(rows[:length])

    def around(self, player: int, reach: int = 5) -> list[Placed]:
        """Return a player's row with its neighbours; empty if the player has none."""
        own = self.rows.shown().filter(player=player).first()
        if own is None:
            return []
        better = self.rows.shown().filter(rank_key__lte=own.rank_key)
        better = better.exclude(rank_key=own.rank_key, pk__gte=own.pk).order_by("-rank_key", "-pk")
        worse = self.rows.shown().filter(rank_key__gte=own.rank_key)
        worse = worse.exclude(rank_key=own.rank_key, pk__lte=own.pk)
        return self._placed([*reversed(better[:reach]), own, *worse[:reach]])

    def among(self, players: Iterable[Player | int]) -> list[Placed]:
        """Return the rows of some players, ranked among themselves."""
        placed: list[Placed] = []
        for position, row in enumerate(self.rows.shown().filter(player__in=players), 1):
            equal = placed and row.rank_key == placed[-1].row.rank_key
            placed.append(Placed(placed[-1].rank if equal else position, row))
        return placed

    def _placed(self, rows: Iterable[LeaderboardRow]) -> list[Placed]:
        """Rank neighbouring rows at the cost of two queries."""
        placed: list[Placed] = []
        position = 0
        for row in rows:
            if not placed:
                rank = self.place(row)
                equal_before = self.rows.filter(rank_key=row.rank_key, pk__lt=row.pk)
                position = rank + equal_before.count()
            else:
                position += 1
                rank = placed[-1].rank if row.rank_key == placed[-1].row.rank_key else position
            placed.append(Placed(rank, row))
        return placed

    def _held_row(self, player: int) -> LeaderboardRow | None:
        """Lock the leaderboard until the transaction ends, and return a player's row."""
        held(Leaderboard.objects.filter(pk=self.pk)).get()
        return self.rows.filter(player=player).first()

    def _put(self, row: LeaderboardRow | None, entry: Entry) -> None:
        if row is None:
            self.rows.create(player_id=entry.player_id, entry=entry, rank_key=entry.rank_key)
        else:
            self.rows.filter(pk=row.pk).update(entry=entry, rank_key=entry.rank_key)
        self._count(None if row is None else row.rank_key, entry.rank_key)

    def _count(self, before: int | None, after: int | None) -> None:
        """Update the tallies after a row came, went or changed its rank key."""
        changes = Counter[int]()
        if before is not None:
            changes[before // STRETCH] -= 1
        if after is not None:
            changes[after // STRETCH] += 1
        for stretch, change in changes.items():
            if change:
                self.tallies.get_or_create(stretch=stretch)
                self.tallies.filter(stretch=stretch).update(count=F("count") + change)


class LeaderboardRowQuerySet(models.QuerySet["LeaderboardRow"]):
    def shown(self) -> LeaderboardRowQuerySet:
        """Order rows best first, with what a page shows of them."""
        rows = self.select_related("player", "entry__race").only(*SHOWN)
        return rows.order_by("rank_key", "pk")


class LeaderboardRow(models.Model):
    """A player's best result on a leaderboard."""

    leaderboard = models.ForeignKey(
        Leaderboard,
        on_delete=models.CASCADE,
        related_name="rows",
        db_column="board_id",
        # The constraint below begins with the leaderboard and serves as its index.
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leaderboard_rows"
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="leaderboard_rows")
    rank_key = models.BigIntegerField(
        db_column="merit", help_text="Smaller ranks higher: racing.rank_key."
    )

    objects = LeaderboardRowQuerySet.as_manager()

    class Meta:
        db_table = "games_line"
        constraints = (
            models.UniqueConstraint(fields=("leaderboard", "player"), name="line_one_a_player"),
        )
        indexes = (
            # Paging walks along this index from where the last page ended.
            models.Index(fields=("leaderboard", "rank_key", "id"), name="line_in_order"),
        )

    def __str__(self) -> str:
        return f"leaderboard row {self.pk}"


class LeaderboardTally(models.Model):
    """How many rows have a rank key in one stretch, so that ranking a row is a short sum."""

    leaderboard = models.ForeignKey(
        Leaderboard,
        on_delete=models.CASCADE,
        related_name="tallies",
        db_column="board_id",
        db_index=False,
    )
    stretch = models.PositiveIntegerField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "games_tally"
        verbose_name_plural = "leaderboard tallies"
        constraints = (
            models.UniqueConstraint(fields=("leaderboard", "stretch"), name="tally_once_a_stretch"),
        )

    def __str__(self) -> str:
        return f"{self.leaderboard_id}: {self.count} in {self.stretch}"
