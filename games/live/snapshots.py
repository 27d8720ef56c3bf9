"""What everybody at the table is told of a race, as frames."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from games.live.protocol import Race, SeatState
from games.racing import Race as PureRace
from games.racing import RaceState, Seat, is_revealed, watching


@dataclass(frozen=True)
class Stored:
    """What a stored race has beside the state machine; `key` and `deal` stay here until the end."""

    version: int
    dealt: bool
    """Whether the database knows that the cards leave the server; before that nobody sees any."""
    commitment: str | None
    published: bool
    """Whether anybody can look the deal up by its commitment, and a way to win it."""
    key: str | None
    deal: str
    difficulty: str
    """How hard the deal is; empty if that is not known."""
    private: bool
    """Whether nobody may look but who is seated."""
    entries: Mapping[int, int]
    """Each player's entry."""
    next: str | None
    """The code of the rematch."""

    def after_dealing(self) -> Stored:
        """The same, once the database knows that the cards are dealt."""
        return replace(self, dealt=True)

    def admits(self, player: int) -> bool:
        """Whether a player may look at the race."""
        return not self.private or player in self.entries


def snapshot(
    race: PureRace, stored: Stored, away: AbstractSet[int], watchers: int, now: int
) -> Race:
    """The race as everybody sees it at an instant; `away` are players. Whose it is, is added.

    Key and deal are told once the race is closed, when no process takes an action any more, and the
    commitment to a published deal once its cards are dealt.
    """
    closed = is_revealed(race)
    state = race.state(now)
    if state is RaceState.OVER and not closed:
        # Between the last action or the bell and the settling, which takes a moment.
        state = RaceState.RUNNING
    # Who could look the deal up would know it during the countdown.
    committed = stored.dealt or closed or not stored.published
    begun = any(seat.run.last_at is not None for seat in race.seats)
    places = {
        standing.seat.player: standing.place for standing in race.standings() if closed or begun
    }
    bell = race.bell() if state is RaceState.RUNNING else None
    zero = race.starts_at
    elapsed = None
    if zero is not None and state in (RaceState.RUNNING, RaceState.OVER):
        elapsed = (race.closed_at or now) - zero
    return Race(
        code=race.code,
        version=stored.version,
        rules=race.rules,
        kind=race.kind,
        state=state,
        commitment=stored.commitment if committed else None,
        key=stored.key if closed else None,
        deal=stored.deal if closed else None,
        starts_in=zero - now if zero is not None and now < zero else None,
        elapsed=elapsed,
        ends_in=max(0, bell.at - now) if bell else None,
        bell=bell.why if bell else None,
        countdown=race.countdown // 1000,
        limit=None if race.limit is None else race.limit // 1000,
        helped=race.helped,
        quick=race.gathers is not None,
        watching=watching(race),
        difficulty=stored.difficulty or None,
        seats_max=race.seats_max,
        you=None,
        host=next((seat.number for seat in race.seats if seat.player == race.host), None),
        watchers=watchers,
        seats=[_seat(seat, stored, away, elapsed, places.get(seat.player)) for seat in race.seats],
        next=stored.next,
    )


def _seat(
    seat: Seat, stored: Stored, away: AbstractSet[int], elapsed: int | None, place: int | None
) -> SeatState:
    run = seat.run
    active = None if run.last_at is None or elapsed is None else max(0, elapsed - run.last_at)
    return SeatState(
        seat=seat.number,
        name=seat.name,
        guest=seat.guest,
        ready=seat.ready,
        assisted=seat.assisted,
        voided=seat.voided,
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
