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
"""Finishers, others, forfeits and no-shows are so far apart that no time bridges it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat and its place, from 1; equals share a place, and the places they fill are skipped.

    A voided run has none.
    """

    place: int | None
    seat: Seat


def standings(seats: Iterable[Seat]) -> tuple[Standing, ...]:
    """The seats in the order of their places."""
    seats = sorted(seats, key=lambda seat: seat.number)
    # The sort is stable: equals stay in the order of their numbers.
    ranked = sorted((seat for seat in seats if not seat.voided), key=lambda s: merit(s.run))
    placed: list[Standing] = []
    for _, equals in groupby(ranked, key=lambda seat: merit(seat.run)):
        place = len(placed) + 1
        placed += (Standing(place, seat) for seat in equals)
    placed += (Standing(None, seat) for seat in seats if seat.voided)
    return tuple(placed)


def merit(run: Run) -> int:
    """What a run is ranked by, as one number: the smaller, the better, and equal shares a place."""
    match run.state:
        case RunState.WON:
            # Times are shown to the hundredth of a second, so they are compared as shown.
            return _CLASS + (run.time or 0) // 10 * _PART + min(run.moves, _PART - 1)
        case RunState.FORFEIT:
            return 3 * _CLASS
        case RunState.NO_SHOW | RunState.WAITING:
            return 4 * _CLASS
        case _:
            return 2 * _CLASS + ((52 - run.progress) * 10_000_000 + (run.progress_at or 0)) * 10_000
