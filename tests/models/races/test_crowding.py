"""Limits on one player's races and seats."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings

from games.models import Player
from games.models.people.bot import make_bot
from games.models.races.crowding import HOUR, TooManyError
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.racing import Kind
from tests.clocks import at
from tests.models.deals.test_proof import prove
from tests.models.stored_races import RULES

pytestmark = pytest.mark.django_db

NOW = 1_700_000_000_000


def test_a_player_can_open_only_so_many_races_in_an_hour(settings: Settings) -> None:
    settings.RACES_PER_HOUR = 2
    alice, bob = Player.objects.create_guest(), Player.objects.create_guest()
    for _ in range(2):
        new_race(alice, "applegate", at(NOW))
    with pytest.raises(TooManyError, match="too-many-races: You've opened 2 races"):
        new_race(alice, "applegate", at(NOW + HOUR - 1))
    new_race(bob, "applegate", at(NOW))
    new_race(alice, "applegate", at(NOW + HOUR))


def test_bots_open_races_for_their_owner(alice: Player, bob: Player, settings: Settings) -> None:
    settings.RACES_PER_HOUR = settings.RANKED_ROOMS = 2
    options = RaceOptions(bots_allowed=True)
    new_race(alice, "applegate", at(NOW))
    new_race(make_bot(alice, "Greedy"), "applegate", at(NOW), options)
    # A new bot doesn't begin to count anew.
    for host in (alice, make_bot(alice, "Hasty")):
        with pytest.raises(TooManyError, match="too-many-races"):
            new_race(host, "applegate", at(NOW), options)
    new_race(make_bot(bob, "Calm"), "applegate", at(NOW), options)
    ranked = RaceOptions(kind=Kind.RANKED, bots_allowed=True)
    settings.RACES_PER_HOUR = 0
    for number in range(3):
        prove(number)
    for host in (alice, alice.bots.all()[0]):
        new_race(host, RULES, at(NOW), ranked)
    with pytest.raises(TooManyError, match="too-many-rooms"):
        new_race(alice.bots.all()[1], RULES, at(NOW), ranked)


def test_a_player_can_sit_in_only_so_many_open_races(settings: Settings) -> None:
    settings.SEATS_PER_PLAYER = 2
    alice, bob = Player.objects.create_guest(), Player.objects.create_guest()
    first = new_race(alice, "applegate", at(NOW))
    new_race(alice, "applegate", at(NOW))
    another = new_race(bob, "applegate", at(NOW))

    def join() -> None:
        change_race(
            another.code, lambda race, now: race.join(alice.pk, alice.name, True, now), at(NOW)
        )

    with pytest.raises(TooManyError, match="too-many-seats: You're in 2 unfinished races"):
        join()
    change_race(first.code, lambda race, now: race.leave(alice.pk, now), at(NOW))
    join()
    assert another.entries.count() == 2


def test_practices_take_no_seat(settings: Settings) -> None:
    settings.SEATS_PER_PLAYER = 1
    alice = Player.objects.create_guest()
    for _ in range(2):
        new_race(alice, "applegate", at(NOW), RaceOptions(kind=Kind.SOLO, limit_s=None))
    new_race(alice, "applegate", at(NOW))
    # Nor do practices need a free seat.
    new_race(alice, "applegate", at(NOW), RaceOptions(kind=Kind.SOLO, limit_s=None))


def test_zero_stands_for_no_limit(settings: Settings) -> None:
    settings.RACES_PER_HOUR = settings.SEATS_PER_PLAYER = 0
    alice = Player.objects.create_guest()
    for _ in range(3):
        new_race(alice, "applegate", at(NOW))
