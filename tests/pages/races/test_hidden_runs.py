"""What a result says while another race on the same cards hides its runs."""

from __future__ import annotations

import pytest

from games.models import Player
from games.models.races.new_race import new_race
from games.models.races.transition import change_race
from tests.clocks import at
from tests.models.stored_races import NOW, RULES, won_race
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db


def test_while_others_race_the_cards_it_says_until_when(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = won_race(alice, bob)
    other = new_race(bob, RULES, at(NOW), deal=race.deal)
    change_race(other.code, lambda value, now: value.start(bob.pk, now), at(NOW))
    shown = visit(alice).get(f"/race/{race.code}/progress/").content.decode()
    # Its limit is 22:23:25.
    assert 'until <time datetime="2023-11-14T22:24:00+00:00" data-hour="time">22:24' in shown
    assert "at the latest. Then you can watch all runs here." in shown
    assert "<figure" not in shown
