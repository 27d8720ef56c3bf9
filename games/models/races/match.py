"""Matches: chains of races of the same people, whose places make the score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from games import racing
from games.models.database.holding import held
from games.models.people.player import Player
from games.models.races.entry import Entry, EntryQuerySet

LEFT: Final = (racing.RunState.FORFEIT, racing.RunState.NO_SHOW)
"""How runs end whose player wasn't there at the end."""


class MatchQuerySet(models.QuerySet["Match"]):
    def open_for(
        self, goal: racing.Goal, draw: Callable[[int], bytes], *, chosen: bool = True
    ) -> Match:
        """Store a match without races, with a code that no match has."""
        code = racing.race_code(draw(racing.CODE_BYTES))
        while self.filter(code=code).exists():
            code = racing.race_code(draw(racing.CODE_BYTES))
        return self.create(code=code, target=goal.target, two_ahead=goal.two_ahead, chosen=chosen)

    def of(self, player: Player) -> MatchQuerySet:
        """Return the matches in which a player has raced to the end of a race, newest first."""
        raced = Entry.objects.filter(player=player, race__closed_at__isnull=False)
        found = self.filter(races__race__in=raced.values("race")).distinct()
        return found.order_by("-pk")


class Match(models.Model):
    """What a match is played to, and whether it was stopped. Its score is that of its races."""

    code = models.CharField(max_length=racing.CODE_LENGTH, unique=True, editable=False)
    target = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many wins end it; empty for an open series."
    )
    two_ahead = models.BooleanField(
        default=False, help_text="The winner of two players must be two wins ahead."
    )
    chosen = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Chosen in a room; otherwise a rematch made it.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    stopped_at = models.DateTimeField(null=True, blank=True, editable=False)
    stopped_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        editable=False,
        db_index=False,
    )

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "matches"
        constraints = (
            models.CheckConstraint(
                condition=Q(target=None, two_ahead=False) | Q(target__in=racing.TARGETS),
                name="match_target_to_choose",
            ),
        )

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    @property
    def goal(self) -> racing.Goal:
        """What ends it."""
        return racing.Goal(self.target, self.two_ahead)

    @property
    def is_chosen(self) -> bool:
        """Whether someone chose to play a match; otherwise a rematch made it."""
        return self.chosen or self.target is not None

    def entries(self) -> EntryQuerySet:
        """Return the entries of its races that are over, in the order of races and seats."""
        over = Entry.objects.filter(race__in_match__match=self, race__closed_at__isnull=False)
        return over.order_by("race__in_match__number", "seat")

    def score(self) -> racing.Match:
        """Return its races that are over as a value. Costs one query."""
        races: dict[int, list[racing.Placed]] = {}
        fields = ("race__in_match__number", "player", "place", "state", "ready", "moves")
        for number, player, place, state, ready, moves in self.entries().values_list(*fields):
            # Who was neither ready nor there has missed the race.
            is_missed = state == racing.RunState.NO_SHOW and not ready
            is_idle = not racing.Run(racing.RunState(state), moves=moves).has_moved
            placed = racing.Placed(player, None if is_missed else place, is_idle)
            races.setdefault(number, []).append(placed)
        return racing.Match(
            self.goal, tuple(map(tuple, races.values())), self.stopped_at is not None
        )

    def hold(self) -> racing.Match:
        """Lock it until the transaction ends, and return its score."""
        return held(Match.objects.filter(pk=self.pk)).get().score()


class MatchRace(models.Model):
    """A race of a match. Its number is its place in the chain, from 1."""

    match = models.ForeignKey(
        Match,
        on_delete=models.CASCADE,
        related_name="races",
        editable=False,
        # The constraint below begins with the match and serves as its index.
        db_index=False,
    )
    race = models.OneToOneField(
        "games.Race", on_delete=models.CASCADE, related_name="in_match", editable=False
    )
    number = models.PositiveSmallIntegerField(editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="match_race_one_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.match} {self.number}"

    @property
    def told_number(self) -> int:
        """Which race of its match this is; 0 of the first two of an open series.

        A rematch makes a single race the first of a series: that one is asked for as a rematch.
        """
        is_rematch = not self.match.is_chosen and self.number <= 2
        return 0 if is_rematch else self.number

    @property
    def sets_goal(self) -> bool:
        """Whether the goal may still be set here: in the first race, or in the first rematch."""
        return self.number == 1 or (self.number == 2 and not self.match.chosen)

    def goal_for(self, wanted: racing.Goal | None) -> racing.Goal | None:
        """Return the goal that the match has once the host of this race wants one.

        None makes it a single race, or leaves the open series as it is.
        """
        if not self.sets_goal:
            return self.match.goal
        return wanted or racing.OPEN_SERIES if self.number > 1 else wanted


def begin(
    race: int, goal: racing.Goal, draw: Callable[[int], bytes], *, chosen: bool = True
) -> Match:
    """Make a race the first of a match."""
    match = Match.objects.open_for(goal, draw, chosen=chosen)
    MatchRace.objects.create(match=match, race_id=race, number=1)
    return match


def link_of(race: int) -> MatchRace | None:
    """Return where a race is in its match; None of a single race. Costs a query."""
    return MatchRace.objects.filter(race=race).select_related("match").first()


def change_goal(race: int, goal: racing.Goal | None, draw: Callable[[int], bytes]) -> None:
    """Change the match whose first race this is, or make it a single race with None.

    The caller holds the race. A match that goes on stays as it is, except that the first rematch of
    a single race may give it a goal.
    """
    link = link_of(race)
    if link is None:
        if goal is not None:
            begin(race, goal, draw)
    elif (settled := link.goal_for(goal)) is None:
        link.match.delete()
    else:
        own = Match.objects.filter(pk=link.match_id)
        own.update(target=settled.target, two_ahead=settled.two_ahead)


def forget(race: int) -> None:
    """Delete the match of a race that never starts, if it is the first."""
    Match.objects.filter(races__in=MatchRace.objects.filter(race=race, number=1)).delete()


def seats_after(race: int | None) -> racing.MatchSeats:
    """Return what the race after this one knows of those before. Costs up to four queries."""
    if race is None:
        return racing.NO_MATCH
    before = link_of(race)
    if before is None:
        return racing.NO_MATCH
    score = before.match.score()
    # Latest first, so that the first seat of each stays.
    entries = list(before.match.entries().reverse().values_list("player", "seat", "player__bot"))
    seats = {player: seat for player, seat, _ in entries}
    # A bot doesn't choose, and no one waits until it does.
    choosers = score.choosers - {player for player, _, bot in entries if bot}
    return racing.MatchSeats(
        frozenset(score.players), choosers, score.goal.target is not None, seats
    )
