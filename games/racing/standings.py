"""The places of a race."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from games.racing.run import Run, RunState
from games.racing.seat import Seat

_PART: Final = 10**6
_CLASS: Final = 10**13
"""The distance between finishers, others, forfeits and no-shows; no time bridges it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat and its place, from 1; None for a voided run, and while no one has moved or left.

    Ties share a place, and the next place is skipped for each further one: 1, 1, 3.
    """

    place: int | None
    seat: Seat


def standings(seats: Iterable[Seat]) -> tuple[Standing, ...]:
    """Return the seats in the order of their places."""
    seats = sorted(seats, key=lambda seat: seat.number)
    # The sort is stable: ties stay in the order of their seat numbers.
    ranked = [seat for seat in seats if not seat.void_reason]
    has_ended = any(s.run.is_done and s.run.state is not RunState.FORFEIT for s in ranked)

    def key(seat: Seat) -> int:
        return _key_so_far(seat.run, has_ended)

    ranked.sort(key=key)
    if not any(s.run.has_moved or s.run.state is RunState.FORFEIT for s in ranked):
        return tuple(Standing(None, seat) for seat in seats)
    placed: list[Standing] = []
    for _, equals in groupby(ranked, key=key):
        place = len(placed) + 1
        placed += (Standing(place, seat) for seat in equals)
    placed += (Standing(None, seat) for seat in seats if seat.void_reason)
    return tuple(placed)


def _key_so_far(run: Run, has_ended: bool) -> int:
    """Return the number that a run is ranked by while the race may still be on.

    Who hasn't moved is level with who moved no card home, so that no first move changes a place.
    Once someone who stayed is done, they stand as they would if the race ended now.
    """
    if has_ended and not (run.is_done or run.has_moved):
        return 4 * _CLASS
    return rank_key(run)


def rank_key(run: Run) -> int:
    """Return the number that a run is ranked by: smaller ranks higher, equal ones tie.

    Without a move, who stayed is behind all who moved and stayed, and who left is as a no-show.
    """
    match run.state:
        case RunState.WON:
            # Times are shown in hundredths of a second, so they are compared in hundredths.
            return _CLASS + (run.time or 0) // 10 * _PART + min(run.moves, _PART - 1)
        case RunState.FORFEIT if run.has_moved:
            return 3 * _CLASS
        case RunState.FORFEIT | RunState.NO_SHOW | RunState.WAITING:
            return 4 * _CLASS
        case _ if run.is_done and not run.has_moved:
            return 3 * _CLASS - 1
        case _:
            return 2 * _CLASS + ((52 - run.progress) * 10_000_000 + (run.progress_at or 0)) * 10_000
