"""The bell, the panel under it, and the list of notices."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Challenge, Event, Notice, NoticeKind, Player, Race
from games.models.database.instants import to_datetime, to_ms
from games.models.play.anytime_rematch import open_anytime_rematch
from games.models.play.telling import tell_of_events, tell_of_starts
from games.models.races.closing import close_race
from games.models.races.rematch import open_rematch
from games.models.races.stopping import stop_match
from games.models.races.trial import Trial
from games.pages.site.clock import now
from tests.clocks import at
from tests.models.anytime_races import anytime
from tests.models.dailies import finish, prove
from tests.models.events import MINUTE, planned
from tests.models.stored_races import (
    END,
    RULES,
    act,
    join,
    open_race,
    winnable_race,
    won_race,
)
from tests.models.streaks import put_streak_at_stake
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def challenge(challenger: Player, challenged: Player) -> Challenge:
    return Challenge.objects.open(challenger, challenged, RULES, now)


def test_a_challenge_rings_the_bell_and_the_list_leads_to_it(
    visit: Visit, alice: Player, bob: Player
) -> None:
    browser = visit(bob)
    assert 'aria-label="Notifications"' in browser.get("/").content.decode()
    race = challenge(alice, bob).race
    news = browser.get("/notices/new/", {"after": "0", "page": "/"}).json()
    said = "Alice challenges you to race Agnes Sorel."
    latest = Notice.objects.get().pk
    label = "Notifications: 1 new"
    bell = {"count": "1", "label": label, "latest": latest, "said": said}
    assert news == {**bell, "race": "", "opens": None}
    assert browser.get("/notices/new/", {"after": latest}).json()["said"] == ""
    for path in ("/notices/", "/notices/panel/"):
        page = browser.get(path).content.decode()
        assert said in page
        assert f'href="/race/{race.code}/"' in page
        assert "New:" in page
    assert f'aria-label="{label}"' in browser.get("/history/").content.decode()


def test_a_guest_who_logs_in_or_signs_up_keeps_the_bell(
    visit: Visit, client: Client, guest: Player
) -> None:
    for path in ("/accounts/login/", "/accounts/signup/"):
        assert "notices-bell" in visit(guest).get(path).content.decode()
        assert "notices-bell" not in client.get(path).content.decode()


def test_what_was_listed_is_read_and_nothing_else(visit: Visit, alice: Player, bob: Player) -> None:
    challenge(alice, bob)
    browser = visit(bob)
    page = browser.get("/notices/").content.decode()
    listed = Notice.objects.get().pk
    assert f'name="upto" value="{listed}"' in page
    challenge(alice, bob)
    assert browser.post("/notices/seen/", {"upto": listed})["Location"] == "/notices/"
    assert browser.get("/notices/new/").json()["count"] == "1"
    for odd in ("", "x", "²", "9" * 40):
        browser.post("/notices/seen/", {"upto": odd})
    assert browser.get("/notices/new/").json()["count"] == "1"
    # Another's notices are no one's to read.
    visit(alice).post("/notices/seen/", {"upto": "999999"})
    assert browser.get("/notices/new/").json()["count"] == "1"
    assert "New:" not in text(visit(alice).get("/notices/"))


def test_a_notice_of_a_planned_race_tells_when_it_began_then_when_it_ended(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race, moves = winnable_race(alice, bob)
    start = now() - 10 * MINUTE
    Race.objects.filter(pk=race.pk).update(planned_at=to_datetime(start))
    Notice.objects.tell({bob.pk}, NoticeKind.BEGINS, "", start, race=race.pk, until=start)
    page = text(visit(bob).get("/notices/"))
    assert re.search("Your race has begun: Agnes Sorel.\\s+10 minutes ago", page)
    act(race, bob, moves[0])
    act(race, alice, *moves)
    close_race(race, at(END))
    Race.objects.filter(pk=race.pk).update(closed_at=to_datetime(now()))
    page = text(visit(bob).get("/notices/"))
    assert re.search("Your race is over: Agnes Sorel. Place 2 of 2.\\s+just now", page)


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(9, "Starts on"), (0, "just now|1 minute ago")],
)
def test_a_notice_of_an_event_tells_when_it_starts_or_began(
    visit: Visit, alice: Player, bob: Player, minutes: int, said: str
) -> None:
    event = planned(alice, bob, now=now() - (60 - minutes) * MINUTE)
    tell_of_events(to_ms(event.starts_at) - 1)
    page = text(visit(bob).get("/notices/"))
    assert ("has begun" in page) is (minutes == 0)
    assert re.search(said, page)


def test_the_list_is_in_the_order_of_the_times_that_it_shows(
    visit: Visit, alice: Player, bob: Player
) -> None:
    event = planned(alice, bob, now=now())
    tell_of_events(to_ms(event.starts_at) - MINUTE)
    challenge(alice, bob)
    Notice.objects.filter(kind="event").update(until=to_datetime(now() - MINUTE))
    Event.objects.update(starts_at=Notice.objects.get(kind="event").until)
    page = text(visit(bob).get("/notices/"))
    assert page.index("challenges you") < page.index("Your event has begun")
    # The bell counts what the list marks: also what has begun meanwhile.
    assert page.count("New:") == 2
    assert visit(bob).get("/notices/new/").json()["count"] == "2"


def test_what_no_longer_matters_is_not_new(visit: Visit, alice: Player, bob: Player) -> None:
    race = challenge(alice, bob).race
    browser = visit(bob)
    join(race, bob)
    for path in ("/notices/", "/notices/panel/"):
        page = browser.get(path).content.decode()
        assert "Alice challenges you" in page
        assert "New:" not in page
        assert '<button class="button small" hidden>' in page
    Notice.objects.update(until=to_datetime(now() - 1))
    assert "New:" not in text(browser.get("/notices/"))


def settle(race: Race, column: str) -> None:
    """Note that a race that waits has started, and what else."""
    moment = to_datetime(now())
    Race.objects.filter(pk=race.pk).update(**{"starts_at": moment, column: moment})


def expect_nothing(browser: Client) -> None:
    """Check that neither the bell nor the list tells of anything."""
    assert browser.get("/notices/new/").json()["count"] == ""
    for path in ("/notices/", "/notices/panel/"):
        assert "Nothing yet." in browser.get(path).content.decode()


def test_a_challenge_to_a_race_that_has_started_is_told_no_more(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race = challenge(alice, bob).race
    join(race, charlie)
    settle(race, "dealt_at")
    expect_nothing(visit(bob))


@pytest.mark.parametrize("column", ["dealt_at", "closed_at"])
def test_a_next_race_without_its_reader_is_told_no_more(
    visit: Visit, alice: Player, bob: Player, column: str
) -> None:
    again = open_rematch(won_race(alice, bob), alice, now)
    assert "Alice wants a rematch" in text(visit(bob).get("/notices/"))
    settle(again, column)
    expect_nothing(visit(bob))


def test_a_next_race_that_is_given_up_is_told_no_more(
    visit: Visit, alice: Player, bob: Player
) -> None:
    again = open_rematch(won_race(alice, bob), alice, now)
    assert visit(bob).get("/notices/new/").json()["count"] == "1"
    assert again.in_match is not None
    stop_match(again.in_match.match, alice, now)
    expect_nothing(visit(bob))


def test_the_next_race_that_its_reader_was_in_leads_to_its_result(
    visit: Visit, alice: Player, bob: Player
) -> None:
    again = open_rematch(won_race(alice, bob), alice, now)
    join(again, bob)
    settle(again, "closed_at")
    page = visit(bob).get("/notices/").content.decode()
    assert f'href="/race/{again.code}/"' in page
    assert "New:" not in page


@pytest.mark.parametrize("column", ["closes_at", "seats"])
def test_an_anytime_rematch_that_takes_no_one_is_told_no_more(
    visit: Visit, alice: Player, bob: Player, charlie: Player, column: str
) -> None:
    over = anytime(alice, seats=5)
    for player in (bob, charlie):
        finish(over.trial, player, 3)
    prove(77)
    again = open_anytime_rematch(over, bob, now)
    assert visit(charlie).get("/notices/new/").json()["count"] == "1"
    again.trial.attempt(alice, now)
    value = {"closes_at": to_datetime(now() - 1), "seats": 1}[column]
    opened = {"opens_at": to_datetime(now() - 2)}
    Trial.objects.filter(pk=again.trial_id).update(**opened, **{column: value})
    expect_nothing(visit(charlie))
    # Those who have a seat still read of it.
    assert "Bob wants a rematch" in text(visit(alice).get("/notices/"))


def test_a_start_that_was_put_off_is_told_no_more(visit: Visit, alice: Player, bob: Player) -> None:
    race, soon = open_race(alice, bob), to_datetime(now() + 9 * MINUTE)
    Race.objects.filter(pk=race.pk).update(planned_at=soon, starts_at=soon)
    tell_of_starts(now())
    assert "Your race begins soon" in text(visit(bob).get("/notices/"))
    Race.objects.filter(pk=race.pk).update(planned_at=None, starts_at=None)
    expect_nothing(visit(bob))


def test_what_leads_to_the_page_that_one_is_on_is_read(
    visit: Visit, alice: Player, bob: Player
) -> None:
    first, second = (challenge(alice, bob).race.get_absolute_url() for _ in range(2))
    browser = visit(bob)
    assert browser.get("/notices/new/", {"page": "/history/"}).json()["count"] == "2"
    assert 'aria-label="Notifications: 1 new"' in browser.get(first).content.decode()
    assert browser.get("/notices/new/", {"page": second}).json()["count"] == ""
    assert "New:" not in text(browser.get("/notices/"))


def test_many_are_counted_as_many(
    visit: Visit, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.models.races.challenge.MOST", 10)
    races = [challenge(alice, bob).race for _ in range(10)]
    assert visit(bob).get("/notices/new/").json()["count"] == "9+"
    join(races[0], bob)
    assert visit(bob).get("/notices/new/").json()["count"] == "9"


def test_a_streak_at_stake_rings_the_bell_until_its_reader_sees_the_daily(
    visit: Visit, alice: Player
) -> None:
    put_streak_at_stake(alice, 5)
    browser = visit(alice)
    news = browser.get("/notices/new/", {"after": "0", "page": "/"}).json()
    sentence = "Your streak of 5 days ends at midnight UTC. Play one deal today to keep it."
    assert (news["count"], news["said"]) == ("1", sentence)
    page = browser.get("/notices/panel/").content.decode()
    assert "New: </span>Your streak of 5 days ends at <time " in page
    assert "UTC</time>. Play one deal today to keep it.</a>" in page
    assert 'aria-label="Notifications"' in browser.get("/daily/").content.decode()
    assert browser.get("/notices/new/").json()["count"] == ""


def test_the_settings_tell_of_a_streak_on_the_site_until_that_is_unticked(
    visit: Visit, alice: Player
) -> None:
    browser = visit(alice)
    box = '<input type="checkbox" name="{}" value="streak"'
    page = browser.get("/notices/settings/").content.decode()
    assert "Your daily streak is about to end" in page
    ticked = [way for way in ("site", "mail", "push") if is_ticked(page, box.format(way))]
    assert ticked == ["site"]
    browser.post("/notices/settings/", {"site": ["over"]})
    assert not is_ticked(browser.get("/notices/settings/").content.decode(), box.format("site"))
    put_streak_at_stake(alice, 5)
    expect_nothing(browser)


def is_ticked(page: str, box: str) -> bool:
    """Return whether a box on a page, told by how it begins, is ticked."""
    return " checked" in page[page.index(box) :].partition(">")[0]


def test_strangers_have_no_bell(client: Client) -> None:
    assert 'id="notices-bell"' not in client.get("/").content.decode()
    assert client.get("/notices/new/").json()["count"] == ""
    for path in ("/notices/", "/notices/panel/"):
        assert client.get(path)["Location"].startswith("/accounts/login/")
    assert client.post("/notices/seen/").status_code == 302


def test_a_guest_has_a_bell_and_an_empty_list(visit: Visit, guest: Player) -> None:
    browser = visit(guest)
    assert "Nothing yet." in text(browser.get("/notices/"))
    assert 'id="notices-bell"' in browser.get("/").content.decode()


def test_german_lines(visit: Visit, alice: Player, bob: Player) -> None:
    challenge(alice, bob)
    browser = visit(bob)
    browser.cookies["django_language"] = "de"
    assert "Alice fordert dich" in text(browser.get("/notices/"))
