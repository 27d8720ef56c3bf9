"""The terms of a race: what the host may still change while everyone gathers."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from games.racing.errors import RefusedError
from games.racing.kin import refuse_kin
from games.racing.kind import Kind, RaceState
from games.racing.race import Race
from games.racing.starting import refuse_plan


@dataclass(frozen=True)
class Terms:
    """What is raced, and by which clock. The fields are those of `Race`."""

    rules: str
    kind: Kind
    countdown: int
    limit: int | None
    helped: bool
    watchable: bool
    bots_allowed: bool
    planned: int | None = None


def may_set_terms(race: Race, player: int, now: int) -> bool:
    """Return whether a player is the host of a race whose countdown hasn't begun.

    The next race of a match stays as it is until someone who may choose it has come.
    """
    # A planned race, or the next one of a match, may have its start set while it waits.
    is_set = bool(race.match) or race.planned is not None
    waits = race.starts_at is None or (is_set and race.state(now) is RaceState.OPEN)
    is_up_to = player == race.host and race.match.leaves_choice_to(player)
    return is_up_to and waits and not race.kind.is_alone


def set_terms(race: Race, player: int, terms: Terms, now: int) -> Race:
    """Return the race under other terms, for its host; no one is ready for them yet.

    Without bots, those that were seated lose their seats.

    :raises RefusedError: "not-host", also to who may not choose the next race of a match;
        "no-bots" if a ranked race would seat a player with their own bot; "bad-start" as
        `refuse_plan` says; "starting" once the countdown runs, "already-started" or "race-over"
        later; or whatever is wrong with the terms.
    """
    if player != race.host:
        raise RefusedError("not-host", "Only the host can change the race.")
    if not race.match.leaves_choice_to(player):
        raise RefusedError("not-host", "Only the loser of the last race can change this one.")
    race.refuse_started(now)
    if not may_set_terms(race, player, now):
        raise RefusedError("starting", "The countdown is running, so the race can't be changed.")
    if terms.planned is not None and terms.planned != race.planned:
        refuse_plan(terms.planned, now)
        if race.match:
            raise RefusedError("bad-start", "The next race of a match starts when all are ready.")
    staying = [seat for seat in race.seats if terms.bots_allowed or not seat.bot]
    refuse_kin(terms.kind, staying)
    unready = tuple(replace(seat, ready=False) for seat in staying)
    return replace(race, seats=unready, starts_at=terms.planned, **asdict(terms))
