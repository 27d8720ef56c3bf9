"""The results of any-time races that are over, of many at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from games.models.races.entry import Entry
from games.models.races.trial import Trial, placed
from games.models.visibility import hidden_from
from games.racing import Kind


def results_of_over(
    trials: Iterable[int], now: int
) -> Mapping[int, list[tuple[int | None, Entry]]]:
    """Return the results of those of some any-time races that are over for all, by trial.

    Costs a query at most.
    """
    wanted = set(trials)
    if not wanted:
        return {}
    over = Trial.objects.filter(~hidden_from(None, now), kind=Kind.ANYTIME, pk__in=wanted)
    ended = Entry.objects.filter(
        race__attempt__trial__in=over.values("pk"), race__closed_at__isnull=False
    )
    runs = defaultdict[int, list[Entry]](list)
    for run in ended.select_related("player", "race__attempt").order_by("pk"):
        runs[run.race.attempt.trial_id].append(run)
    return {trial: placed(found) for trial, found in runs.items()}
