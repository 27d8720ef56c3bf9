"""Analyses of finished runs: where the deal was lost, and which moves led nowhere."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone

from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.races.entry import Entry
from games.models.races.trial import Trial
from games.models.visibility import has_help, hidden_from, replayable_by, with_actions


class AnalysisQuerySet(models.QuerySet["Analysis"]):
    def readable_by(self, player: Player | None, now: int) -> AnalysisQuerySet:
        """Return the analyses that a player may read, of the runs they may watch."""
        seen = Entry.objects.filter(replayable_by(player, now))
        return self.told(now).filter(entry__in=seen)

    def told(self, now: int) -> AnalysisQuerySet:
        """Return the analyses that everyone may read who may watch the run.

        Those on the deal of a trial that can still be tried are left out.
        """
        helped = self.filter(has_help(to_datetime(now), "entry__race__deal__"))
        hidden = Trial.objects.filter(hidden_from(None, now))
        return helped.exclude(entry__race__deal__trial__in=hidden)

    def missing(self, since: int = 0) -> models.QuerySet[Entry]:
        """Return the unanalysed entries of races closed since an instant, latest first.

        Left out are entries on cards that the solver may not help with yet, and those without
        actions.
        """
        done = self.filter(entry=OuterRef("pk"))
        over = Entry.objects.filter(
            has_help(Now(), "race__deal__"),
            with_actions(),
            race__closed_at__gte=to_datetime(since),
            moves__gt=0,
        )
        return over.exclude(Exists(done)).order_by("-pk")


class Analysis(models.Model):
    """A worker's analysis of an entry. Actions are given by number; 0 is the deal.

    Only moves that stand count (`racing.Hindsight`): a move taken back can't have lost the deal.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="analysis")
    created_at = models.DateTimeField(default=timezone.now)
    winnable_until = models.PositiveIntegerField(
        null=True, help_text="The last action after which a win is proven to have been possible."
    )
    lost_from = models.PositiveIntegerField(
        null=True, help_text="The first action after which a loss is proven."
    )
    undecided = models.PositiveIntegerField(
        default=0, help_text="Positions between the two, or after the first, that stay open."
    )
    rescue = models.TextField(blank=True, help_text="Moves that win after `winnable_until`.")
    taken_back = models.JSONField(default=list, help_text="Moves taken back, and their undos.")
    circling = models.JSONField(default=list, help_text="Moves between a position and its return.")
    wasted_ms = models.PositiveIntegerField(default=0, help_text="The time of both.")
    direct = models.PositiveIntegerField(default=0, help_text="The moves that are left.")

    objects = AnalysisQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "analyses"
        constraints = (
            models.CheckConstraint(
                condition=Q(winnable_until=None)
                | Q(lost_from=None)
                | Q(winnable_until__lt=models.F("lost_from")),
                name="analysis_won_before_lost",
            ),
        )

    def __str__(self) -> str:
        return f"analysis of {self.entry}"

    @property
    def lost_by(self) -> int | None:
        """The number of the move that lost the deal; None if there is none or it is unknown."""
        return None if self.winnable_until is None or self.undecided else self.lost_from

    @property
    def solution(self) -> list[str]:
        """The solver's winning moves from the deal; empty if none are known. Costs a query."""
        proof = self.entry.race.proof
        return proof.line.split() if proof else []

    def data(self) -> dict[str, Any]:
        """Return the analysis for a page that shows the run. Costs a query.

        `winnable_until`, `lost_from`, `lost_by`: numbers of actions (0: the deal) or null;
        `lost_by` is the move that certainly lost the deal. `taken_back`, `circling`: numbers of the
        actions that led nowhere; `wasted_ms`: their time in milliseconds. `direct`: how many moves
        are left without them. `rescue`: moves that win from the board after `winnable_until`.
        `solution`: moves that win from the deal.
        """
        return {
            "winnable_until": self.winnable_until,
            "lost_from": self.lost_from,
            "lost_by": self.lost_by,
            "taken_back": self.taken_back,
            "circling": self.circling,
            "wasted_ms": self.wasted_ms,
            "direct": self.direct,
            "rescue": self.rescue.split(),
            "solution": self.solution,
        }
