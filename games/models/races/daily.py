"""The daily challenge: one deal per game and UTC day, and one attempt at it per player."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games import racing
from games.engine import GAMES
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import Deal
from games.models.deals.difficulty import StoredDifficulty
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.entry import Entry
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.race import Race

COUNTDOWN_S = 3
LIMIT_S = 60 * 60
"""The time limit of an attempt."""

ROTATION = (
    StoredDifficulty.EASY,
    StoredDifficulty.MEDIUM,
    StoredDifficulty.EASY,
    StoredDifficulty.HARD,
)
"""The difficulties of a game's challenges, day by day; each game is a day ahead of the last."""


def difficulty_of(game: str, day: date) -> StoredDifficulty:
    """Return how hard a game's challenge should be on a day, so that every day has easy ones."""
    return ROTATION[(day.toordinal() + list(GAMES).index(game)) % len(ROTATION)]


def day_of(now: int) -> date:
    """Return the UTC day of an instant."""
    return to_datetime(now).date()


class DailyQuerySet(models.QuerySet["Daily"]):
    def of_day(self, game: str, now: int) -> Daily | None:
        """Return today's challenge of a game; the first call creates it.

        Its deal has the difficulty of the day, if one is ready. Return None until a secret deal is
        proven: a published one could be looked up beforehand.
        """
        day = day_of(now)
        if (daily := self.filter(game=game, day=day).select_related("deal").first()) is not None:
            return daily
        rules = f"{game}/standard"
        try:
            with transaction.atomic():
                deal = Proof.objects.take(rules, difficulty_of(game, day))
                if (deal := deal or Proof.objects.take(rules)) is None:
                    # A concurrent call may have taken the last one for this challenge.
                    return self.filter(game=game, day=day).select_related("deal").first()
                return self.create(game=game, day=day, rules=rules, deal=deal)
        except IntegrityError:
            # A concurrent call came first; the rollback put our deal back in the stock.
            return self.select_related("deal").get(game=game, day=day)

    def past(self, now: int) -> DailyQuerySet:
        """Return the challenges of past days."""
        return self.filter(day__lt=day_of(now))


class Daily(models.Model):
    """One deal of one game for all players on one UTC day."""

    game = models.CharField(max_length=40)
    day = models.DateField()
    rules = models.CharField(max_length=255)
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="daily")
    created_at = models.DateTimeField(default=timezone.now)

    objects = DailyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "dailies"
        constraints = (models.UniqueConstraint(fields=("game", "day"), name="daily_one_a_day"),)

    def __str__(self) -> str:
        return f"{self.game} {self.day}"

    @property
    def ends_at(self) -> int:
        """The instant the next day begins."""
        return to_ms(datetime(self.day.year, self.day.month, self.day.day, tzinfo=UTC)) + 86_400_000

    def attempt_of(self, player: Player | None) -> Attempt | None:
        """Return a player's attempt with its race, or None."""
        if player is None:
            return None
        return self.attempts.filter(player=player).select_related("race").first()

    def attempt(self, player: Player, clock: racing.Clock) -> Attempt:
        """Return a player's one attempt, opening it if needed; this doesn't start it.

        :raises RefusedError: if there is none and the day is over, or the player is a bot.
        """
        if (attempt := self.attempt_of(player)) is not None:
            return attempt
        if clock() >= self.ends_at:
            raise racing.RefusedError("too-late", "This daily challenge is over.")
        try:
            with transaction.atomic():
                return self.attempts.create(
                    player=player, race=self._race(player, clock), ranked=not player.guest
                )
        except IntegrityError:
            # Another tab came first.
            return self.attempts.select_related("race").get(player=player)

    def _race(self, player: Player, clock: racing.Clock) -> Race:
        return new_race(
            player,
            self.rules,
            clock,
            RaceOptions(kind=racing.Kind.DAILY, countdown_s=COUNTDOWN_S, limit_s=LIMIT_S),
            deal=self.deal,
        )


class AttemptQuerySet(models.QuerySet["Attempt"]):
    def tried(self) -> AttemptQuerySet:
        """Return the attempts that are over and in which a card was moved."""
        tries = Entry.objects.filter(race=OuterRef("race")).tried()
        return self.filter(Exists(tries), race__closed_at__isnull=False)

    def days(self, player: Player) -> dict[date, bool]:
        """Return the days on which a player tried a challenge, as a guest too: true if solved."""
        found: dict[date, bool] = {}
        states = self.tried().filter(player=player).order_by("daily__day")
        for day, state in states.values_list("daily__day", "race__entries__state"):
            found[day] = found.get(day, False) or state == racing.RunState.WON
        return found


class Attempt(models.Model):
    """A player's one attempt at a daily challenge: a race with a single seat."""

    daily = models.ForeignKey(
        Daily,
        on_delete=models.CASCADE,
        related_name="attempts",
        # The constraint below begins with the daily and serves as its index.
        db_index=False,
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="attempts"
    )
    race = models.OneToOneField("games.Race", on_delete=models.CASCADE, related_name="attempt")
    ranked = models.BooleanField(default=True, help_text="False of those who began as guests.")

    objects = AttemptQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("daily", "player"), name="attempt_once_a_player"),
        )

    def __str__(self) -> str:
        return f"attempt {self.pk}"
