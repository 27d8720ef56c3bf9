"""The lobby: players who want a race now meet in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.engine import EngineError
from games.models import Player, Race
from games.models.races.crowding import TooManyError
from games.models.races.lobby import ABSENT_MS, GATHER_S, join_lobby, waiting
from games.models.races.transition import change_race
from games.racing import Kind, RaceState
from tests.clocks import at
from tests.models.dailies import prove
from tests.models.stored_races import NOW

if TYPE_CHECKING:
    from pytest_django import Settings

GAME = "applegate"


def seen(race: Race, now: int) -> None:
    race.entries.mark_present(race.entries.values_list("pk", flat=True), now)


def test_two_players_who_want_a_race_meet_in_one(alice: Player, bob: Player) -> None:
    prove(1, GAME)
    race = join_lobby(alice, GAME, at(NOW))
    seen(race, NOW)
    assert join_lobby(bob, GAME, at(NOW)) == race
    pure = Race.objects.get().load()
    assert [seat.name for seat in pure.seats] == ["Alice", "Bob"]
    assert pure.kind is Kind.RANKED
    # Both have asked to race now.
    assert all(seat.ready for seat in pure.seats)
    assert pure.starts_at == NOW + pure.countdown


def test_it_is_ranked_as_soon_as_a_proven_secret_deal_is_ready(alice: Player, bob: Player) -> None:
    assert join_lobby(alice, "agnes-sorel", at(NOW)).kind == Kind.CASUAL
    prove(1, GAME)
    assert join_lobby(bob, GAME, at(NOW)).kind == Kind.RANKED


def test_a_player_with_too_many_seats_is_refused_and_the_race_stays(
    alice: Player, bob: Player, settings: Settings
) -> None:
    race = join_lobby(alice, GAME, at(NOW))
    settings.SEATS_PER_PLAYER = 1
    join_lobby(bob, "agnes-sorel", at(NOW))
    with pytest.raises(TooManyError):
        join_lobby(bob, GAME, at(NOW))
    race.refresh_from_db()
    assert race.lobby == GAME


def test_each_game_has_a_lobby_of_its_own(alice: Player, bob: Player) -> None:
    race = join_lobby(alice, GAME, at(NOW))
    seen(race, NOW)
    other = join_lobby(bob, "agnes-sorel", at(NOW))
    assert other != race
    assert other.rules == "agnes-sorel/standard"
    assert waiting(NOW) == {GAME: 1}


def test_asking_twice_gives_the_same_seat(alice: Player) -> None:
    assert join_lobby(alice, GAME, at(NOW)) == join_lobby(alice, GAME, at(NOW + 1))
    assert Race.objects.get().entries.count() == 1


def test_asking_again_in_the_last_moment_keeps_the_seat(alice: Player, bob: Player) -> None:
    race = join_lobby(alice, GAME, at(NOW))
    join_lobby(bob, GAME, at(NOW))
    assert join_lobby(alice, GAME, at(NOW + 4_900)) == race


def test_who_comes_by_the_link_is_asked_first(alice: Player, bob: Player) -> None:
    race = join_lobby(alice, GAME, at(NOW))
    _, pure = change_race(race.code, bob.take_seat, at(NOW))
    assert [seat.ready for seat in pure.seats] == [True, False]
    assert pure.starts_at == NOW + GATHER_S * 1000 + pure.countdown


def test_a_started_race_is_no_longer_in_the_lobby(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = join_lobby(alice, GAME, at(NOW))
    join_lobby(bob, GAME, at(NOW))
    zero = NOW + 5_000
    assert waiting(zero) == {}
    assert join_lobby(charlie, GAME, at(zero)) != race


def test_an_absent_player_loses_the_seat(alice: Player, bob: Player) -> None:
    race = join_lobby(alice, GAME, at(NOW))
    seen(race, NOW)
    later = NOW + ABSENT_MS + 1
    assert waiting(later) == {}
    join_lobby(bob, GAME, at(later))
    pure = Race.objects.get().load()
    assert [seat.name for seat in pure.seats] == ["Bob"]
    assert pure.state(later) is RaceState.OPEN


def test_a_player_whose_page_is_still_on_its_way_keeps_the_seat(alice: Player, bob: Player) -> None:
    join_lobby(alice, GAME, at(NOW))
    join_lobby(bob, GAME, at(NOW + ABSENT_MS + 1))
    assert [seat.name for seat in Race.objects.get().load().seats] == ["Alice", "Bob"]


def test_an_unknown_game_has_no_lobby(alice: Player) -> None:
    with pytest.raises(EngineError):
        join_lobby(alice, "chess", at(NOW))
