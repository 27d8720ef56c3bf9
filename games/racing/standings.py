"""The places of a race."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from games.racing.run import Run, RunState
from games.racing.seat import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat and its place, from 1; equals share a place, and the places they fill are skipped."""

    place: int
    seat: Seat


def standings(seats: Iterable[Seat]) -> tuple[Standing, ...]:
    """The seats in the order of their places."""
    ranked = sorted(seats, key=lambda seat: (_merit(seat.run), seat.number))
    placed: list[Standing] = []
    for _, equals in groupby(ranked, key=lambda seat: _merit(seat.run)):
        place = len(placed) + 1
        placed += (Standing(place, seat) for seat in equals)
    return tuple(placed)


def _merit(run: Run) -> tuple[int, int, int]:
    """What a run is ranked by: the smaller, the better."""
    match run.state:
        case RunState.WON:
            # Times are shown to the hundredth of a second, so they are compared as shown.
            return 1, (run.time or 0) // 10, run.moves
        case RunState.FORFEIT:
            return 3, 0, 0
        case RunState.NO_SHOW | RunState.WAITING:
            return 4, 0, 0
        case _:
            return 2, -run.progress, run.progress_at or 0
