"""Before a clock that can't be paused starts: the player's planned race begins soon."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Player, Race, Trial
from games.pages.site.clock import now
from tests.clocks import at
from tests.models.anytime_races import anytime
from tests.models.dailies import begin
from tests.models.stored_races import open_race
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db

WORDS = "Your Agnes Sorel race starts in %(left)s."


@pytest.fixture
def trial(bob: Player) -> Trial:
    return anytime(bob, now=now()).trial


def plan(host: Player, ahead: timedelta) -> Race:
    race = open_race(host, now=now())
    start = datetime.now(UTC) + ahead
    Race.objects.filter(pk=race.pk).update(planned_at=start, starts_at=start)
    return race


def is_told(visit: Visit, player: Player, address: str) -> bool:
    return "planned-soon" in visit(player).get(address).content.decode()


def test_who_may_start_is_told_of_a_race_of_their_own(
    visit: Visit, alice: Player, bob: Player, trial: Trial
) -> None:
    plan(alice, timedelta(minutes=9))
    address = trial.anytime.get_absolute_url()
    page = visit(alice).get(address).content.decode()
    assert WORDS in page
    assert not is_told(visit, bob, address)
    # On the page of the attempt too, until its clock runs.
    own = trial.attempt(alice, at(now())).race
    assert is_told(visit, alice, own.get_absolute_url())
    begin(trial, alice, now())
    for shown in (address, own.get_absolute_url()):
        assert not is_told(visit, alice, shown)


def test_a_race_of_tomorrow_is_no_reason_to_wait(visit: Visit, alice: Player, trial: Trial) -> None:
    plan(alice, timedelta(days=1))
    assert not is_told(visit, alice, trial.anytime.get_absolute_url())
