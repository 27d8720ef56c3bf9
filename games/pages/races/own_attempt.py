"""A visitor's own attempt at a trial."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from games.models import Attempt, Entry, Player
from games.pages.site.times import time_text


@dataclass(frozen=True, kw_only=True)
class OwnAttempt:
    """The visitor's attempt at a trial, if there is one, with its run once that has ended."""

    attempt: Attempt | None = None
    entry: Entry | None = None

    @property
    def state(self) -> str:
        """The state of the attempt: "new", "running" or "ended"."""
        if self.attempt is None or self.attempt.race.starts_at is None:
            return "new"
        return "running" if self.attempt.race.closed_at is None else "ended"

    @property
    def time(self) -> str:
        """The attempt's finishing time; empty unless it was won."""
        if self.entry is None or self.entry.time_ms is None:
            return ""
        return time_text(self.entry.time_ms)


def own_attempts(
    trials: Collection[int], player: Player | None
) -> tuple[dict[int, Attempt], dict[int, Entry]]:
    """Return a player's attempts by trial, and the runs of those that have ended by race."""
    if player is None:
        return {}, {}
    own = Attempt.objects.filter(trial__in=trials, player=player).select_related("race", "player")
    runs = Entry.objects.filter(race__attempt__in=own, race__closed_at__isnull=False)
    return {attempt.trial_id: attempt for attempt in own}, {run.race_id: run for run in runs}
