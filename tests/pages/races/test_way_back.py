"""Every page links back to a player's race under way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.models import Player, Race
from games.models.database.instants import to_datetime, to_ms
from games.models.races.transition import change_race
from games.pages.races.way_back import COOKIE, FRESH
from games.pages.site.clock import now
from games.racing import SEATED
from tests.clocks import at
from tests.models import events
from tests.models.anytime_races import anytime
from tests.models.dailies import begin, daily
from tests.models.stored_races import act, closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def test_a_waiting_or_racing_player_has_a_link_back(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = open_race(alice, bob, now=now())
    for player in (alice, bob):
        page = visit(player).get("/daily/")
        assert "Your race is waiting to start." in text(page)
        assert f'href="{race.get_absolute_url()}"' in page.content.decode()
    change_race(race.code, lambda race, now: race.start(alice.pk, now), at(now()))
    assert "Your race is still on." in text(visit(bob).get("/how-to-play/"))


def test_a_page_that_stays_open_is_told_of_the_table_of_a_round(
    visit: Visit, alice: Player
) -> None:
    """The next look is due when the next round's tables open."""
    instant = now()
    event = events.planned(alice, alice, Player.objects.create_guest(), now=instant)
    browser, here = visit(alice), {"page": "/how-to-play/freecell/"}
    told = browser.get("/notices/new/", here).json()
    assert told["race"] == ""
    first = to_ms(event.starts_at) - SEATED
    assert first - now() <= told["opens"] <= first - instant
    events.seat(event, 1)
    (race,) = Race.objects.all()
    told = browser.get("/notices/new/", here).json()
    assert "your round is about to start" in told["race"]
    assert f'href="{race.get_absolute_url()}"' in told["race"]
    assert told["opens"] > first - instant
    # The event's page leads to the table itself.
    own = {"page": event.get_absolute_url()}
    assert browser.get("/notices/new/", own).json()["race"] == ""
    assert "way-back" not in browser.get(own["page"]).content.decode()
    browser.cookies[COOKIE] = race.code
    assert browser.get("/notices/new/", here).json()["race"] == ""
    assert Client().get("/notices/new/", here).json()["opens"] is None


def test_the_page_of_an_event_follows_another_race_until_it_has_begun(
    visit: Visit, alice: Player
) -> None:
    event = events.planned(alice, alice, Player.objects.create_guest(), now=now())
    race = open_race(alice, now=now())
    browser, here = visit(alice), event.get_absolute_url()
    for left, words in (
        (timedelta(minutes=2), "Your race starts at"),
        (timedelta(seconds=50), "Your race is about to start"),
        (timedelta(seconds=-10), "Your race has started."),
    ):
        start = datetime.now(UTC) + left
        Race.objects.filter(pk=race.pk).update(planned_at=start, starts_at=start)
        assert words in text(browser.get(here))
        assert words in browser.get("/notices/new/", {"page": here}).json()["race"]
    Race.objects.filter(pk=race.pk).update(closed_at=start)
    assert browser.get("/notices/new/", {"page": here}).json()["race"] == ""


def test_the_page_of_a_race_calls_to_another_only_once_that_starts_by_the_clock(
    visit: Visit, alice: Player, bob: Player
) -> None:
    """No room that was opened later hides it, and no table calls to itself."""
    planned, waiting = open_race(alice, bob, now=now()), open_race(alice, now=now())
    open_race(alice, now=now())
    browser = visit(alice)

    def told(race: Race) -> str:
        line = browser.get("/notices/new/", {"page": race.get_absolute_url()}).json()["race"]
        assert isinstance(line, str)
        return line

    for left, words in (
        (timedelta(minutes=10), ""),
        (timedelta(seconds=50), "Your race is about to start"),
        (timedelta(seconds=-10), "Your race has started."),
        (timedelta(minutes=-4), "Your race is still on."),
    ):
        start = datetime.now(UTC) + left
        Race.objects.filter(pk=planned.pk).update(planned_at=start, starts_at=start)
        assert words in told(waiting)
        assert bool(words) == (planned.code in told(waiting))
        assert told(planned) == ""
    act(planned, alice, "end")
    assert told(waiting) == ""


def test_no_race_page_links_back_to_a_race(visit: Visit, alice: Player, bob: Player) -> None:
    for race in (open_race(alice, now=now()), open_race(bob, now=now())):
        assert "Go back" not in text(visit(alice).get(race.get_absolute_url()))


def test_a_link_to_a_race_that_runs_can_be_closed(visit: Visit, alice: Player, bob: Player) -> None:
    race = open_race(alice, bob, now=now())
    browser = visit(alice)
    browser.cookies[COOKIE] = race.code
    change_race(race.code, lambda race, now: race.start(alice.pk, now), at(now()))
    assert "Go back" not in text(browser.get("/"))
    browser.cookies[COOKIE] = "QFXKMP"
    assert "Your race is still on." in text(browser.get("/"))


def test_a_race_that_waits_is_left_from_its_line(visit: Visit, guest: Player, bob: Player) -> None:
    race = open_race(guest, bob, now=now())
    browser = visit(guest)
    address = f"/race/{race.code}/leave/"
    assert f'action="{address}"' in browser.get("/daily/").content.decode()
    answer = browser.post(address, {"next": "/daily/"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/daily/"
    assert "You've left the race." in text(answer)
    assert "Go back" not in text(answer)
    assert [entry.player for entry in race.entries.all()] == [bob]
    assert visit(bob).post(address).headers["Location"] == "/"
    assert not Race.objects.exists()
    # Two presses are one.
    assert "You've left the race." in text(visit(bob).post(address, follow=True))


def test_who_has_left_a_race_is_not_led_back(visit: Visit, alice: Player, bob: Player) -> None:
    race = open_race(alice, bob, now=now())
    change_race(race.code, lambda race, now: race.start(alice.pk, now), at(now() - MINUTE))
    act(race, bob, "forfeit")
    assert "Your race is still on." not in text(visit(bob).get("/daily/"))
    assert "Your race is still on." in text(visit(alice).get("/daily/"))


def test_who_is_done_may_watch_the_others(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race = open_race(alice, bob, charlie, now=now())
    change_race(race.code, lambda race, now: race.start(alice.pk, now), at(now() - MINUTE))
    act(race, bob, "end")
    page = text(visit(bob).get("/daily/"))
    assert "Agnes Sorel · You're done; 2 players are still racing. Watch" in page
    assert "still on" not in page
    assert "Your race is still on. Go back" in text(visit(alice).get("/daily/"))
    act(race, alice, "end")
    assert "You're done; 1 player is still racing." in text(visit(bob).get("/"))
    act(race, charlie, "end")
    assert "way-back" not in visit(alice).get("/daily/").content.decode()


def test_who_was_away_at_the_end_is_told_of_it(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race = closed_race(alice, bob, charlie)
    ended = now() - MINUTE
    Race.objects.filter(pk=race.pk).update(closed_at=to_datetime(ended))
    earlier = to_datetime(ended - MINUTE)
    race.entries.filter(player=alice).update(place=2, seen_at=to_datetime(ended - 4000))
    race.entries.filter(player=bob).update(place=1, state="ended", seen_at=earlier)
    race.entries.filter(player=charlie).update(place=3, state="forfeit", seen_at=earlier)
    told = "Your race is over. Place 1. See the result"
    browser = visit(bob)
    assert f"Agnes Sorel · {told}" in text(browser.get("/daily/"))
    line = browser.get("/notices/new/?page=/").json()["race"]
    assert "Your race is over. Place 1." in line
    race.entries.filter(player=bob).update(place=None)
    assert "Your race is over. See the result" in text(browser.get("/daily/"))
    race.entries.filter(player=bob).update(place=1)
    # Alice was there, and Charlie has left.
    for seen in (alice, charlie):
        assert "is over" not in text(visit(seen).get("/daily/"))
    # Its page was visited since, or the line was closed.
    browser.cookies[COOKIE] = race.code
    assert "is over" not in text(browser.get("/daily/"))
    del browser.cookies[COOKIE]
    assert told in text(browser.get("/daily/"))
    race.entries.filter(player=bob).update(seen_at=to_datetime(now()))
    assert "is over" not in text(browser.get("/daily/"))


def test_a_race_that_runs_is_not_left_by_accident(
    client: Client, visit: Visit, alice: Player, bob: Player
) -> None:
    race = open_race(alice, bob, now=now())
    address = f"/race/{race.code}/leave/"
    change_race(race.code, lambda race, now: race.start(alice.pk, now), at(now() - MINUTE))
    assert visit(bob).post(address).headers["Location"] == race.get_absolute_url()
    assert "/leave/" not in visit(bob).get("/").content.decode()
    assert "/accounts/login/" in client.post(address).headers["Location"]
    assert visit(bob).post("/race/QFXKMP/leave/").status_code == 404
    assert race.entries.count() == 2


def test_no_link_leads_back_to_a_finished_or_abandoned_race(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    closed_race(alice)
    open_race(bob, now=now() - 31 * MINUTE)
    for browser in (client, visit(alice), visit(bob)):
        assert "Go back" not in text(browser.get("/"))


def test_an_attempt_that_its_player_has_stopped_is_not_under_way(
    visit: Visit, alice: Player
) -> None:
    """The server settles it in a moment."""
    attempt = begin(anytime(alice, now=now()).trial, alice, now() - MINUTE)
    assert "Your race is still on." in text(visit(alice).get("/daily/"))
    act(attempt.race, alice, "end")
    assert "way-back" not in visit(alice).get("/daily/").content.decode()


def test_a_daily_challenge_is_not_called_a_race(visit: Visit, alice: Player) -> None:
    begin(daily(now()), alice, now() - MINUTE)
    page = visit(alice).get("/how-to-play/")
    assert "Your daily challenge is still on. Go back" in text(page)
    assert 'aria-label="Your daily challenge"' in page.content.decode()


def test_a_round_that_is_not_over_names_its_event(visit: Visit, alice: Player) -> None:
    event = events.planned(alice, alice, now=now() - 64 * MINUTE)
    events.begin(event, 1)
    assert "Club night: your round isn't over yet." in text(visit(alice).get("/daily/"))


def test_a_round_that_has_just_begun_is_said_to_have_started(visit: Visit, alice: Player) -> None:
    """The next look is due when it begins."""
    event = events.planned(alice, alice, Player.objects.create_guest(), now=now())
    events.seat(event, 1)
    here = {"page": "/how-to-play/freecell/"}
    (race,) = Race.objects.all()
    opens = visit(alice).get("/notices/new/", here).json()["opens"]
    assert race.starts_at is not None
    assert 0 < opens <= to_ms(race.starts_at) - now() + 1000
    for age, words in (
        (FRESH - MINUTE, "your round has started."),
        (FRESH, "your round isn't over"),
    ):
        Race.objects.update(starts_at=to_datetime(now() - age))
        assert words in visit(alice).get("/notices/new/", here).json()["race"]
