"""Events: the list, changing one, its page, and taking part."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from games.models import Entry, Event, Participation, Player, Race, Round
from games.models.database.instants import to_datetime, to_ms
from games.models.races.event_plan import call_off
from games.models.races.event_players import join_event
from games.pages.site.clock import now
from games.pages.site.times import hour_text
from tests.models import events
from tests.models.events import MINUTE, planned
from tests.models.stored_races import NOW, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.races.event_form import asked

pytestmark = pytest.mark.django_db


def soon(organiser: Player, *players: Player) -> Event:
    """Plan an event whose first round starts in two minutes."""
    real = now()
    start = real - real % MINUTE + 2 * MINUTE
    return planned(organiser, *players, now=start - events.START + NOW)


def test_the_list_counts_rounds_and_players_and_marks_ones_own(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    planned(alice, bob, Player.objects.create_guest(), now=now())
    page = text(client.get("/events/"))
    assert "3 rounds · 2 players" in page
    assert "You take part" not in page + text(visit(alice).get("/events/"))
    assert "You take part" in text(visit(bob).get("/events/"))


@pytest.mark.parametrize("code", ["QQQQQQ", "qqqqqq", "nonsense"])
def test_a_wrong_code_leads_to_all_events(client: Client, code: str) -> None:
    answer = client.get(f"/event/{code}/")
    assert answer.status_code == 404
    assert f"No event has the code {code}." in text(answer)
    assert 'href="/events/"' in answer.content.decode()


def test_boards_are_as_late_as_planned_and_of_no_interest_once_the_round_is_over(
    client: Client, alice: Player, bob: Player
) -> None:
    event = planned(alice, alice, bob, now=now() - 60 * MINUTE - 40_000)
    events.begin(event, 1)
    one = events.round_of(event, 1)
    # It ends early, when its tables have yet to close.
    for end in (one.ends_at, one.starts_at + timedelta(seconds=20)):
        Round.objects.filter(pk=one.pk).update(ends_at=end)
        assert "Boards are shown 30 seconds late" in text(client.get(event.get_absolute_url()))
    events.close(event, 1)
    assert "seconds late" not in text(client.get(event.get_absolute_url()))


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


def test_its_organiser_removes_a_player(visit: Visit, alice: Player, bob: Player) -> None:
    event = soon(alice, alice, bob)
    page, address = f"/event/{event.code}/", f"/event/{event.code}/players/"
    assert f'href="{address}"' in visit(alice).get(page).content.decode()
    assert f'href="{address}"' not in visit(bob).get(page).content.decode()
    assert "/login/" in Client().get(address)["Location"]
    listed = visit(alice).get(address).content.decode()
    assert re.findall(r'name="player" value="(\d+)"', listed) == [str(bob.pk)]
    refused = visit(bob).post(address, {"player": alice.pk}, follow=True)
    assert "Only the organiser can change the event." in text(refused)
    for other in ("", "x", "9" * 30, "²", str(alice.pk)):
        answer = text(visit(alice).post(address, {"player": other}, follow=True))
        assert "No such player takes part in this event." in answer
    done = text(visit(alice).post(address, {"player": bob.pk}, follow=True))
    assert "The player was removed." in done
    assert "No one else takes part yet." in done
    told = "The organiser removed you from this event. You can't join it again."
    seen = visit(bob).get(page)
    assert 'id="removed">' in seen.content.decode()
    assert "Take part" not in text(seen)
    assert told in text(visit(bob).post(f"{page}join/", follow=True))
    assert 'id="removed" hidden' in visit(alice).get(page).content.decode()


def test_the_start_page_invites_no_one_who_was_removed(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    event = soon(alice, alice, bob)
    visit(alice).post(f"/event/{event.code}/players/", {"player": bob.pk})
    link = event.get_absolute_url()
    assert link not in visit(bob).get("/").content.decode()
    assert all(link in one.get("/").content.decode() for one in (client, visit(alice)))


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
    response = visit(alice).get(f"/event/{event.code}/")
    page = text(response)
    assert page.count("Go to your table") == 1
    assert 'id="in-stay" hidden' in response.content.decode()
    assert "Organised by Alice" in page
    assert "Tables of round 1" in page
    assert "Table 1 " in page
    race = visit(alice).get(f"/race/{table.code}/").content.decode()
    assert f'href="/event/{event.code}/"' in race
    assert "Round 1 of 3" in race
    # Who joins now waits for the next round.
    charlie = Player.objects.create_guest()
    join_event(event, charlie, now)
    waiting = visit(charlie).get(f"/event/{event.code}/").content.decode()
    assert 'id="own-table" hidden' in waiting
    assert 'id="in-stay">' in waiting


@pytest.mark.parametrize(("others", "said"), [(40, "on time:"), (10, "with")])
def test_who_got_as_far_sooner_is_said_to_be_sooner(
    client: Client, alice: Player, bob: Player, others: int, said: str
) -> None:
    event = planned(alice, alice, bob, now=now() - 63 * MINUTE)
    events.race(event, 1, {bob: 40, alice: others})
    assert f"Bob won {said} " in text(client.get(event.get_absolute_url()))


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


@pytest.mark.parametrize(
    ("moves", "english", "german"),
    [
        (1, "Alice, Bob and Mo have won together.", "Alice, Bob und Mo haben gemeinsam gewonnen."),
        (0, "No one moved a card.", "Niemand hat eine Karte bewegt."),
    ],
)
def test_once_it_is_over_the_page_names_all_who_share_the_first_place(
    client: Client, alice: Player, bob: Player, moves: int, english: str, german: str
) -> None:
    mo = Player.objects.create_user("Mo")
    event = planned(alice, alice, bob, mo, now=now() - 90 * MINUTE)
    for number in (1, 2, 3):
        events.race(event, number, {})
    Entry.objects.update(state="ended", moves=moves)
    assert event.code not in client.get("/on-now/").content.decode()
    address = f"/event/{event.code}/"
    page = text(client.get(address)).replace("Alice , Bob", "Alice, Bob")
    assert english in page
    assert "3 players took part" in page
    heading = f"{hour_text(event.starts_at)} · Alice".replace("\xa0", " ")
    assert heading in text(client.get("/events/"))
    page = text(client.get(address, headers={"accept-language": "de"}))
    assert german in page.replace("Alice , Bob", "Alice, Bob")


def test_once_it_is_over_the_points_of_each_round_are_told(
    client: Client, alice: Player, bob: Player
) -> None:
    mo = Player.objects.create_user("Mo")
    event = planned(alice, alice, bob, mo, now=now() - 90 * MINUTE)
    for number, moves in ((1, {alice: 3}), (2, {alice: 2, bob: 5}), (3, {})):
        events.race(event, number, moves)
    page = client.get(f"/event/{event.code}/").content.decode()
    cells = re.findall(r'<td class="number">(.*?)</td>', page.partition("event-by-round")[2])
    told = [" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in cells]
    total = events.points_of(event)
    assert [told[3], told[7]] == [str(total[alice.pk]), str(total[bob.pk])]
    assert told[0] == "25 #1"
    assert sorted([told[1], told[5]]) == ["18 #2", "25 #1"]
    assert [told[2], told[4], told[6]] == 3 * ["\N{EN DASH}"]
    text_of_it = text(client.get(f"/event/{event.code}/"))
    assert "3 players took part , 2 raced" in text_of_it
    assert text_of_it.count("No one moved a card.") == 1
    assert (
        "event-by-round"
        not in client.get(f"/event/{planned(bob, now=now()).code}/").content.decode()
    )


def test_it_is_a_file_for_calendars(client: Client, alice: Player) -> None:
    event = planned(alice, now=now())
    for status in (None, "CANCELLED"):
        file = client.get(f"/event/{event.code}/calendar.ics").content
        (entry,) = Calendar.from_ical(file).events
        assert entry["SUMMARY"] == "Club night"
        assert entry.start == event.starts_at
        assert entry.get("STATUS") == status
        call_off(event, alice, now)


def test_rules_that_are_not_the_usual_are_named_wherever_a_round_is(
    client: Client, alice: Player
) -> None:
    event = planned(alice, now=now())
    event.rounds.filter(number=2).update(rules="klondike/draw-one")
    file = client.get(f"/event/{event.code}/calendar.ics").content
    (entry,) = Calendar.from_ical(file).events
    assert "Round 1: Agnes Sorel, 2 min\n" in str(entry["DESCRIPTION"])
    assert "Round 2: Klondike: Draw one, 2 min\n" in str(entry["DESCRIPTION"])
    screen = client.get(f"/event/{event.code}/screen/").content.decode()
    assert '"title": "Klondike: Draw one"' in screen


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


def test_a_deal_other_than_wished_is_told(visit: Visit, alice: Player) -> None:
    event = soon(alice)
    told = "No deal rated “hard” was ready. This one is easy."
    assert told not in text(visit(alice).get(f"/event/{event.code}/"))
    event.rounds.filter(number=1).update(wished_difficulty="hard")
    answer = visit(alice).get(f"/event/{event.code}/")
    assert text(answer).count(told) == 1
    assert '<span data-slot="difficulty" hidden>' in answer.content.decode()


def test_its_organiser_is_told_for_which_rounds_no_deal_as_wished_is_ready(
    visit: Visit, client: Client, alice: Player
) -> None:
    event = soon(alice)
    event.rounds.filter(number=2).update(wished_difficulty="hard", deal=None)
    told = "A deal rated “hard” is being prepared."
    assert text(visit(alice).get(f"/event/{event.code}/")).count(told) == 1
    assert told not in text(client.get(f"/event/{event.code}/"))


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


def test_a_round_offers_no_reaction_that_asks_for_another(visit: Visit, alice: Player) -> None:
    event = planned(alice, alice, now=now() - 60 * MINUTE)
    events.begin(event, 1)
    page = text(visit(alice).get(f"/race/{events.round_of(event, 1).tables.get().code}/"))
    assert "Well played" in page
    assert "Again?" not in page
    casual = open_race(alice)
    assert "Again?" in text(visit(alice).get(f"/race/{casual.code}/"))
