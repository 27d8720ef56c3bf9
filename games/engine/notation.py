"""The text form of a position.

It gives the base rank, then each pile that is not empty with its cards from the lowest up. Hidden
cards have a star: `base 7; t1 *QS 3H; fc 7C; s *2D *KH`. Where the waste may be turned over only so
often, how often comes after the base: `base A; redeals 2; ...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from games.engine.cards import NAMES, NUMBERS, RANKS
from games.engine.errors import InvalidNotationError
from games.engine.game import Layout, empty_piles
from games.engine.moves import PILE_NAMES, PILES, REDEALS, Pile

_BASE: Final = re.compile(f"base ([{RANKS}])")


def format_position(layout: Layout, piles: Iterable[Pile]) -> str:
    """Write a position as text; `piles` are those of its game."""
    parts = [f"base {RANKS[layout.base]}"]
    if redeals := layout.piles[REDEALS]:
        parts.append(f"redeals {len(redeals)}")
    parts += (
        f"{PILE_NAMES[pile]} {' '.join(map(_card, layout.piles[pile]))}"
        for pile in piles
        if layout.piles[pile]
    )
    return "; ".join(parts)


def parse_position(text: str, piles: Iterable[Pile], redeals: int = 0) -> Layout:
    """Read a position of a game with the given piles and at most that many redeals.

    :raises InvalidNotationError: if it is not each of the 52 cards once on those piles, with the
        place of the first fault.
    """
    allowed = [PILE_NAMES[pile] for pile in piles]
    first, *parts = text.split("; ")
    if (base := _BASE.fullmatch(first)) is None:
        raise InvalidNotationError("position", text, "`base` and a rank first", 0)
    filled = empty_piles()
    seen: set[str] = set()
    at = len(first)
    if parts and parts[0].startswith("redeals "):
        at += len("; ")
        left = _redeals(text, parts[0].removeprefix("redeals "), redeals, at)
        filled[REDEALS] = (0,) * left
        at += len(parts.pop(0))
    for part in parts:
        at += len("; ")
        name, *cards = part.split(" ")
        if name not in allowed:
            known = f"a pile of {', '.join(allowed)}, not {name!r}"
            raise InvalidNotationError("position", text, known, at)
        if filled[PILES[name]]:
            raise InvalidNotationError("position", text, f"each pile once, not {name} twice", at)
        at += len(name)
        if not cards:
            raise InvalidNotationError("position", text, f"cards on {name}, or no {name}", at)
        for card in cards:
            at += len(" ")
            filled[PILES[name]] += (_number(card, text, at, seen),)
            at += len(card)
    if len(seen) != len(NAMES):
        raise InvalidNotationError("position", text, f"52 cards, not {len(seen)}", at)
    return Layout(filled, RANKS.index(base[1]))


def _redeals(text: str, number: str, most: int, at: int) -> int:
    """Return how many redeals are left; none left is not written."""
    if number not in map(str, range(1, most + 1)):
        known = f"1 to {most} redeals" if most else "no redeals under these rules"
        raise InvalidNotationError("position", text, known, at)
    return int(number)


def _card(card: int) -> str:
    return NAMES[card] if card >= 0 else f"*{NAMES[~card]}"


def _number(name: str, text: str, at: int, seen: set[str]) -> int:
    """Return the card, hidden or not, named at that place, and add it to those `seen`."""
    if (plain := name.removeprefix("*")) not in NUMBERS:
        raise InvalidNotationError("position", text, f"cards such as QH or *QH, not {name!r}", at)
    if plain in seen:
        raise InvalidNotationError("position", text, f"each card once, not {plain} twice", at)
    seen.add(plain)
    return NUMBERS[plain] if plain == name else ~NUMBERS[plain]
