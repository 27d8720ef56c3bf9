"""Ratings: how strong an account is at a game, from its ranked races.

The races are the source of truth, in the order they ended, ties broken by primary key: every rating
can be recomputed from them, and from those that accounts brought along from another site. A race
settled late, and a run voided or restored, has the ratings from that race on recomputed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q, QuerySet
from openskill.models import PlackettLuce

from games import racing
from games.models.database.snapshot import snapshot
from games.models.deals.proof import ProofKind
from games.models.races.entry import Entry
from games.models.races.race import Race
from games.models.standings.earlier_rating import EarlierRating

MODEL: Final = PlackettLuce()
SETTLED_AFTER: Final = 10
"""A rating from fewer races is provisional."""

BASE: Final = 1000
POINTS: Final = 40
"""A strength is shown as BASE plus so many points per unit."""

SPREAD: Final = 3
"""Standard deviations between a strength's mean and its bounds: about 99.7 % of a normal."""

ALIKE: Final = 1e-9
"""How far two computations of the same rating may differ."""


class Strength(NamedTuple):
    """An estimate of a strength: its mean and standard deviation."""

    mu: float
    sigma: float

    @property
    def low(self) -> float:
        """The conservative estimate: the strength is very likely at least this."""
        return self.mu - SPREAD * self.sigma

    @property
    def high(self) -> float:
        """The strength is very likely at most this."""
        return self.mu + SPREAD * self.sigma


NEW: Final = Strength(MODEL.mu, MODEL.sigma)
"""The strength of a new player."""


class Ladder(models.Model):
    """The row to lock before changing the ratings of a game."""

    game = models.CharField(max_length=40, unique=True)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.game

    @classmethod
    def hold(cls, game: str) -> None:
        """Lock the ratings of a game until the transaction ends."""
        cls.objects.get_or_create(game=game)
        cls.objects.filter(game=game).update(version=F("version") + 1)


class RatingQuerySet(models.QuerySet["Rating"]):
    def best(self, game: str, *, bots: bool = False) -> RatingQuerySet:
        """Return the ratings of people, or of bots, that aren't provisional, strongest first."""
        settled = self.filter(game=game, races__gte=SETTLED_AFTER, player__is_active=True)
        return settled.filter(player__bot=bots).select_related("player").order_by("-low", "pk")


class Rating(models.Model):
    """A player's strength at a game, after the latest ranked race."""

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
        """The conservative rating: the strength is very likely at least this."""
        return points(self.low)

    @property
    def most(self) -> int:
        """The upper bound on the same scale: the strength is very likely at most this."""
        return points(Strength(self.mu, self.sigma).high)

    @property
    def is_provisional(self) -> bool:
        """Whether it rests on too few races to be compared with others."""
        return self.races < SETTLED_AFTER


class RatingChangeQuerySet(models.QuerySet["RatingChange"]):
    def until(self, race: Race, player: int) -> RatingChangeQuerySet:
        """Return a player's changes at a race's game up to that race, the latest first."""
        own = self.filter(game=race.game, player=player)
        until = own.exclude(_from(race)) | own.filter(race=race)
        return until.order_by("-closed_at", "-race")


class RatingChange(models.Model):
    """A player's rating after a race: one for each race."""

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

    objects = RatingChangeQuerySet.as_manager()

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
        return points(Strength(self.mu, self.sigma).low)


def points(strength: float) -> int:
    """Return a strength on the scale that is shown."""
    return round(BASE + POINTS * strength)


def rate(race: Race) -> None:
    """Recompute the ratings of a closed race's game from that race on, if it is ranked."""
    if race.kind == racing.Kind.RANKED:
        with transaction.atomic():
            Ladder.hold(race.game)
            _compute(race.game, race)


def recompute_ratings(game: str) -> None:
    """Recompute the ratings of a game from its first race on."""
    with transaction.atomic():
        Ladder.hold(game)
        RatingChange.objects.filter(game=game).delete()
        Rating.objects.filter(game=game).delete()
        _compute(game, None)


def wrong_ratings(game: str, step: Callable[[], object] = lambda: None) -> Iterator[str]:
    """Yield how the stored ratings of a game differ from those recomputed from its races.

    Writes nothing; calls `step` once for each race. A closed race that isn't booked yet may be
    rated or not.
    """
    with snapshot():
        strengths, counts = _earlier(game)
        changes = {
            (change.race_id, change.player_id): Strength(change.mu, change.sigma)
            for change in RatingChange.objects.filter(game=game)
        }
        rated = {race for race, _player in changes}
        races = _counted(_races(game, None), step)
        settled = (race for race in races if race.booked or race.pk in rated)
        for race, after in _outcomes(settled, strengths):
            for player, strength in after.items():
                counts[player] = counts.get(player, 0) + 1
                if not _alike(changes.pop((race.pk, player), None), strength):
                    yield f"race {race.code}: the change of player {player}"
        for number, player in changes:
            yield f"race {number}: player {player} is not rated in it"
        stored = {r.player_id: r for r in Rating.objects.filter(game=game)}
        for player in stored.keys() | strengths.keys():
            rating = stored.get(player)
            found = None if rating is None else Strength(rating.mu, rating.sigma)
            count = None if rating is None else rating.races
            if not _alike(found, strengths.get(player)) or count != counts.get(player):
                yield f"the rating of player {player}"


def steps_of_check(game: str) -> int:
    """Return how many steps `wrong_ratings` takes."""
    return _races(game, None).count()


def _counted(races: Iterable[Race], step: Callable[[], object]) -> Iterator[Race]:
    for race in races:
        yield race
        step()


def _compute(game: str, since: Race | None) -> None:
    """Rate the races of a game in order, from one race on or all. The caller holds the ladder."""
    strengths = _earlier(game)[0] if since is None else {}
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
                race=race,
                player_id=player,
                game=game,
                closed_at=race.closed_at,
                **strength._asdict(),
            )
            for player, strength in after.items()
        )
    for player, strength in strengths.items():
        changes = RatingChange.objects.filter(game=game, player=player)
        brought = EarlierRating.objects.filter(game=game, player=player).first()
        if count := changes.count() + (brought.races if brought else 0):
            Rating.objects.update_or_create(
                player_id=player,
                game=game,
                defaults=strength._asdict() | {"low": strength.low, "races": count},
            )
        else:
            Rating.objects.filter(player=player, game=game).delete()


def _earlier(game: str) -> tuple[dict[int, Strength], dict[int, int]]:
    """Return the strengths that accounts brought along, and from how many races."""
    brought = EarlierRating.objects.filter(game=game)
    found = list(brought.values_list("player", "mu", "sigma", "races"))
    return (
        {player: Strength(mu, sigma) for player, mu, sigma, _races in found},
        {player: races for player, _mu, _sigma, races in found},
    )


def _outcomes(
    races: Iterable[Race], strengths: dict[int, Strength]
) -> Iterator[tuple[Race, dict[int, Strength]]]:
    """Yield each race that counts with the strengths after it, and update `strengths`."""
    for race in races:
        after: dict[int, Strength] = {}
        for entries in _rated(race):
            before = [strengths.get(entry.player_id, NEW) for entry in entries]
            teams = MODEL.rate(
                [[MODEL.create_rating(list(strength))] for strength in before],
                ranks=[float(entry.place or 0) for entry in entries],
            )
            for entry, team in zip(entries, teams, strict=True):
                after[entry.player_id] = Strength(float(team[0].mu), float(team[0].sigma))
        if after:
            strengths.update(after)
            yield race, after


def _rated(race: Race) -> list[list[Entry]]:
    """Return the entries that are rated against each other: people's, and bots'.

    A race counts if its deal was secret and proven winnable.
    """
    if race.deal.public or not any(
        p.rules == race.rules and p.kind == ProofKind.WINNABLE for p in race.deal.proofs.all()
    ):
        return []
    entries = [entry for entry in race.entries.all() if entry.place is not None]
    both = ([entry for entry in entries if entry.player.bot is bot] for bot in (False, True))
    return [rated for alike in both if (rated := _rated_among(alike))]


def _rated_among(placed: list[Entry]) -> list[Entry]:
    """Return the unassisted entries of accounts, if anyone here finished and two are such."""
    rated = [entry for entry in placed if not (entry.as_guest or entry.assisted)]
    finished = any(entry.state == racing.RunState.WON for entry in placed)
    return sorted(rated, key=lambda entry: entry.seat) if finished and len(rated) > 1 else []


def _races(game: str, since: Race | None) -> QuerySet[Race]:
    """Return the finished ranked races of a game in order, from one race on or all."""
    ranked = Race.objects.filter(
        kind=racing.Kind.RANKED, rules__startswith=f"{game}/", closed_at__isnull=False
    )
    if since is not None:
        ranked = ranked.filter(
            Q(closed_at__gt=since.closed_at) | Q(closed_at=since.closed_at, pk__gte=since.pk)
        )
    ordered = ranked.select_related("deal").order_by("closed_at", "pk")
    return ordered.prefetch_related("entries__player", "deal__proofs")


def _players(races: Iterable[Race]) -> set[int]:
    return {entry.player_id for race in races for entry in race.entries.all()}


def _before(game: str, player: int, race: Race) -> Strength:
    """Return a player's strength before a race."""
    changes = RatingChange.objects.filter(game=game, player=player).exclude(_from(race))
    last = changes.order_by("-closed_at", "-race").first()
    brought = last or EarlierRating.objects.filter(game=game, player=player).first()
    return NEW if brought is None else Strength(brought.mu, brought.sigma)


def _from(race: Race) -> Q:
    """Return the condition for the rating changes of a race and of those after it."""
    return Q(closed_at__gt=race.closed_at) | Q(closed_at=race.closed_at, race__gte=race.pk)


def _alike(one: Strength | None, other: Strength | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(a - b) < ALIKE for a, b in zip(one, other, strict=True))
