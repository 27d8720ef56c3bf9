"""Ghosts to race while waiting: a recorded run of similar pace, or else the solver's own win."""

from __future__ import annotations

from collections.abc import Collection
from statistics import median_low, quantiles
from typing import Final, NamedTuple

from games import racing
from games.engine import Rules
from games.models.deals.deal import Deal
from games.models.deals.difficulty import EASIEST_FIRST
from games.models.deals.proof import Proof, ProofKind
from games.models.people.player import Player
from games.models.play.practice import begin_practice, choose_among
from games.models.races.entry import Entry, EntryQuerySet
from games.models.races.race import Race
from games.models.visibility import replayable_by

LATEST: Final = 200
"""How many runs to choose from: those that ended last."""

OWN: Final = 15
"""How many of a player's latest wins tell the usual pace."""

SIMILAR: Final = 2
"""A run of similar pace takes at most this many times as long, or as short."""

NEWCOMER_MS: Final = 4_000
"""The solver's pace against a newcomer: milliseconds a move."""


class Meeting(NamedTuple):
    """A practice that has begun against a ghost: the run of an entry, or of the solver if None."""

    race: Race
    entry: Entry | None


def usual_time(player: Player, rules: str) -> int | None:
    """Return the usual finishing time of a player, in milliseconds, or None for a newcomer."""
    wins = _wins(rules).filter(player=player).order_by("-pk")
    times = [ms for ms in wins.values_list("time_ms", flat=True)[:OWN] if ms is not None]
    return median_low(times) if times else None


def is_similar(time: int, usual: int) -> bool:
    """Return whether a run that took a time is of about a player's usual pace."""
    return time <= usual * SIMILAR <= time * SIMILAR**2


def ghosts_for(player: Player, rules: str, now: int) -> EntryQuerySet:
    """Return the runs that a player may have as a ghost, latest first.

    They were won in a race, on a deal that the player may know and has never played, by a person
    who doesn't hide.
    """
    played = Entry.objects.filter(player=player).values("race__deal")
    seen = _wins(rules).filter(
        replayable_by(player, now),
        player__bot=False,
        player__private=False,
        player__show_online=True,
        player__deleted_at=None,
        player__is_active=True,
    )
    return seen.exclude(race__deal__in=played).select_related("player", "race__deal")


def meet_ghost(player: Player, rules: str, clock: racing.Clock) -> Meeting | None:
    """Begin a practice against a ghost; return None if there is none.

    :raises PersonalError: if the player may not open another race now.
    """
    found = _opponent(player, rules, clock())
    if found is None:
        return None
    deal, entry = found
    return Meeting(begin_practice(player, rules, deal, clock, counting=True), entry)


def solution(deal: Deal, rules: str) -> Proof | None:
    """Return the proof of a published deal, whose solution is public; None for other deals."""
    found = deal.proofs.filter(rules=rules, kind=ProofKind.WINNABLE, deal__public=True)
    return found.exclude(line="").select_related("deal").first()


def solver_pace(proof: Proof, usual: int | None) -> list[racing.Point]:
    """Return the pace of a solution, played evenly: in a player's usual time, or calmly.

    As in a race, the cards that only have to go home do so at once.
    """
    runs = []
    moves = ((move, number) for number, move in enumerate(proof.line.split(), 1))
    for board, run in racing.steps(proof.rules, proof.deal.cards, moves, free_undo=True):
        runs.append(run)
        if board.finish():
            break
    last = len(runs) - 1
    each = NEWCOMER_MS if usual is None else usual / last
    reached = [point for point in racing.pace(runs) if point.ms < last]
    return [
        racing.Point(round(each * number), progress)
        for number, progress in (*reached, racing.Point(last, 52))
    ]


def _opponent(player: Player, rules: str, now: int) -> tuple[Deal, Entry | None] | None:
    """Return a deal with a run on it, or with the solver's (None); for a newcomer the easiest."""
    # The race that the player waits for may be on a published deal.
    awaited = Deal.objects.filter(races__entries__player=player, races__dealt_at=None)
    solved = Proof.objects.published(rules).exclude(line="").exclude(deal__in=awaited)
    new = solved.exclude(deal__in=Deal.objects.filter(races__entries__player=player))
    newcomer = player.is_newcomer(Rules.parse(rules).game)
    for difficulty in EASIEST_FIRST if newcomer else ("",):
        if (entry := _choose(player, rules, now, difficulty)) is not None:
            return entry.race.deal, entry
        if (deal := choose_among(new.of_difficulty(difficulty), player, now)) is not None:
            return deal, None
    old = choose_among(solved, player, now)
    return None if old is None else (old, None)


def _choose(player: Player, rules: str, now: int, difficulty: str) -> Entry | None:
    """Return the run closest to a player's usual pace, or a calm one for a newcomer."""
    latest = ghosts_for(player, rules, now).order_by("-pk")
    if difficulty:
        proofs = Proof.objects.of_difficulty(difficulty).filter(rules=rules)
        latest = latest.filter(race__deal__in=proofs.values("deal"))
    found = latest.values_list("pk", "time_ms")[:LATEST]
    times = {pk: ms for pk, ms in found if ms is not None}
    usual = usual_time(player, rules)
    if usual is not None:
        times = {pk: ms for pk, ms in times.items() if is_similar(ms, usual)}
    if not times:
        return None
    wanted = _calm(times.values()) if usual is None else usual
    return latest.filter(pk=min(times, key=lambda pk: abs(times[pk] - wanted))).first()


def _calm(times: Collection[int]) -> float:
    """Return a time that a quarter of the runs exceed."""
    return quantiles(times, method="inclusive")[-1] if len(times) > 1 else next(iter(times))


def _wins(rules: str) -> EntryQuerySet:
    """Return the wins that count by some rules, of races that are over."""
    return Entry.objects.counted().filter(
        race__rules=rules, race__closed_at__isnull=False, time_ms__isnull=False
    )
