"""The list of a player's any-time races."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Player
from tests.models.anytime_races import anytime
from tests.models.dailies import DAY, begin, finish
from tests.models.stored_races import NOW
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the instants of the page's clock; the last one is the current time."""
    instants = [NOW]
    monkeypatch.setattr("games.pages.races.anytime.views.now", lambda: instants[-1])
    return instants


def test_the_list_tells_what_is_to_play_what_waits_and_what_is_over(
    visit: Visit, client: Client, alice: Player, bob: Player, moment: list[int]
) -> None:
    new, done, over = (anytime(bob), anytime(alice), anytime(alice, 2))
    begin(new.trial, alice)
    finish(done.trial, alice)
    for player in (alice, bob):
        finish(over.trial, player)
    page = text(visit(alice).get("/anytime/"))
    to_play, _, rest = page.partition("Waiting for others")
    waits, _, ended = rest.partition("Over")
    assert "Yours to play" in to_play
    assert "Bob · 1 of 3 seats" in to_play
    assert "1 of 3 seats" in waits
    assert "Place 1 of 1 so far" in waits
    assert "2 of 2 seats" in ended
    strangers = text(client.get("/anytime/"))
    assert "Yours to play" not in strangers
    # The steps are for those without races.
    assert "Send the link" in strangers
    assert "Send the link" not in page
    moment.append(NOW + DAY)
    assert "Waiting for others" not in text(visit(alice).get("/anytime/"))


def test_each_race_to_play_is_one_press_away_and_a_running_clock_comes_first(
    visit: Visit, alice: Player, bob: Player
) -> None:
    running, done, new = (anytime(bob), anytime(alice), anytime(alice))
    own = begin(running.trial, alice).race
    finish(done.trial, alice)
    page = visit(alice).get("/anytime/").content.decode()
    buttons = re.findall(r'<a class="button primary" href="([^"]+)".*?aria-label="([^"]+)"', page)
    # The clock of a new one starts on its own page.
    assert buttons == [
        (own.get_absolute_url(), "Continue Agnes Sorel"),
        (new.get_absolute_url(), "Play Agnes Sorel"),
    ]
    # To open another one leads only where none is to play.
    assert 'class="button" href="/anytime/new/"' in page
    assert (
        'class="button primary" href="/anytime/new/"' in Client().get("/anytime/").content.decode()
    )
