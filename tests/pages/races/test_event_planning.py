"""Planning an event: its form, and what can't be planned."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.models import Event, Player
from games.models.database.instants import to_ms
from games.models.races.event_plan import call_off
from games.pages.site.clock import now
from tests.models import events
from tests.models.events import MINUTE
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.races.event_form import TOMORROW, asked

pytestmark = pytest.mark.django_db


def test_it_is_planned_in_the_organisers_time(visit: Visit, alice: Player) -> None:
    events.stock(3)
    local = TOMORROW + timedelta(hours=9)
    sent = asked(start=f"{local:%Y-%m-%dT%H:%M}", zone="Asia/Tokyo")
    page = text(visit(alice).post("/events/new/", sent, follow=True))
    event = Event.objects.get()
    assert (event.starts_at, event.rounds.count()) == (TOMORROW, 3)
    for said in ("Club night", "Alice", "3 rounds", "Change the event", "Call off", "Take part"):
        assert said in page
    for one in event.rounds.select_related("deal"):
        assert one.deal is not None
        assert (one.deal.commitment or "none") in page
        assert bytes(one.deal.key or b"").hex() not in page
    listed = text(Client().get("/events/"))
    assert "Club night" in listed
    assert "Race together" not in listed


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": " "}, "Give the event a name."),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"name": "\u202e\u200b"}, "Use only letters, digits and visible symbols."),
        ({"name": "Club\u202enight"}, "Use only letters, digits and visible symbols."),
        ({"count": "2"}, "An event has between 3 and 15 rounds."),
        ({"count": "99"}, "An event has between 3 and 15 rounds."),
        ({"count": "three"}, "An event has between 3 and 15 rounds."),
        ({"start": ""}, "Choose when the first round starts."),
        ({"start": "2020-01-01T10:00"}, "at least a minute from now"),
        ({"start": "2027-03-28T02:30", "zone": "Europe/Berlin"}, "skip that time"),
        ({"round-2-rules": "chess/standard"}, "isn't an option"),
        ({"round-3-limit": "99"}, "99"),
    ],
)
def test_what_cannot_be_planned_is_told(
    visit: Visit, alice: Player, changes: dict[str, str], says: str
) -> None:
    answer = visit(alice).post("/events/new/", asked(**changes))
    assert answer.status_code in (400, 409)
    assert says in text(answer)
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("name", "says"), [(" ", "Give the event a name."), ("Club\u202enight", "visible symbols")]
)
def test_all_that_is_wrong_is_told_at_once(
    visit: Visit, alice: Player, name: str, says: str
) -> None:
    sent = asked(name=name, start="2020-01-01T10:00") | {"round-3-limit": "99"}
    page = text(visit(alice).post("/events/new/", sent))
    for each in (says, "at least a minute from now", "99 is not one"):
        assert each in page


def test_rounds_are_added_and_dropped_before_anything_is_stored(
    visit: Visit, alice: Player
) -> None:
    client = visit(alice)
    more = client.post("/events/new/", asked(more="on", count="14"))
    assert "Round 15" in text(more)
    assert "Add a round" not in text(more)
    assert 'value="Club night"' in more.content.decode()
    sent = asked(count="4", drop="2") | {"round-3-limit": "30", "round-4-rules": "chess/standard"}
    fewer = client.post("/events/new/", sent)
    assert "Round 3" in text(fewer)
    assert "Round 4" not in text(fewer)
    # The third is now the second.
    assert re.search(r'id="id_round-2-limit">.*?"30" selected', fewer.content.decode(), re.DOTALL)
    for count, drop in (("3", "2"), ("x", "1"), ("4", "x")):
        page = text(client.post("/events/new/", asked(drop=drop, count=count)))
        assert f"Round {4 if count == '4' else 3}" in page
        assert ("Remove" in page) is (count == "4")
    assert not Event.objects.exists()


def test_the_form_proposes_a_name_a_start_and_rounds_and_groups_the_games(
    visit: Visit, alice: Player
) -> None:
    page = visit(alice).get("/events/new/").content.decode()
    proposed = re.search(r'name="start" value="([^"]+)"', page)
    assert proposed is not None
    start = to_ms(datetime.fromisoformat(f"{proposed[1]}+00:00"))
    assert start % (15 * MINUTE) == 0
    assert 14 * MINUTE < start - now() <= 30 * MINUTE
    assert 'value="Event by Alice"' in page
    rounds = re.findall(r'<option value="([^"]+/standard)" selected>', page)
    assert (len(set(rounds)), rounds[0]) == (3, "freecell/standard")
    assert '<optgroup label="FreeCell"><option value="freecell/standard"' in page
    assert "FreeCell: Two cells" in page
    assert "An event has 3 to 15 rounds." in page


def test_its_organiser_takes_part_if_they_wish(visit: Visit, alice: Player) -> None:
    events.stock(6)
    client = visit(alice)
    assert 'name="joins" id="id_joins" checked' in client.get("/events/new/").content.decode()
    assert "You're in." in text(client.post("/events/new/", asked(joins="on"), follow=True))
    page = client.post("/events/new/", asked(), follow=True)
    assert 'id="leave" hidden' in page.content.decode()
    # Later they join and leave on its page.
    address = page.redirect_chain[-1][0]
    assert 'name="joins"' not in client.get(f"{address}change/").content.decode()
    assert 'name="joins"' not in client.post(f"{address}change/", asked(more="on")).content.decode()


def test_who_has_no_account_is_led_to_one_to_plan(
    visit: Visit, client: Client, guest: Player, alice: Player
) -> None:
    for browser in (client, visit(guest)):
        page = browser.get("/events/").content.decode()
        assert 'href="/accounts/signup/?next=/events/new/"' in page
        assert "Race together" in page
    assert 'href="/events/new/"' in visit(alice).get("/events/").content.decode()


def test_the_browser_cuts_no_name(visit: Visit, alice: Player) -> None:
    field = re.search(
        r"<input[^>]*name=\"name\"[^>]*>", visit(alice).get("/events/new/").content.decode()
    )
    assert field is not None
    assert "maxlength" not in field[0]


@pytest.mark.parametrize(("days", "weeks"), [(0.5, 1), (6.99, 1), (7.5, 2), (20, 3)])
def test_its_organiser_plans_it_again_for_the_same_hour_of_the_week(
    visit: Visit, alice: Player, bob: Player, days: float, weeks: int
) -> None:
    past = events.planned(alice, now=now() - round(days * 24 * 60) * MINUTE)
    call_off(past, alice, now)
    link = f"/events/new/?again={past.code}"
    assert link in visit(alice).get(f"/event/{past.code}/").content.decode()
    assert link not in visit(bob).get(f"/event/{past.code}/").content.decode()
    page = visit(alice).get(link).content.decode()
    start = past.starts_at + timedelta(weeks=weeks)
    assert f'name="start" value="{start:%Y-%m-%dT%H:%M}"' in page
    assert 'value="Club night"' in page
    assert page.count('value="agnes-sorel/standard" selected') == past.rounds.count()
    assert "Plan an event" in page
    sent = asked(start=f"{start:%Y-%m-%dT%H:%M}")
    visit(alice).post(link, sent)
    assert Event.objects.filter(starts_at=start).exclude(pk=past.pk).exists()


def test_an_event_that_is_not_there_cannot_be_planned_again(visit: Visit, alice: Player) -> None:
    assert visit(alice).get("/events/new/?again=QQQQQQ").status_code == 404


def test_a_guest_learns_why_planning_needs_an_account(
    visit: Visit, client: Client, guest: Player
) -> None:
    reason = "To plan an event, sign up. Then you can change it later, from any device."
    for browser in (client, visit(guest)):
        assert reason not in text(browser.get("/accounts/signup/"))
        (link,) = re.findall(r'href="(/accounts/signup/[^"]+)"', events_page(browser))
        assert reason in text(browser.get(link))
        # The form keeps the way back, also once it has been refused.
        refused = browser.post("/accounts/signup/", {"next": "/events/new/"})
        assert reason in text(refused)
        assert 'name="next" value="/events/new/"' in refused.content.decode()
    known = {"username": "dora", "password1": "a-long-pass-phrase", "next": "/events/new/"}
    assert client.post("/accounts/signup/", known).headers["Location"] == "/events/new/"


def events_page(browser: Client) -> str:
    return browser.get("/events/").content.decode()


def test_only_what_can_be_done_stands_beside_the_rounds(
    visit: Visit, client: Client, alice: Player
) -> None:
    event = events.planned(alice, now=now())
    assert "event-aside" in client.get(f"/event/{event.code}/").content.decode()
    page = visit(alice).get(f"/event/{event.code}/").content.decode()
    aside = page.partition('class="event-aside"')[2]
    assert page.index("standings-title") < page.index("event-aside")
    assert "organiser-title" in aside
    call_off(event, alice, now)
    assert "event-aside" not in client.get(f"/event/{event.code}/").content.decode()
