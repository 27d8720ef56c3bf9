"""Rematches."""

from __future__ import annotations

import pytest

from games.models import Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.racing import WAIT, RefusedError
from tests.clocks import at
from tests.models.stored_races import END, closed_race, started_race


def test_the_first_to_ask_opens_it_and_is_its_host(alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    again = open_rematch(race, bob, at(END))
    assert (again.rematch_of, again.host) == (race, bob)


def test_the_others_are_seated_in_the_same_race(alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    first = open_rematch(race, bob, at(END))
    assert open_rematch(race, alice, at(END)) == first
    assert [seat.name for seat in first.load().seats] == ["Alice", "Bob"]


def test_asking_twice_changes_nothing(alice: Player) -> None:
    race = closed_race(alice)
    first = open_rematch(race, alice, at(END))
    second = open_rematch(race, alice, at(END))
    assert (second, second.version) == (first, first.version)


def test_it_has_the_same_options_and_another_deal(alice: Player) -> None:
    race = new_race(alice, "applegate/pysol", at(0), RaceOptions(countdown_s=7, limit_s=300))
    change_race(race.code, lambda r, now: r.start(alice.pk, now), at(0))
    close_race(race, at(END))
    again = open_rematch(Race.objects.find(race.code), alice, at(END))
    assert (again.rules, again.countdown_s, again.limit_s) == ("applegate/pysol", 7, 300)
    assert again.deal != race.deal


def test_a_race_knows_its_rematch(alice: Player) -> None:
    race = closed_race(alice)
    assert race.next_race is None
    assert open_rematch(race, alice, at(END)) == race.next_race


def test_there_is_none_before_the_race_is_over(alice: Player) -> None:
    with pytest.raises(RefusedError, match="not-over"):
        open_rematch(started_race(alice), alice, at(END))


def test_a_spectator_cannot_ask_for_it(alice: Player, charlie: Player) -> None:
    with pytest.raises(RefusedError, match="not-seated"):
        open_rematch(closed_race(alice), charlie, at(END))


def test_a_rematch_has_a_rematch(alice: Player) -> None:
    first = open_rematch(closed_race(alice), alice, at(END))
    change_race(first.code, lambda r, now: r.start(alice.pk, now), at(END))
    first = Race.objects.find(first.code)
    close_race(first, at(END + 3_600_000))
    assert open_rematch(first, alice, at(END)).rematch_of == first


def test_accepting_is_being_ready_and_starts_once_everyone_has(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = closed_race(alice, bob, charlie)
    open_rematch(race, alice, at(END))
    again = open_rematch(race, bob, at(END))
    # Two of three wait for the third, but not forever.
    assert again.load().seats[1].ready
    assert again.load().starts_at == END + WAIT + 5000
    assert open_rematch(race, charlie, at(END)).load().starts_at == END + 5000
