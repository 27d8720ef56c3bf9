"""Where a race leads: to its rematch while one can come, then to what came of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Deal, Player, Race
from games.models.races.closing import close_race
from games.models.races.rematch import open_rematch
from tests.clocks import at
from tests.models.stored_races import END, closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

HOUR = 3_600_000


def shown(visit: Visit, player: Player, race: Race) -> dict[str, Any]:
    answer = visit(player).get(race.get_absolute_url())
    page: dict[str, Any] = answer.context["page"]
    return page


def end(race: Race, later: int) -> Race:
    """End a race that both are ready for."""
    found = Race.objects.find(race.code)
    close_race(found, at(later))
    return found


def test_who_is_expected_at_a_rematch_comes_in_one_press(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    again = open_rematch(closed_race(alice, bob), alice, at(END))
    assert shown(visit, bob, closed_race(alice, bob))["wayOn"] is None
    page = visit(bob).get(again.get_absolute_url())
    assert "Alice wants a rematch" in text(page)
    assert 'name="rematch"' in page.content.decode()
    assert 'autocomplete="nickname"' not in page.content.decode()
    stranger = visit(charlie).get(again.get_absolute_url())
    assert "Alice invites you to a race" in text(stranger)
    assert 'autocomplete="nickname"' in stranger.content.decode()


def test_a_race_leads_to_its_rematch_and_then_to_the_latest(
    visit: Visit, alice: Player, bob: Player
) -> None:
    first = closed_race(alice, bob)
    again = open_rematch(first, alice, at(END))
    open_rematch(first, bob, at(END))
    assert shown(visit, bob, first)["wayOn"] is None
    again = end(again, END + HOUR)
    address = again.get_absolute_url()
    assert shown(visit, bob, first)["wayOn"] == {
        "address": address,
        "label": "Result of the rematch",
    }
    last = open_rematch(again, bob, at(END + HOUR))
    found = shown(visit, bob, first)["wayOn"]
    assert found == {"address": last.get_absolute_url(), "label": "Go to the latest race"}
    open_rematch(again, alice, at(END + HOUR))
    end(last, END + 2 * HOUR)
    assert shown(visit, bob, first)["wayOn"]["label"] == "Result of the latest race"


def test_a_deal_that_counts_nowhere_has_no_best_time_but_a_first_win(
    visit: Visit, alice: Player, bob: Player
) -> None:
    before, race = closed_race(alice, bob), closed_race(alice, bob)
    assert "best" in shown(visit, alice, race)
    Deal.objects.filter(pk=race.deal_id).update(public=True)
    assert shown(visit, alice, race)["best"] is None
    before.entries.filter(player=alice).update(state="won", time_ms=90_000)
    assert "best" not in shown(visit, alice, race)


def test_the_way_on_leads_no_stranger_into_a_private_room(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    first = closed_race(alice, bob)
    again = open_rematch(first, alice, at(END))
    open_rematch(first, bob, at(END))
    again = end(again, END + HOUR)
    room = open_rematch(again, bob, at(END + HOUR))
    leads = {
        player.username: (shown(visit, player, first)["wayOn"] or {}).get("address")
        for player in (alice, charlie)
    }
    assert leads == {
        "alice": room.get_absolute_url(),
        "charlie": again.get_absolute_url(),
    }
