"""What those who raced in an event are told at its end."""

from __future__ import annotations

import pytest

from games.models import Event, Notice, Player
from games.models.database.instants import to_ms
from games.models.play.event_removal import remove_player
from games.models.play.telling import tell
from games.models.races.event_plan import call_off
from games.pages.people.notices.said import said
from tests.clocks import at
from tests.models.events import begin, close, planned, race, round_of

pytestmark = pytest.mark.django_db


def told(now: int) -> list[tuple[str, str]]:
    """Work, twice, and return who was told what of an end."""
    for _ in range(2):
        tell(at(now))
    found = Notice.objects.filter(kind="over").with_cause().order_by("player")
    return [(one.player.name, said(one)) for one in found.select_related("player")]


def raced(event: Event, *results: dict[Player, int]) -> int:
    """Race the rounds of an event, and return the instant of its end."""
    for number, moves in enumerate(results, 1):
        race(event, number, moves)
    return to_ms(Event.objects.get(pk=event.pk).ends_at)


def test_those_who_raced_are_told_who_won_and_their_place(
    alice: Player, bob: Player, charlie: Player
) -> None:
    event = planned(alice, alice, bob, charlie)
    end = raced(event, {alice: 5, bob: 3}, {bob: 3}, {bob: 3})
    assert told(end - 1) == []
    assert told(end) == [
        ("Alice", "Bob won the event: Club night. Place 2 of 2."),
        ("Bob", "You won the event: Club night. Place 1 of 2."),
    ]
    assert {one.get_absolute_url() for one in Notice.objects.all()} == {event.get_absolute_url()}


def test_those_who_share_the_first_place_read_so(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    end = raced(event, {alice: 5}, {bob: 5}, {})
    both = "The event is over: Club night. Shared place 1 of 2."
    assert told(end) == [("Alice", both), ("Bob", both)]


def test_nobody_is_told_of_an_event_in_which_no_one_moved(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    assert told(raced(event, {}, {}, {})) == []


def test_who_was_removed_is_not_told(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    for number in (1, 2):
        race(event, number, {bob: 5, alice: 3})
    begin(event, 3)
    remove_player(event, alice, bob.pk, at(to_ms(round_of(event, 3).starts_at)))
    close(event, 3)
    end = to_ms(Event.objects.get(pk=event.pk).ends_at)
    assert told(end) == [("Alice", "Bob won the event: Club night. Place 2 of 2.")]


def test_nobody_is_told_of_an_event_that_was_called_off(alice: Player, bob: Player) -> None:
    event = planned(alice, bob)
    race(event, 1, {bob: 5})
    call_off(event, alice, at(to_ms(round_of(event, 1).ends_at)))
    assert told(to_ms(event.ends_at)) == []
