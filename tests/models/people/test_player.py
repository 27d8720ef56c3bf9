"""Players: guests, accounts, and guests who become accounts."""

from __future__ import annotations

import pytest
from django.db.models import ProtectedError

from games.models import Player, Race
from games.models.races.transition import change_race
from games.models.standings.absorbing import absorb
from tests.clocks import at
from tests.models.stored_races import NOW, closed_race, open_race


def zeros(count: int) -> bytes:
    return bytes(count)


def test_a_guest_has_a_friendly_name_and_no_password(guest: Player) -> None:
    assert guest.guest
    assert len(guest.name.split()) == 2
    assert not guest.has_usable_password()


def test_the_same_random_bytes_give_the_same_guest(db: None) -> None:
    guest = Player.objects.create_guest(zeros)
    assert (guest.name, guest.username) == ("Able Badger", "guest-" + "00" * 16)


def test_an_account_is_called_by_its_username_unless_it_has_a_name(db: None) -> None:
    assert Player.objects.create_user("dora").name == "dora"
    assert Player.objects.create_user("edwin", name="Ed").name == "Ed"


def test_a_username_that_is_too_long_for_a_name_is_cut(db: None) -> None:
    assert Player.objects.create_user("x" * 150).name == "x" * 40


def test_a_guest_becomes_an_account_and_keeps_its_history(guest: Player) -> None:
    race = closed_race(guest)
    guest.username = "dora"
    guest.become_account()
    guest.refresh_from_db()
    assert (guest.guest, guest.name) == (False, "dora")
    assert guest.entries.get().race == race


def test_an_account_absorbs_the_history_of_a_guest(alice: Player, guest: Player) -> None:
    race = closed_race(guest)
    absorb(alice, guest)
    assert alice.entries.get().race == race
    assert not Player.objects.filter(pk=guest.pk).exists()


def test_an_account_absorbs_the_race_that_a_guest_hosts(alice: Player, guest: Player) -> None:
    code = open_race(guest).code
    absorb(alice, guest)
    race = Race.objects.find(code).load()
    assert (race.host, race.seats[0].name) == (alice.pk, "Alice")


def test_both_keep_their_seats_in_a_race_they_are_both_in(alice: Player, guest: Player) -> None:
    both, own = closed_race(alice, guest), closed_race(guest)
    absorb(alice, guest)
    assert set(alice.entries.values_list("race", flat=True)) == {both.pk, own.pk}
    assert guest.entries.get().race == both
    assert Player.objects.filter(pk=guest.pk).exists()


def test_a_guest_keeps_hosting_a_race_they_are_both_in(alice: Player, guest: Player) -> None:
    race = open_race(guest, alice)
    absorb(alice, guest)
    race.refresh_from_db()
    assert race.host == guest


def test_a_race_loaded_before_absorbing_has_to_be_reloaded(
    alice: Player, bob: Player, guest: Player
) -> None:
    race = open_race(guest)
    before = race.version
    absorb(alice, guest)
    race.refresh_from_db()
    assert race.version == before + 1


def test_only_an_account_absorbs_and_only_a_guest_is_absorbed(
    alice: Player, bob: Player, guest: Player
) -> None:
    with pytest.raises(ValueError, match="alice cannot absorb bob"):
        absorb(alice, bob)
    with pytest.raises(ValueError, match="cannot absorb alice"):
        absorb(guest, alice)


def test_a_player_in_the_history_of_others_cannot_be_deleted(alice: Player, bob: Player) -> None:
    closed_race(alice, bob)
    with pytest.raises(ProtectedError):
        bob.delete()


def test_a_guest_name_does_not_change_when_it_is_saved(guest: Player) -> None:
    name = guest.name
    guest.save()
    assert guest.name == name


def test_an_open_race_of_an_absorbed_guest_can_still_start(
    alice: Player, bob: Player, guest: Player
) -> None:
    code = open_race(guest, bob).code
    absorb(alice, guest)
    _, race = change_race(code, lambda race, now: race.start(alice.pk, now), at(NOW))
    assert [seat.player for seat in race.seats] == [alice.pk, bob.pk]
