"""Removing a player from an event: before, between and during rounds."""

from __future__ import annotations

import pytest

from games.models import Event, Participation, Player, Race
from games.models.database.instants import to_ms
from games.models.play.event_removal import remove_player
from games.models.races.event_plan import call_off
from games.models.races.event_players import join_event, leave_event
from games.models.standings.absorbing import absorb
from games.models.standings.event_state import event_state
from games.racing import RefusedError
from tests.clocks import at
from tests.models import events
from tests.models.events import MINUTE, START, begin, close, planned, play, race, seat
from tests.models.stored_races import NOW

pytestmark = pytest.mark.django_db


def rows(event: Event) -> list[tuple[str, float, bool]]:
    """Return the standings: the name, the points, and whether the player has left."""
    names = dict(Player.objects.values_list("pk", "name"))
    state = event_state(Event.objects.get(pk=event.pk), to_ms(event.ends_at))
    return [
        (names[one.player], float(one.points), one.player in state.left)
        for one in state.standings({})
    ]


def test_a_removed_player_gets_no_seat_and_cannot_come_back(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    removed = remove_player(event, alice, bob.pk, at(NOW))
    assert removed.version == event.version + 3
    # A second press changes nothing.
    assert remove_player(event, alice, bob.pk, at(NOW)).version == removed.version
    with pytest.raises(RefusedError, match="removed"):
        join_event(event, bob, at(NOW))
    leave_event(event, bob, at(NOW))
    assert seat(event, 1) == [[alice]]
    assert [name for name, *_ in rows(event)] == []
    state = event_state(removed, NOW)
    assert state.removed == {bob.pk}
    assert state.players == {alice.pk}


def test_one_who_has_left_is_removed_too(alice: Player, bob: Player) -> None:
    event = planned(alice, bob)
    leave_event(event, bob, at(NOW))
    remove_player(event, alice, bob.pk, at(NOW + 1000))
    stored = Participation.objects.get()
    assert stored.left_at is not None
    assert stored.removed_at is not None
    assert stored.left_at < stored.removed_at
    with pytest.raises(RefusedError, match="removed"):
        join_event(event, bob, at(NOW + 2000))


def test_a_run_that_has_begun_counts_and_no_later_round_seats_the_player(
    alice: Player, bob: Player, charlie: Player
) -> None:
    event = planned(alice, alice, bob, charlie)
    begin(event, 1)
    remove_player(event, alice, bob.pk, at(START + MINUTE))
    assert Race.objects.get().entries.filter(player=bob).exists()
    play(event, 1, {bob: 5, alice: 3})
    close(event, 1)
    assert {player for table in seat(event, 2) for player in table} == {alice, charlie}
    close(event, 2)
    expected = [("Bob", 25, True), ("Alice", 18, False), ("Charlie", 0, False)]
    assert rows(event) == expected
    race(event, 3, {alice: 5})
    assert rows(event) == [("Alice", 43, False), ("Bob", 25, True), ("Charlie", 0, False)]


def test_a_no_show_who_is_removed_stays_in_the_standings(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 3})
    assert rows(event) == [("Alice", 25, False), ("Bob", 0, False)]
    remove_player(event, alice, bob.pk, at(START + 2 * MINUTE))
    assert rows(event) == [("Alice", 25, False), ("Bob", 0, True)]


def test_a_seat_taken_before_stays_until_the_end_of_its_round(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    seat(event, 1)
    remove_player(event, alice, bob.pk, at(START - 1))
    assert bob.pk in event_state(Event.objects.get(), START).seats(START)
    close(event, 1)
    assert seat(event, 2) == [[alice]]


def test_only_the_organiser_removes_and_only_until_the_end(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    with pytest.raises(RefusedError, match="not-organiser"):
        remove_player(event, bob, alice.pk, at(NOW))
    for other in (alice.pk, 10**6):
        with pytest.raises(RefusedError, match="no-player"):
            remove_player(event, alice, other, at(NOW))
    with pytest.raises(RefusedError, match="event-over"):
        remove_player(event, alice, bob.pk, at(to_ms(event.ends_at)))
    call_off(event, alice, at(NOW))
    with pytest.raises(RefusedError, match="event-over"):
        remove_player(event, alice, bob.pk, at(NOW))


def test_the_organiser_sees_no_one_whom_the_pages_hide(alice: Player, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(show_online=False)
    event = planned(alice, alice, bob)
    with pytest.raises(RefusedError, match="no-player"):
        remove_player(event, alice, bob.pk, at(NOW))
    events.seat(event, 1)
    remove_player(event, alice, bob.pk, at(START))


def test_a_removed_guest_stays_removed_as_an_account(
    alice: Player, bob: Player, charlie: Player
) -> None:
    guests = Player.objects.create_guest(), Player.objects.create_guest()
    event = planned(alice, bob, *guests)
    for one, account in zip(guests, (bob, charlie), strict=True):
        remove_player(event, alice, one.pk, at(NOW))
        absorb(account, one)
        with pytest.raises(RefusedError, match="removed"):
            join_event(event, account, at(NOW))
