"""How many actions a run may have, and when its player is warned."""

from __future__ import annotations

import pytest

from games.racing import Kind
from games.racing.capacity import warned_left


@pytest.mark.parametrize(
    ("kind", "most"),
    [(Kind.SOLO, 10_000), (Kind.CASUAL, 3_000), (Kind.RANKED, 3_000), (Kind.DAILY, 3_000)],
)
def test_a_practice_may_be_longer_than_a_race(kind: Kind, most: int) -> None:
    assert kind.most_actions == most


@pytest.mark.parametrize(
    ("done", "left"), [(0, None), (899, None), (900, 100), (999, 1), (1_000, 0), (1_007, 0)]
)
def test_a_player_is_warned_when_a_tenth_is_left(done: int, left: int | None) -> None:
    assert warned_left(done, 1_000) == left
