"""Ratings: how strong an account is at a game, from the ranked races it was in.

The races are the truth, in the order in which they ended, and of equal ends by their numbers: every
rating can be computed anew from them. A race that is settled late, voided or restored has all that
came after it computed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q, QuerySet
from openskill.models import PlackettLuce

from games import racing
from games.models.database.snapshot import snapshot
from games.models.deals.proof import Kind
from games.models.races.entry import Entry
from games.models.races.race import Race

MODEL: Final = PlackettLuce()
NEW: Final = (MODEL.mu, MODEL.sigma)
"""Where everybody begins: the mean and its standard deviation."""

SETTLED_AFTER: Final = 10
"""A rating of fewer races is provisional."""

BASE: Final = 1000
POINTS: Final = 40
"""What is shown of a strength: so many points for each unit, beginning at the base."""

ALIKE: Final = 1e-9
"""How far two computations of a rating may be apart."""

Strength = tuple[float, float]


class Ladder(models.Model):
    """The ratings of one game; whoever changes them holds its row."""

    game = models.CharField(max_length=40, unique=True)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.game

    @classmethod
    def hold(cls, game: str) -> None:
        """Keep others from changing the ratings of a game until the transaction ends."""
        cls.objects.get_or_create(game=game)
        cls.objects.filter(game=game).update(version=F("version") + 1)


class RatingQuerySet(models.QuerySet["Rating"]):
    def best(self, game: str) -> RatingQuerySet:
        """The ratings of a game that are settled, the strongest first."""
        settled = self.filter(game=game, races__gte=SETTLED_AFTER, player__is_active=True)
        return settled.select_related("player").order_by("-low", "pk")


class Rating(models.Model):
    """The strength of a player at a game, after the latest ranked race."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    game = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    low = models.FloatField(help_text="What the strength very likely is at least.")
    races = models.PositiveIntegerField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "game"), name="rating_one_a_game"),
        )
        indexes = (models.Index(fields=("game", "-low"), name="rating_best"),)

    def __str__(self) -> str:
        return f"{self.game}: {self.figure}"

    @property
    def figure(self) -> int:
        """The conservative rating: the strength is very likely no less."""
        return points(self.low)

    @property
    def most(self) -> int:
        """What the strength is very likely no more than, on the same scale."""
        return points(self.mu + 3 * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether too few races are behind it for others to be compared with."""
        return self.races < SETTLED_AFTER


class RatingChange(models.Model):
    """What the rating of a player was after a race: once for each race."""

    race = models.ForeignKey(
        "games.Race", on_delete=models.CASCADE, related_name="rating_changes", db_index=False
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    game = models.CharField(max_length=40)
    closed_at = models.DateTimeField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("race", "player"), name="rating_change_once"),
        )
        indexes = (
            models.Index(fields=("game", "closed_at", "race"), name="rating_change_in_order"),
        )

    def __str__(self) -> str:
        return f"race {self.race_id}, player {self.player_id}"

    @property
    def figure(self) -> int:
        """The conservative rating after the race."""
        return points(self.mu - 3 * self.sigma)


def points(strength: float) -> int:
    """A strength as it is shown."""
    return round(BASE + POINTS * strength)


def rate(race: Race) -> None:
    """Take a closed race into the ratings of its game, and all that ended after it again."""
    if race.kind == racing.Kind.RANKED:
        with transaction.atomic():
            Ladder.hold(race.game)
            _compute(race.game, race)


def rate_anew(game: str) -> None:
    """Compute the ratings of a game from its first race on."""
    with transaction.atomic():
        Ladder.hold(game)
        RatingChange.objects.filter(game=game).delete()
        Rating.objects.filter(game=game).delete()
        _compute(game, None)


def wrong_ratings(game: str) -> list[str]:
    """Return how the stored ratings of a game differ from those that its races give.

    Writes nothing. A race that is closed and not booked yet may be rated or not.
    """
    with snapshot():
        strengths: dict[int, Strength] = {}
        counts: dict[int, int] = {}
        changes = {
            (change.race_id, change.player_id): (change.mu, change.sigma)
            for change in RatingChange.objects.filter(game=game)
        }
        rated = {race for race, _player in changes}
        races = (race for race in _races(game, None) if race.booked or race.pk in rated)
        wrong = []
        for race, after in _outcomes(races, strengths):
            for player, strength in after.items():
                counts[player] = counts.get(player, 0) + 1
                if not _alike(changes.pop((race.pk, player), None), strength):
                    wrong.append(f"race {race.code}: the change of player {player}")
        wrong += [
            f"race {number}: player {player} is not rated in it" for number, player in changes
        ]
        stored = {r.player_id: r for r in Rating.objects.filter(game=game)}
        for player in stored.keys() | strengths.keys():
            rating = stored.get(player)
            found = None if rating is None else (rating.mu, rating.sigma)
            count = None if rating is None else rating.races
            if not _alike(found, strengths.get(player)) or count != counts.get(player):
                wrong.append(f"the rating of player {player}")
        return wrong


def _compute(game: str, since: Race | None) -> None:
    """Rate the races of a game in order, from one on or all; whoever calls holds the ladder."""
    strengths: dict[int, Strength] = {}
    if since is not None:
        later = RatingChange.objects.filter(_from(since), game=game)
        for player in set(later.values_list("player", flat=True)):
            strengths[player] = _before(game, player, since)
        later.delete()
    races = _races(game, since)
    for player in _players(races):
        strengths.setdefault(player, NEW if since is None else _before(game, player, since))
    for race, after in _outcomes(races, strengths):
        assert race.closed_at is not None  # noqa: S101
        RatingChange.objects.bulk_create(
            RatingChange(
                race=race, player_id=player, game=game, closed_at=race.closed_at, mu=mu, sigma=sigma
            )
            for player, (mu, sigma) in after.items()
        )
    for player, (mu, sigma) in strengths.items():
        count = RatingChange.objects.filter(game=game, player=player).count()
        if count:
            Rating.objects.update_or_create(
                player_id=player,
                game=game,
                defaults={"mu": mu, "sigma": sigma, "low": mu - 3 * sigma, "races": count},
            )
        else:
            Rating.objects.filter(player=player, game=game).delete()


def _outcomes(
    races: Iterable[Race], strengths: dict[int, Strength]
) -> Iterator[tuple[Race, dict[int, Strength]]]:
    """Each race that counts, and the strengths after it, which are noted in `strengths`."""
    for race in races:
        if not (entries := _rated(race)):
            continue
        before = [strengths.get(entry.player_id, NEW) for entry in entries]
        teams = MODEL.rate(
            [[MODEL.create_rating(list(strength))] for strength in before],
            ranks=[float(entry.place or 0) for entry in entries],
        )
        after = {
            entry.player_id: (float(team[0].mu), float(team[0].sigma))
            for entry, team in zip(entries, teams, strict=True)
        }
        strengths.update(after)
        yield race, after


def _rated(race: Race) -> list[Entry]:
    """The entries of a race that are rated: of accounts, without help, if two such were in it.

    A race counts if somebody finished, and its deal was secret and proven winnable.
    """
    counting = [entry for entry in race.entries.all() if entry.place is not None]
    if not any(entry.state == racing.RunState.WON for entry in counting) or race.deal.public:
        return []
    if not any(p.rules == race.rules and p.kind == Kind.WINNABLE for p in race.deal.proofs.all()):
        return []
    rated = [entry for entry in counting if not (entry.as_guest or entry.assisted)]
    return sorted(rated, key=lambda entry: entry.seat) if len(rated) > 1 else []


def _races(game: str, since: Race | None) -> QuerySet[Race]:
    """The ranked races of a game that are over, from one on or all, in their order."""
    ranked = Race.objects.filter(
        kind=racing.Kind.RANKED, rules__startswith=f"{game}/", closed_at__isnull=False
    )
    if since is not None:
        ranked = ranked.filter(
            Q(closed_at__gt=since.closed_at) | Q(closed_at=since.closed_at, pk__gte=since.pk)
        )
    ordered = ranked.select_related("deal").order_by("closed_at", "pk")
    return ordered.prefetch_related("entries", "deal__proofs")


def _players(races: Iterable[Race]) -> set[int]:
    return {entry.player_id for race in races for entry in race.entries.all()}


def _before(game: str, player: int, race: Race) -> Strength:
    """The strength of a player before a race."""
    earlier = RatingChange.objects.filter(game=game, player=player).exclude(_from(race))
    last = earlier.order_by("-closed_at", "-race").first()
    return NEW if last is None else (last.mu, last.sigma)


def _from(race: Race) -> Q:
    """The changes of a race and of those after it."""
    return Q(closed_at__gt=race.closed_at) | Q(closed_at=race.closed_at, race__gte=race.pk)


def _alike(one: Strength | None, other: Strength | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(a - b) < ALIKE for a, b in zip(one, other, strict=True))
