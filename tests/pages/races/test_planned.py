"""A race planned for a time: its field, its file for calendars, the way to it."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from games.models import Player, Race
from games.models.database.instants import to_datetime
from games.models.races.match import begin
from games.pages.races.latest_races import LATEST
from games.pages.site.clock import now
from games.racing import Goal
from tests.models.stored_races import closed_race, join, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

ASKED = {
    **{"game": "agnes-sorel", "shown": "agnes-sorel", "preset": "standard"},
    **{"difficulty": "", "limit": "10", "countdown": "5"},
}
TOMORROW = (datetime.now(UTC) + timedelta(days=1)).replace(second=0, microsecond=0)


def plan(client: Client, race: Race, start: str, zone: str = "") -> str:
    address = f"/race/{race.code}/terms/"
    return text(client.post(address, {**ASKED, "start": start, "zone": zone}, follow=True))


def local(instant: datetime) -> str:
    return instant.strftime("%Y-%m-%dT%H:%M")


@pytest.mark.parametrize(("zone", "hours"), [("", 0), ("Asia/Tokyo", 9), ("America/Bogota", -5)])
def test_a_local_time_is_stored_as_its_instant(
    visit: Visit, alice: Player, zone: str, hours: int
) -> None:
    race = open_race(alice, now=now())
    page = plan(visit(alice), race, local(TOMORROW + timedelta(hours=hours)), zone)
    race.refresh_from_db()
    assert race.planned_at == race.starts_at == TOMORROW
    assert "Starts on" in page
    assert "Add to calendar" in page


def test_without_javascript_the_room_says_when_it_starts_and_not_who_is_ready(
    visit: Visit, alice: Player
) -> None:
    race = open_race(alice, now=now())
    said = "The race starts at its time with everyone who has a seat, ready or not."
    room = visit(alice).get(f"/race/{race.code}/").content.decode()
    assert f'without-scripts">{said}' not in room
    assert " data-planned " not in room
    plan(visit(alice), race, local(TOMORROW))
    room = visit(alice).get(f"/race/{race.code}/").content.decode()
    assert f'without-scripts">{said}' in room
    # Where this stands, marks of being ready are hidden.
    assert " data-planned " in room


@pytest.mark.parametrize(
    ("start", "zone", "why"),
    [
        ("2026-03-29T02:30", "Europe/Berlin", "Clocks in Europe/Berlin skip that time"),
        ("2020-01-01T10:00", "", "at least a minute from now, and within 30 days"),
        ("2120-01-01T10:00", "", "at least a minute from now, and within 30 days"),
        ("soon", "", "Enter a date and a time"),
        ("2026-13-41T99:99", "", "Enter a date and a time"),
        ("2026-12-24T20:00", "Europe/Nowhere", "We don't know the time zone"),
        ("2026-12-24T20:00", "../../etc/passwd", "We don't know the time zone"),
        ("2026-12-24T20:00", "Europe", "We don't know the time zone"),
        ("0001-01-01T00:00", "Asia/Tokyo", "Enter a date and a time"),
        ("9999-12-31T23:59", "America/Bogota", "Enter a date and a time"),
    ],
)
def test_a_start_that_cannot_be_says_why_and_changes_nothing(
    visit: Visit, alice: Player, start: str, zone: str, why: str
) -> None:
    race = open_race(alice, now=now())
    assert why in plan(visit(alice), race, start, zone)
    race.refresh_from_db()
    assert (race.planned_at, race.version) == (None, race.version)


def test_a_start_is_refused_beside_whatever_else_is_wrong(visit: Visit, alice: Player) -> None:
    race = open_race(alice, now=now())
    sent = {**ASKED, "ranked": "on", "helped": "on", "start": "2020-01-01T10:00"}
    page = text(visit(alice).post(f"/race/{race.code}/terms/", sent))
    assert "Ranked races don't allow help." in page
    assert "at least a minute from now" in page


def test_of_a_time_that_comes_twice_the_first_is_meant() -> None:
    from games.pages.races.start_field import instant_of

    twice = datetime(2026, 10, 25, 2, 30)  # noqa: DTZ001
    assert instant_of(twice, "Europe/Berlin") == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_an_empty_start_gives_the_plan_up(visit: Visit, alice: Player) -> None:
    race = open_race(alice, now=now())
    plan(visit(alice), race, local(TOMORROW))
    assert "Add to calendar" not in plan(visit(alice), race, "")
    race.refresh_from_db()
    assert (race.planned_at, race.starts_at) == (None, None)


def test_newcomers_see_pictures_of_the_game_until_it_starts(visit: Visit, alice: Player) -> None:
    race = open_race(alice, now=now())
    address = f"/race/{race.code}/"
    waiting = visit(alice).get(address)
    assert waiting.context["lessons"]
    plan(visit(alice), race, local(TOMORROW))
    assert visit(alice).get(address).context["lessons"] == waiting.context["lessons"]
    over = datetime.now(UTC) - timedelta(seconds=10)
    Race.objects.filter(pk=race.pk).update(planned_at=over, starts_at=over)
    assert not visit(alice).get(address).context["lessons"]


def test_the_file_of_a_match_has_its_players_its_goal_and_its_length(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = open_race(alice, bob, now=now())
    plan(visit(alice), race, local(TOMORROW))
    begin(race.pk, Goal(2), secrets.token_bytes)
    answer = Client().get(f"/race/{race.code}/calendar.ics")
    [event] = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(event["summary"]) == "Match: Agnes Sorel (Alice, Bob)"
    assert "First to 2 wins" in str(event["description"])
    assert event.decoded("duration") == timedelta(minutes=30)


def test_calendars_read_its_file(visit: Visit, alice: Player) -> None:
    race = open_race(alice, now=now())
    plan(visit(alice), race, local(TOMORROW))
    answer = Client().get(f"/race/{race.code}/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    [event] = Calendar.from_ical(answer.content).walk("VEVENT")
    assert event.decoded("dtstart") == TOMORROW
    assert event.decoded("duration") == timedelta(minutes=10)
    assert str(event["summary"]) == "Race: Agnes Sorel (Alice)"
    assert "Standard\nTime limit for each race: 10 min" in str(event["description"])
    assert str(event["url"]) == f"http://testserver/race/{race.code}/"
    [alarm] = event.walk("VALARM")
    assert alarm.decoded("trigger") == -timedelta(minutes=15)


@pytest.mark.parametrize(("left", "reminders"), [(14, [2]), (1.5, [])])
def test_its_file_reminds_of_nothing_that_has_passed(
    alice: Player, left: float, reminders: list[int]
) -> None:
    race = open_race(alice, now=now())
    start = to_datetime(now()) + timedelta(minutes=left)
    Race.objects.filter(pk=race.pk).update(planned_at=start, starts_at=start)
    answer = Client().get(f"/race/{race.code}/calendar.ics")
    [event] = Calendar.from_ical(answer.content).walk("VEVENT")
    alarms = [alarm.decoded("trigger") for alarm in event.walk("VALARM")]
    assert alarms == [-timedelta(minutes=ahead) for ahead in reminders]


def test_a_race_without_a_planned_start_has_no_file(alice: Player) -> None:
    race = open_race(alice, now=now())
    for code in (race.code, "BCDFGH"):
        assert Client().get(f"/race/{code}/calendar.ics").status_code == 404


def test_it_is_listed_and_the_way_to_it_shows_when_it_is_near(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = open_race(alice, now=now())
    join(race, bob)
    plan(visit(alice), race, local(TOMORROW))
    page = visit(bob).get("/history/").content.decode()
    assert "Planned races" in page
    assert f"/race/{race.code}/" in page
    assert "Your race starts" not in page
    near = datetime.now(UTC) + timedelta(minutes=10)
    Race.objects.filter(pk=race.pk).update(planned_at=near, starts_at=near)
    assert "Your race starts at" in text(visit(bob).get("/history/"))
    for ago, words in ((10, "Your race has started."), (200, "Your race is still on.")):
        over = datetime.now(UTC) - timedelta(seconds=ago)
        Race.objects.filter(pk=race.pk).update(planned_at=over, starts_at=over)
        assert words in text(visit(bob).get("/history/"))


def news(browser: Client) -> dict[str, Any]:
    answer = browser.get("/notices/new/?page=/daily/").json()
    assert isinstance(answer, dict)
    return answer


def test_players_are_called_a_minute_before_the_start_whatever_they_do_meanwhile(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race, browser = open_race(alice, bob, now=now()), visit(bob)
    start_in(race, minutes=100)
    for _ in range(LATEST):
        closed_race(bob)
    told = news(browser)
    assert told["race"] == ""
    assert told["opens"] == pytest.approx(85 * 60_000, abs=10_000)
    start_in(race, minutes=5)
    told = news(browser)
    assert "Your race starts at" in told["race"]
    assert told["opens"] == pytest.approx(4 * 60_000, abs=10_000)
    start_in(race, minutes=0.5)
    told = news(browser)
    assert "Your race is about to start" in told["race"]
    assert told["opens"] == pytest.approx(30_000, abs=10_000)
    # The clock has no unit to stand alone on a phone's second line.
    german = browser.get("/notices/new/?page=/daily/", headers={"accept-language": "de"}).json()
    assert 'data-words=", in %(left)s."' in german["race"]


def start_in(race: Race, minutes: float) -> None:
    start = to_datetime(now()) + timedelta(minutes=minutes)
    Race.objects.filter(pk=race.pk).update(planned_at=start, starts_at=start)
