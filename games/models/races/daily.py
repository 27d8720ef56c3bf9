"""The daily challenge: one deal per game and UTC day, and one attempt at it per player."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from games import racing
from games.engine import GAMES
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import Deal
from games.models.deals.difficulty import StoredDifficulty
from games.models.deals.proof import Proof
from games.models.people.player import Player
from games.models.races.trial import HOUR_S, Attempt, Trial

DAY = timedelta(days=1)

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


def end_of(day: date) -> int:
    """Return the instant the next UTC day begins."""
    return to_ms(_midnight(day) + DAY)


def days_tried(player: Player) -> dict[date, bool]:
    """Return the days on which a player tried a challenge, as a guest too: true if solved."""
    found: dict[date, bool] = {}
    tries = Attempt.objects.tried().filter(player=player, trial__daily__isnull=False)
    days = tries.order_by("trial__daily__day")
    for day, state in days.values_list("trial__daily__day", "race__entries__state"):
        found[day] = found.get(day, False) or state == racing.RunState.WON
    return found


class DailyQuerySet(models.QuerySet["Daily"]):
    def of_day(self, game: str, now: int) -> Daily | None:
        """Return today's challenge of a game; the first call creates it.

        Its deal has the difficulty of the day, if one is ready. Return None until a secret deal is
        proven: a published one could be looked up beforehand.
        """
        day = day_of(now)
        if (daily := self.filter(game=game, day=day).with_deals().first()) is not None:
            return daily
        rules = f"{game}/standard"
        try:
            with transaction.atomic():
                deal = Proof.objects.take(rules, difficulty_of(game, day))
                if (deal := deal or Proof.objects.take(rules)) is None:
                    # A concurrent call may have taken the last one for this challenge.
                    return self.filter(game=game, day=day).with_deals().first()
                return self.create(game=game, day=day, trial=_trial(rules, day, deal))
        except IntegrityError:
            # A concurrent call came first; the rollback put our deal back in the stock.
            return self.with_deals().get(game=game, day=day)

    @transaction.atomic
    def bring(self, game: str, day: date, rules: str, deal: Deal, limit_s: int) -> Daily:
        """Store the challenge of a past day, which was raced at another site."""
        return self.create(game=game, day=day, trial=_trial(rules, day, deal, limit_s))

    def today(self, now: int) -> dict[str, Daily | None]:
        """Return today's challenge of each game: see `of_day`. One query, once all are made."""
        made = {daily.game: daily for daily in self.filter(day=day_of(now)).with_deals()}
        return {game: made.get(game) or self.of_day(game, now) for game in GAMES}

    def with_deals(self) -> DailyQuerySet:
        """Return these challenges with their trials and deals."""
        return self.select_related("trial__deal")

    def past(self, now: int) -> DailyQuerySet:
        """Return the challenges of past days."""
        return self.filter(day__lt=day_of(now))


class Daily(models.Model):
    """The trial of one game that is open to all players on one UTC day."""

    game = models.CharField(max_length=40)
    day = models.DateField()
    trial = models.OneToOneField(Trial, on_delete=models.PROTECT, related_name="daily")
    created_at = models.DateTimeField(default=timezone.now)

    objects = DailyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "dailies"
        constraints = (models.UniqueConstraint(fields=("game", "day"), name="daily_one_a_day"),)

    def __str__(self) -> str:
        return f"{self.game} {self.day}"

    @property
    def rules(self) -> str:
        """The rules of its trial."""
        return self.trial.rules

    @property
    def deal(self) -> Deal:
        """The deal of its trial."""
        return self.trial.deal

    @property
    def ends_at(self) -> int:
        """The instant the next day begins."""
        return end_of(self.day)

    def attempt(self, player: Player, clock: racing.Clock) -> Attempt:
        """Return a player's one attempt: see `Trial.attempt`."""
        return self.trial.attempt(player, clock)


def _trial(rules: str, day: date, deal: Deal, limit_s: int = HOUR_S) -> Trial:
    opens_at = _midnight(day)
    return Trial.objects.create(
        kind=racing.Kind.DAILY,
        rules=rules,
        deal=deal,
        opens_at=opens_at,
        closes_at=opens_at + DAY,
        limit_s=limit_s,
    )


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
