"""Who finds an event: everyone, or those with its link."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Event, Player
from games.models.play.public_races import under_way
from games.models.races.event_players import join_event
from games.pages.site.clock import now
from tests.models import events
from tests.models.events import MINUTE, begin, planned
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.races.event_form import asked

pytestmark = pytest.mark.django_db

LISTS = ("/events/", "/on-now/", "/")
FORM = "/events/new/"


def test_who_plans_an_event_chooses_whether_strangers_find_it(
    visit: Visit, client: Client, alice: Player
) -> None:
    for public in ("on", ""):
        visit(alice).post(FORM, asked(public=public))
        event = Event.objects.latest("pk")
        assert event.public == bool(public)
        change = visit(alice).get(f"/event/{event.code}/change/").content.decode()
        box = change.partition('name="public"')[2].partition(">")[0]
        assert ("checked" in box) == bool(public)
        link = event.get_absolute_url()
        assert (link in client.get("/events/").content.decode()) == bool(public)
        assert link in visit(alice).get("/events/").content.decode()
        said = "This event isn't public: it takes the link to find it."
        assert (said in text(visit(alice).get(link))) == (not public)
        visit(alice).post(f"/event/{event.code}/change/", asked(public="on"))
        assert Event.objects.get(pk=event.pk).public


def test_another_round_keeps_the_choice(visit: Visit, alice: Player) -> None:
    for public in ("on", ""):
        page = visit(alice).post(FORM, asked(public=public, more="on")).content.decode()
        box = page.partition('name="public"')[2].partition(">")[0]
        assert ("checked" in box) == bool(public)


# Five minutes before its start, and three minutes after.
@pytest.mark.parametrize("ago", [55 * MINUTE, 63 * MINUTE])
def test_no_list_tells_strangers_of_an_event_that_is_not_public(
    visit: Visit, client: Client, alice: Player, bob: Player, ago: int
) -> None:
    event = planned(alice, alice, now=now() - ago)
    if ago > 60 * MINUTE:
        events.race(event, 1, {alice: 3})
    link = event.get_absolute_url()
    for public in (True, False):
        Event.objects.filter(pk=event.pk).update(public=public)
        cache.clear()
        for address in LISTS:
            for stranger in (client, visit(bob)):
                assert (link in stranger.get(address).content.decode()) == public
    assert client.get(link).status_code == 200
    join_event(event, bob, now)
    assert link in visit(bob).get("/events/").content.decode()


def test_tables_of_an_event_that_is_not_public_are_on_no_list(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob, now=now() - 63 * MINUTE)
    begin(event, 1)
    for public in (True, False):
        Event.objects.filter(pk=event.pk).update(public=public)
        assert under_way(now()).exists() == public
