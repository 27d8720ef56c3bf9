"""Names of several players that are the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import count


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names of players; those that several share are numbered, in order of players.

    Two of the name Mia are "Mia (1)" and "Mia (2)".
    """
    shared = Counter(names.values())
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(1))
    return {
        player: f"{name} ({next(numbers[name])})" if shared[name] > 1 else name
        for player, name in sorted(names.items())
    }
