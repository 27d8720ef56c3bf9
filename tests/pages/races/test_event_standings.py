"""The standings of an event: who stands there, with what, and how marked."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from games.models import Player
from games.models.races.event_players import join_event
from games.pages.site.clock import now
from tests.models import events
from tests.models.events import MINUTE, planned
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def marks(page: str) -> list[str]:
    """Return of each row whether its mark of a guest is hidden."""
    return re.findall(r'data-slot="guest"[^>]*?( hidden)?>', page)


def test_the_standings_mark_who_has_left(visit: Visit, alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob, now=now() - 63 * MINUTE)
    events.race(event, 1, {bob: 5, alice: 3})
    visit(alice).post(f"/event/{event.code}/players/", {"player": bob.pk})
    page = re.findall(
        r'data-slot="gone"( hidden)?', Client().get(f"/event/{event.code}/").content.decode()
    )
    # Bob, Alice, and the template of a row.
    assert page == ["", " hidden", " hidden"]


def test_all_who_were_seated_stand_in_the_standings_with_the_rounds_they_raced(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    event = planned(alice, alice, bob, now=now() - 63 * MINUTE)
    events.race(event, 1, {alice: 3})
    address = f"/event/{event.code}/"
    assert address in client.get("/on-now/").content.decode()
    page = text(client.get(address))
    assert "1 Alice 1 1 25 \N{EN DASH} Bob 0 \N{EN DASH} 0" in page
    # Who was there from the first round on isn't told to be late; who comes now is.
    assert "You're in from" not in text(visit(bob).get(address))
    charlie = Player.objects.create_guest()
    join_event(event, charlie, now)
    assert "You're in from round" in text(visit(charlie).get(address))


def test_the_page_of_a_table_tells_what_its_players_have_won_in_earlier_rounds(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    event = planned(alice, alice, bob, now=now() - 63 * MINUTE)

    def at_table(number: int) -> tuple[str, dict[str, str]]:
        address = event.rounds.get(number=number).tables.get().get_absolute_url()
        page = visit(alice).get(address).content.decode()
        (data,) = re.findall(r'id="page" type="application/json">(.*?)</script>', page, re.DOTALL)
        return page, json.loads(data)["points"]

    events.seat(event, 1)
    assert at_table(1)[1] == {}
    events.race(event, 1, {alice: 3})
    # The result tells of its own round.
    assert at_table(1)[1] == {}
    events.seat(event, 2)
    page, points = at_table(2)
    seats = event.rounds.get(number=2).tables.get().entries.values_list("seat", "player")
    assert points == {str(seat): "25" if player == alice.pk else "0" for seat, player in seats}
    assert page.count("overall: place 1, 25 points") == 2
    assert (
        "overall"
        not in client.get(f"/race/{event.rounds.get(number=2).tables.get().code}/").content.decode()
    )


def test_namesakes_are_told_apart_in_the_standings(client: Client, alice: Player) -> None:
    mias = [Player.objects.create_guest(), Player.objects.create_guest()]
    Player.objects.filter(pk__in=[mia.pk for mia in mias]).update(name="Mia")
    event = planned(alice, *mias, now=now() - 90 * MINUTE)
    events.race(event, 1, {mias[0]: 3})
    page = text(client.get(f"/event/{event.code}/"))
    assert "Mia (1)" in page
    assert "Mia (2)" in page


def test_guests_are_marked_beside_accounts(client: Client, alice: Player, bob: Player) -> None:
    guest = Player.objects.create_guest()
    event = planned(alice, bob, guest, now=now() - 63 * MINUTE)
    events.race(event, 1, {bob: 5, guest: 3})
    # Bob, the guest, and the template of a row.
    assert marks(client.get(f"/event/{event.code}/").content.decode()) == [" hidden", "", " hidden"]


def test_among_guests_nobody_is_marked(client: Client, alice: Player) -> None:
    guests = [Player.objects.create_guest(), Player.objects.create_guest()]
    event = planned(alice, *guests, now=now() - 63 * MINUTE)
    events.race(event, 1, dict(zip(guests, (5, 3), strict=True)))
    assert set(marks(client.get(f"/event/{event.code}/").content.decode())) == {" hidden"}
