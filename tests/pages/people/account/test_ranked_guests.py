"""A ranked race counts as guests the players who were guests when the cards were dealt."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games import engine
from games.models import Deal, Player, Race, RatingChange
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.booking import book_closed
from games.racing import Kind, RunState
from tests.clocks import at
from tests.models.dailies import MOVES, WIN, prove
from tests.models.stored_races import END, NOW, RULES, ZERO, act, join
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db

WIN_DEAL = str(engine.Deal.from_key(WIN["key"].encode()))

PASSWORD = "kitchen-table-42"


def sign_up(browser: Client) -> None:
    browser.post("/accounts/signup/", {"username": "dana", "password1": PASSWORD})


def log_in(browser: Client) -> None:
    Player.objects.create_user("dana", password=PASSWORD, name="Dana")
    browser.post("/accounts/login/", {"login": "dana", "password": PASSWORD})


def race_on(deal: str, *players: Player) -> Race:
    """Return a ranked race that counts down to ZERO, on a secret and proven deal."""
    prove(7)
    race = new_race(players[0], RULES, at(NOW), RaceOptions(kind=Kind.RANKED))
    Deal.objects.filter(pk=race.deal_id).update(cards=deal)
    for player in players[1:]:
        join(race, player)
    return change_race(race.code, lambda r, now: r.start(players[0].pk, now), at(NOW))[0]


@pytest.mark.parametrize("way", [sign_up, log_in])
@pytest.mark.parametrize("is_winner", [True, False])
@pytest.mark.parametrize("is_dealt", [True, False])
def test_an_account_created_during_the_race_changes_nothing_in_it(
    visit: Visit,
    guest: Player,
    alice: Player,
    way: Callable[[Client], None],
    is_winner: bool,
    is_dealt: bool,
) -> None:
    race = race_on(WIN_DEAL, alice, guest)
    if is_dealt:
        Race.objects.deal_out([race.code], at(ZERO))
    way(visit(guest))
    if not is_dealt:
        Race.objects.deal_out([race.code], at(ZERO))
    dana = Player.objects.get(username="dana")
    assert not dana.guest
    act(race, dana, *(MOVES if is_winner else ["end"]))
    act(race, alice, *(["end"] if is_winner else MOVES))
    race = Race.objects.find(race.code)
    assert [seat.guest for seat in race.load().seats] == [False, is_dealt]
    assert close_race(race, at(END))
    book_closed()
    hers, his = Race.objects.find(race.code).load().seats
    assert (hers.guest, his.guest) == (False, is_dealt)
    assert (his.run.state is RunState.WON) == is_winner
    rated = set(RatingChange.objects.values_list("player", flat=True))
    assert rated == (set() if is_dealt else {alice.pk, dana.pk})


def test_in_a_race_that_was_never_dealt_guests_are_those_at_its_close(
    guest: Player, alice: Player
) -> None:
    race = race_on(WIN_DEAL, alice, guest)
    close_race(Race.objects.find(race.code), at(END))
    guest.become_account()
    assert [seat.guest for seat in Race.objects.find(race.code).load().seats] == [False, True]
    with pytest.raises(IntegrityError), transaction.atomic():
        race.entries.update(as_guest=False)
