"""A player who may call another once more: both calls come at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from games.models import Challenge
from games.models.races.challenge import MOST
from games.racing import RefusedError
from tests.clocks import at
from tests.interleavings.people import player, store_people
from tests.models.dailies import prove
from tests.models.stored_races import NOW, RULES

Names = Mapping[str, Any]


def build() -> Names:
    people = store_people()
    for number in range(1, MOST + 2):
        prove(number)
    for _ in range(MOST - 1):
        challenge(people)
    return people


def challenge(names: Names) -> None:
    # Which of the two is refused makes no difference to what is stored.
    with suppress(RefusedError):
        Challenge.objects.open(player(names, "alice"), player(names, "bob"), RULES, at(NOW))


OPERATIONS: Final = {"challenge": challenge}
