"""A race whose link was opened is found again, by who is known."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from games.models import AnytimeRace, Player
from games.pages.races.anytime.invitations import KEY, MOST
from games.pages.site.clock import now
from tests.clocks import at
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, begin, finish
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def address(race: AnytimeRace) -> str:
    return f"/anytime/{race.code}/"


def is_kept(browser: Client, race: AnytimeRace) -> bool:
    """Tell whether list and start page lead to a race; they agree."""
    pages = [browser.get(page).content.decode() for page in ("/anytime/", "/")]
    kept = {f'href="{address(race)}"' in page for page in pages}
    assert len(kept) == 1
    return kept.pop()


@pytest.mark.parametrize("way", ["/anytime/{}/", "/race/{}/", "/?code={}"])
def test_who_opens_the_link_of_a_race_finds_it_again(
    visit: Visit, alice: Player, bob: Player, way: str
) -> None:
    race = anytime(alice, now=now())
    browser = visit(bob)
    assert not is_kept(browser, race)
    browser.get(way.format(race.code), follow=True)
    assert is_kept(browser, race)
    shown = text(browser.get("/anytime/"))
    assert "Yours to play" in shown
    assert "Not interested" in shown
    # It is this browser's, and no one else's.
    assert not is_kept(visit(bob), race)


@pytest.mark.parametrize(("here", "there"), [("/anytime/", "/anytime/"), ("/", "/")])
def test_who_isn_t_interested_takes_it_from_list_and_start_page(
    visit: Visit, alice: Player, guest: Player, here: str, there: str
) -> None:
    race = anytime(alice, now=now())
    browser = visit(guest)
    browser.get(address(race))
    assert f'action="{address(race)}dismiss/"' in browser.get(here).content.decode()
    answer = browser.post(f"{address(race)}dismiss/", {"next": here})
    assert answer["Location"] == there
    assert not is_kept(browser, race)
    assert browser.post(f"{address(race)}dismiss/")["Location"] == "/anytime/"
    browser.get(address(race))
    assert is_kept(browser, race)


def test_it_leaves_once_it_is_played_full_or_closed(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    instant = now()
    played, full = anytime(alice, now=instant), anytime(alice, 2, now=instant)
    closed = anytime(alice, now=instant - 2 * HOUR + 60_000)
    browser = visit(bob)
    for race in (played, full, closed):
        browser.get(address(race))
        assert is_kept(browser, race)
    finish(played.trial, bob, now=instant)
    for player in (alice, charlie):
        begin(full.trial, player, instant)
    type(closed.trial).objects.filter(pk=closed.trial_id).update(closes_at=closed.created_at)
    for race in (played, full, closed):
        assert f'action="{address(race)}dismiss/"' not in browser.get("/").content.decode()
    shown = text(browser.get("/anytime/"))
    assert "Yours to play" not in shown
    # What was played goes on in the list of those that wait for others.
    assert "Waiting for others" in shown


def test_what_is_theirs_anyway_is_no_invitation(visit: Visit, alice: Player, bob: Player) -> None:
    instant = now()
    own, seated = anytime(bob, now=instant), anytime(alice, now=instant)
    rematch = anytime(alice, now=instant)
    rematch.rematch_of = own
    rematch.save()
    seated.trial.attempt(bob, at(instant))
    browser = visit(bob)
    for race in (own, seated, rematch):
        browser.get(address(race))
        assert f'href="{address(race)}"' in browser.get("/anytime/").content.decode()
    assert KEY not in browser.session
    assert "Not interested" not in text(browser.get("/anytime/"))


def test_nothing_is_stored_of_strangers_previews_and_robots(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    race = anytime(alice, now=now())
    answer = client.get(address(race))
    assert "sessionid" not in answer.cookies
    assert not Session.objects.exists()
    browser = visit(bob)
    browser.head(address(race))
    browser.get(address(race), headers={"Sec-Purpose": "prefetch"})
    browser.get(f"{address(race)}now/")
    assert not is_kept(browser, race)


def test_the_latest_invitations_are_kept(visit: Visit, alice: Player, bob: Player) -> None:
    race = anytime(alice, now=now())
    browser = visit(bob)
    session = browser.session
    session[KEY] = [f"OLD{number:03}" for number in range(MOST)]
    session.save()
    browser.get(address(race))
    assert browser.session[KEY] == [race.code, *(f"OLD{number:03}" for number in range(MOST - 1))]
