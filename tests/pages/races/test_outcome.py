"""What the result of a race tells beyond its own table."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from games.models import Player, Race
from games.pages.site.clock import now
from tests.models import events
from tests.models.events import MINUTE, planned
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db


def test_the_result_of_a_round_tells_its_points_and_at_the_end_who_won(
    visit: Visit, alice: Player, bob: Player
) -> None:
    event = planned(alice, alice, bob, now=now() - 90 * MINUTE)
    for number, moves in ((1, {alice: 3, bob: 1}), (2, {alice: 2}), (3, {alice: 4})):
        events.race(event, number, moves)
    tables = [one.get_absolute_url() for one in Race.objects.order_by("round__number")]
    first, second, last = (
        " ".join(strip_tags(visit(bob).get(f"{table}outcome/").content.decode()).split())
        for table in tables
    )
    assert re.search(r"Round 1: place \d, \+[\d.]+ points · overall: place 2, [\d.]+ points", first)
    assert "Round 2: no move, no points · overall: place 2" in second
    assert f"{event.name}: place 2 of 2 Place 1 Alice " in last
    assert "Alice has won." in last
    assert "place 2 of 2" not in first
    assert f"{event.name}: Alice has won." in first
    won = visit(alice).get(f"{tables[-1]}outcome/").content.decode()
    assert f'<p class="end">{event.name}: You\'ve won!</p>' in won
    steps = re.findall(r'class="podium-step( own)?"( data-key)?', won)
    assert steps == [(" own", ""), ("", "")]
    assert "podium-step" not in visit(alice).get(f"{tables[0]}outcome/").content.decode()
    assert "You've won!" in visit(alice).get(f"/event/{event.code}/").content.decode()
