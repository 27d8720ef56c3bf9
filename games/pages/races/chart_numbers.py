"""Where the numbers of a chart's lines stand, so that none lies on another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

NUMBER: Final = (0.055, 0.35)
"""The share of a small chart's width and height that the number at a line's end takes."""

ASIDE: Final = 2
"""How many numbers' widths a number may stand beside its line's end; else it is left out."""


def number_places(ends: Sequence[tuple[float, float, bool]]) -> list[float | None]:
    """Return where each line's number stands on the time axis; None leaves it out.

    Numbers move to the left, later ends first, so that they stand in the order of the ends. The
    player's own is never left out.
    """
    width, height = NUMBER
    placed: list[tuple[float, float]] = []
    places: list[float | None] = [None] * len(ends)
    for number in sorted(range(len(ends)), key=lambda number: (ends[number][0], number))[::-1]:
        x, y, own = ends[number]
        taken = [at for at, beside in placed if abs(y - beside) < height]
        for steps in count() if own else range(ASIDE + 1):
            at = x - steps * width
            if (own or at >= 0) and all(abs(at - other) >= 0.75 * width for other in taken):
                placed.append((at, y))
                places[number] = at
                break
    return places


def crowded_numbers(
    ends: Sequence[tuple[float, float, bool]], places: Sequence[float | None]
) -> set[int]:
    """Return which numbers have no room where they are twice as wide.

    The player's own has, then those of the best.
    """
    width, height = NUMBER
    kept: list[tuple[float, float]] = []
    crowded = set()
    for number in sorted(range(len(ends)), key=lambda number: not ends[number][2]):
        at, y = places[number], ends[number][1]
        if at is None:
            continue
        if any(abs(at - x) < 2 * width and abs(y - beside) < height for x, beside in kept):
            crowded.add(number)
        else:
            kept.append((at, y))
    return crowded
