"""Events: the list, planning and changing one, its page, and taking part."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from games.models import Event, Participation, Player, Race
from games.models.database.instants import to_datetime, to_ms
from games.models.races.event_plan import call_off
from games.models.races.event_players import join_event
from games.pages.site.clock import now
from tests.models import events
from tests.models.events import MINUTE, RULES, planned
from tests.models.stored_races import NOW
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

TOMORROW = (datetime.now(UTC) + timedelta(days=1)).replace(second=0, microsecond=0)


def asked(**changes: str) -> dict[str, str]:
    """Return what the form sends for an event of three rounds."""
    fields = {"name": "Club night", "start": f"{TOMORROW:%Y-%m-%dT%H:%M}", "pause": "2"}
    fields |= {"zone": "", "count": "3"}
    for number in range(1, 16):
        one = {"rules": RULES, "difficulty": "", "limit": "5"}
        fields |= {f"round-{number}-{name}": value for name, value in one.items()}
    return fields | changes


def soon(organiser: Player, *players: Player) -> Event:
    """Plan an event whose first round starts in two minutes."""
    real = now()
    start = real - real % MINUTE + 2 * MINUTE
    return planned(organiser, *players, now=start - events.START + NOW)


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
    assert "Club night" in text(Client().get("/events/"))


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


def test_the_form_proposes_a_start_and_groups_the_games(visit: Visit, alice: Player) -> None:
    page = visit(alice).get("/events/new/").content.decode()
    proposed = re.search(r'name="start" value="([^"]+)"', page)
    assert proposed is not None
    start = to_ms(datetime.fromisoformat(f"{proposed[1]}+00:00"))
    assert start % (60 * MINUTE) == 0
    assert 29 * MINUTE < start - now() <= 90 * MINUTE
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


def test_only_its_organiser_changes_it(visit: Visit, alice: Player, bob: Player) -> None:
    event = planned(alice, now=now())
    address = f"/event/{event.code}/change/"
    refused = visit(bob).post(address, asked(name="Taken"), follow=True)
    assert "Only the organiser can change the event." in text(refused)
    assert "/login/" in Client().get(address)["Location"]
    events.stock(5)
    visit(alice).post(address, asked(count="4", name="Another"))
    event.refresh_from_db()
    assert (event.name, event.rounds.count()) == ("Another", 4)
    visit(bob).post(f"/event/{event.code}/call-off/")
    visit(alice).post(f"/event/{event.code}/call-off/")
    page = text(visit(alice).get(f"/event/{event.code}/"))
    assert "The event was called off" in page
    assert "Take part" not in page


def test_a_stranger_takes_part_leaves_and_comes_back(client: Client, alice: Player) -> None:
    event = soon(alice)
    address = f"/event/{event.code}/"
    page = text(client.post(f"{address}join/", {"name": "Zoë"}, follow=True))
    assert "You're in." in page
    assert "1 player takes part" in page
    client.post(f"{address}leave/")
    assert Participation.objects.get().left_at is not None
    client.post(f"{address}join/")
    assert Participation.objects.get().left_at is None


def test_the_page_leads_to_ones_table_and_back(visit: Visit, alice: Player, bob: Player) -> None:
    event = soon(alice, alice, bob)
    events.seat(event, 1)
    (table,) = Race.objects.all()
    page = text(visit(alice).get(f"/event/{event.code}/"))
    assert page.count("Go to your table") == 1
    assert "Organised by Alice" in page
    assert "Tables of round 1" in page
    assert "Table 1 " in page
    race = visit(alice).get(f"/race/{table.code}/").content.decode()
    assert f'href="/event/{event.code}/"' in race
    assert "Round 1 of 3" in race
    # Who joins now waits for the next round.
    charlie = Player.objects.create_guest()
    join_event(event, charlie, now)
    assert 'id="own-table" hidden' in visit(charlie).get(f"/event/{event.code}/").content.decode()


def test_results_and_keys_come_round_by_round(visit: Visit, alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob, now=now() - 63 * MINUTE)
    events.race(event, 1, {bob: 5, alice: 3})
    one, two = (events.round_of(event, number) for number in (1, 2))
    assert one.deal is not None
    assert two.deal is not None
    content = Client().get(f"/event/{event.code}/").content.decode()
    assert content.index("Bob") < content.index("Alice</bdi></a>")
    assert bytes(one.deal.key or b"").hex() in content
    assert bytes(two.deal.key or b"").hex() not in content


def test_it_is_a_file_for_calendars(client: Client, alice: Player) -> None:
    event = planned(alice, now=now())
    for status in (None, "CANCELLED"):
        file = client.get(f"/event/{event.code}/calendar.ics").content
        (entry,) = Calendar.from_ical(file).events
        assert entry["SUMMARY"] == "Club night"
        assert entry.start == event.starts_at
        assert entry.get("STATUS") == status
        call_off(event, alice, now)


def test_the_start_page_tells_of_one_that_is_near(client: Client, alice: Player) -> None:
    event = planned(alice, now=now())
    home = client.get("/").content
    assert b"Club night" in home
    assert len(home) < 15 * 1024
    assert client.get("/", {"code": event.code})["Location"] == f"/event/{event.code}/"
    later = to_datetime(now() + 70 * MINUTE)
    Event.objects.update(starts_at=later, ends_at=later + timedelta(minutes=8))
    assert b"Club night" not in client.get("/").content


def test_an_event_without_players_ends_plainly(client: Client, alice: Player) -> None:
    event = planned(alice, now=now() - 90 * MINUTE)
    for number in (1, 2, 3):
        events.race(event, number, {})
    assert "No one took part." in text(client.get(f"/event/{event.code}/"))
    assert to_ms(event.ends_at) < now()
    join_again = client.post(f"/event/{event.code}/join/", follow=True)
    assert "The last round has begun." in text(join_again)
    assert client.get("/event/BCDFGH/").status_code == 404


def test_a_skipped_round_says_so_and_the_clock_goes_to_the_next(
    client: Client, alice: Player
) -> None:
    event = soon(alice)
    events.seat(event, 1)
    page = text(client.get(f"/event/{event.code}/"))
    assert "skipped" in page
    assert "running" not in page
    assert "Round 2 starts in" in page


def test_a_round_that_waits_for_a_deal_offers_no_late_joining(
    client: Client, alice: Player, bob: Player
) -> None:
    event = planned(alice, now=now() - 65 * MINUTE - 10_000)
    last = events.round_of(event, 3)
    event.rounds.filter(number=3).update(
        deal=None,
        starts_at=to_datetime(now() - 10_000),
        ends_at=last.ends_at + timedelta(minutes=2),
    )
    page = text(client.get(f"/event/{event.code}/"))
    assert "Round 3 starts in" in page
    assert "Take part" not in page
