"""The race frame that everyone gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from msgspec import structs

from games.engine import Board, Deal, Rules
from games.live.match_state import StoredMatch, match_state
from games.live.protocol import Difficulty, RaceFrame, SeatState
from games.racing import (
    Race,
    RaceState,
    Seat,
    Watching,
    boards_delay,
    is_revealed,
    watching,
)


@dataclass(frozen=True)
class Stored:
    """What is stored beside the state machine; `key` and `deal` stay here until the end."""

    version: int
    dealt: bool
    """Whether the database knows that the cards are dealt; no one sees one before."""
    commitment: str | None
    published: bool
    """Whether anyone can look up the deal, and a winning line, by its commitment."""
    key: str | None
    deal: str
    difficulty: str
    """How hard the deal is; empty if unknown."""
    viewers: AbstractSet[int] | None
    """The players who alone may look, or None if everyone may."""
    entries: Mapping[int, int]
    """Each player's entry."""
    next: str | None
    """The code of the rematch."""
    next_host: int | None
    """The player who asked for it, or has taken over as its host."""
    next_players: Sequence[int]
    """The players who have a seat in it, in the order in which they came."""
    has_next_started: bool
    """Whether it takes no one any more."""
    is_next_private: bool
    """Whether it waits for its players, whose link is theirs to share."""
    next_game: str | None = None
    """The title of its game if that is another."""
    match: StoredMatch | None = None
    """The match that the race is in."""
    has_actions: bool = True
    """Whether the runs of the race can be replayed: in time their actions may be removed."""

    def after_dealing(self) -> Stored:
        """Return the same, once the database knows that the cards are dealt."""
        return replace(self, dealt=True)

    def admits(self, player: int) -> bool:
        """Return whether a player may look at the race."""
        return self.viewers is None or player in self.viewers


def snapshot(
    race: Race, stored: Stored, away: AbstractSet[int], watchers: int, now: int
) -> RaceFrame:
    """Return the race as everyone sees it at `now`; the sender fills in `you`.

    Key and deal are shown once the race is closed and no process takes another action; the
    commitment to a published deal once its cards are dealt.
    """
    # Long: one line for each field of the frame.
    closed = is_revealed(race)
    state = _state(race, now)
    # Otherwise players could look up the deal during the countdown.
    committed = stored.dealt or closed or not stored.published
    places = {one.seat.player: one.place for one in race.standings()}
    bell = race.bell() if state is RaceState.RUNNING else None
    elapsed = _elapsed(race, state, now)
    return RaceFrame(
        code=race.code,
        version=stored.version,
        rules=race.rules,
        kind=race.kind,
        state=state,
        commitment=stored.commitment if committed else None,
        key=stored.key if closed else None,
        deal=stored.deal if closed else None,
        start_progress=_start_progress(race.rules, stored.deal) if closed else None,
        decided=race.decision() if closed else None,
        starts_in=_starts_in(race, now),
        planned=race.planned,
        elapsed=elapsed,
        ends_in=max(0, bell.at - now) if bell else None,
        bell=bell.why if bell else None,
        countdown=race.countdown // 1000,
        limit=None if race.limit is None else race.limit // 1000,
        helped=race.helped,
        bots_allowed=race.bots_allowed,
        watchable=race.watchable,
        quick=race.gathers is not None,
        watching=(seen := watching(race)),
        delay=boards_delay(race.limit) if seen is Watching.DELAYED else None,
        difficulty=cast("Difficulty", stored.difficulty) or None,
        seats_max=race.seats_max,
        you=None,
        host=_seat_number(race, race.host),
        watchers=watchers,
        seats=[_seat(seat, stored, away, elapsed, places.get(seat.player)) for seat in race.seats],
        next=stored.next,
        next_by=_seat_number(race, stored.next_host),
        next_in=[
            number
            for player in stored.next_players
            if (number := _seat_number(race, player)) is not None
        ],
        next_started=stored.has_next_started,
        next_game=stored.next_game,
        match=None if stored.match is None else match_state(stored.match, race),
    )


def for_others(frame: RaceFrame, stored: Stored) -> RaceFrame:
    """Return the race as those see it who have no seat.

    A private room that waits isn't named: the race before may be found by the number of a run.
    Watchers learn who has accepted, so that they know to stay.
    """
    return structs.replace(frame, next=None, next_game=None) if stored.is_next_private else frame


@lru_cache(maxsize=64)
def _start_progress(rules: str, deal: str) -> int:
    return Board(Rules.parse(rules), Deal.parse(deal)).progress


def _starts_in(race: Race, now: int) -> int | None:
    zero = race.starts_at
    return zero - now if zero is not None and now < zero else None


def _elapsed(race: Race, state: RaceState, now: int) -> int | None:
    if race.starts_at is None or state not in (RaceState.RUNNING, RaceState.OVER):
        return None
    return (race.closed_at or now) - race.starts_at


def _seat_number(race: Race, player: int | None) -> int | None:
    return next((seat.number for seat in race.seats if seat.player == player), None)


def _state(race: Race, now: int) -> RaceState:
    """Return the state to show: a race runs until it is closed, a moment after its last action."""
    state = race.state(now)
    if state is RaceState.OVER and not is_revealed(race):
        return RaceState.RUNNING
    return state


def _seat(
    seat: Seat, stored: Stored, away: AbstractSet[int], elapsed: int | None, place: int | None
) -> SeatState:
    run = seat.run
    active = None if run.last_at is None or elapsed is None else max(0, elapsed - run.last_at)
    return SeatState(
        seat=seat.number,
        name=seat.name,
        guest=seat.guest,
        bot=seat.bot,
        ready=seat.ready,
        elsewhere=seat.elsewhere,
        stopped=seat.stopped,
        assisted=seat.assisted,
        voided=seat.void_reason,
        away=seat.player in away,
        state=run.state,
        progress=run.progress,
        moves=run.moves,
        undos=run.undos,
        active=active,
        time=run.time,
        place=place,
        entry=stored.entries[seat.player],
    )
