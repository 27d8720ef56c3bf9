"""Events as they stand: rounds that are skipped or wait, and points that are kept between looks."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Entry, Event, Player, Ruling
from games.models.database.instants import to_ms
from games.models.races.closing import close_race
from games.models.races.event_plan import plan_event
from games.models.races.event_players import join_event
from games.models.races.event_seating import seat_rounds
from games.models.standings.absorbing import absorb
from games.models.standings.event_state import EventState, event_state
from games.models.standings.ruling import Decision
from games.racing import RefusedError
from tests.clocks import at
from tests.models import events
from tests.models.events import MINUTE, START, begin, planned, play, race, seat, terms
from tests.models.stored_races import NOW

pytestmark = pytest.mark.django_db

FIVE = START + 5 * MINUTE


def seen(event: Event, now: int) -> EventState:
    return event_state(Event.objects.get(pk=event.pk), now)


def states(event: Event, now: int) -> list[str]:
    return [one.state for one in seen(event, now).rounds]


def points(event: Event) -> dict[str, float]:
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[one.player]: float(one.points) for one in seen(event, FIVE).standings({})}


def version(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


def ruled(event: Event, player: Player, staff: Player, decision: Decision) -> None:
    entry = Entry.objects.select_related("race").get(player=player, race__round__event=event)
    Ruling.objects.make(entry, decision, staff, "By a program.", FIVE)


def test_a_round_to_which_nobody_comes_is_skipped_at_once(alice: Player) -> None:
    event = planned(alice)
    assert states(event, NOW) == ["coming"] * 3
    assert seat(event, 1) == []
    assert states(event, START - 1) == ["skipped", "coming", "coming"]
    current = seen(event, START).current(START)
    assert current is not None
    assert (current.number, current.has_begun(START)) == (2, False)


def test_a_round_without_a_deal_waits_half_a_break_and_is_skipped(
    alice: Player, bob: Player
) -> None:
    events.stock(0)
    event = plan_event(alice, terms(), at(NOW))
    join_event(event, alice, at(NOW))
    before = version(event)
    for late in (0, 1000, 2000):
        assert seat_rounds(at(START + late)) == []
    # Nobody reads it again in vain.
    assert version(event) == before
    waiting = seen(event, START + 2000)
    current = waiting.current(START + 2000)
    assert current is not None
    assert (current.number, current.state, current.has_begun(START + 2000)) == (1, "coming", False)
    assert states(event, START + 25_001) == ["skipped", "coming", "coming"]
    seat_rounds(at(START + 25_001))
    assert states(event, START + 25_001) == ["skipped", "coming", "coming"]
    assert version(event) == before + 1


def test_nobody_joins_after_the_last_start_although_it_waits(alice: Player) -> None:
    event = planned(alice)
    last = events.round_of(event, 3)
    start = to_ms(last.starts_at)
    assert last.takes_players(start - 1)
    assert not last.takes_players(start)
    with pytest.raises(RefusedError, match="event-over"):
        join_event(event, alice, at(start))


def test_the_tables_of_the_last_round_raced_stay_while_one_is_skipped(
    alice: Player, bob: Player
) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 3})
    event.participations.update(left_at=event.created_at)
    seat(event, 2)
    now = seen(event, START + 3 * MINUTE)
    assert [one.state for one in now.rounds] == ["over", "skipped", "coming"]
    assert (now.latest, len(now.tables), now.seats(START + 3 * MINUTE)) == (1, 1, {})


def test_points_of_rounds_that_are_over_are_read_once(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 3})
    first = seen(event, FIVE)
    with django_assert_num_queries(8):
        again = event_state(event, FIVE)
    assert again.tally is first.tally
    race(event, 2, {alice: 5, bob: 3})
    assert points(event) == {"Alice": 50, "Bob": 36}
    assert {one.raced for one in seen(event, FIVE).rounds} == {2, 0}


def test_a_ruling_on_any_round_changes_them(alice: Player, bob: Player, staff: Player) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 3})
    event.participations.filter(player=alice).update(left_at=event.created_at)
    race(event, 2, {bob: 3})
    assert points(event) == {"Alice": 25, "Bob": 18 + 25}
    ruled(event, alice, staff, Decision.VOID)
    assert points(event) == {"Bob": 50, "Alice": 0}
    ruled(event, alice, staff, Decision.RESTORE)
    assert points(event) == {"Alice": 25, "Bob": 18 + 25}


def test_a_merged_guest_changes_them(alice: Player, bob: Player, guest: Player) -> None:
    event = planned(alice, alice, guest)
    race(event, 1, {guest: 5, alice: 3})
    assert points(event) == {guest.name: 25, "Alice": 18}
    absorb(bob, guest)
    assert points(event) == {"Bob": 25, "Alice": 18}


def test_wins_at_closed_tables_count_before_the_others_close(alice: Player) -> None:
    players = [Player.objects.create_guest() for _ in range(11)]
    event = planned(alice, *players)
    begin(event, 1)
    play(event, 1, dict.fromkeys(players, len(events.wins(1)[0].solution)))
    one, other = events.round_of(event, 1).tables.order_by("pk")
    close_race(one, at(START + 2 * MINUTE))
    now = seen(event, START + 2 * MINUTE)
    assert now.won.keys() == set(one.entries.values_list("player", flat=True))
    assert {table.code: table.is_open for table in now.tables} == {
        one.code: False,
        other.code: True,
    }
    assert len(now.standings({})) == 0
    assert len(now.standings(now.winners({}))) == len(now.won)
    assert now.rounds[0].raced == 11


def test_a_round_that_is_over_tells_who_came_first(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    assert seen(event, NOW).rounds[0].best is None
    race(event, 1, {alice: 3, bob: len(events.wins(1)[0].solution)})
    best = seen(event, FIVE).rounds[0].best
    assert best is not None
    run = Entry.objects.get(player=bob, race__round__event=event)
    assert (best.names, best.count, best.time, best.entry) == (("Bob",), 1, run.time_ms, run.pk)
    assert (best.progress, best.risen) == (52, True)


def test_those_who_only_moved_cards_share_the_first_place(alice: Player) -> None:
    players = [Player.objects.create_guest() for _ in range(5)]
    event = planned(alice, alice, *players)
    # One of the first moves of this deal brings nothing home.
    race(event, 1, dict.fromkeys(players, 1))
    best = seen(event, FIVE).rounds[0].best
    assert best is not None
    assert (best.count, len(best.names), best.time, best.risen) == (5, 3, None, False)
    # Alice moved no card: she stands last with no points, and the others share those of five.
    assert points(event).pop("Alice") == 0
    assert set(points(event).values()) == {0, (25 + 18 + 15 + 12 + 10) / 5}


def test_a_round_in_which_no_card_was_moved_has_no_first_place(alice: Player) -> None:
    event = planned(alice, alice)
    race(event, 1, {})
    assert seen(event, FIVE).rounds[0].best is None


def test_who_does_not_show_being_here_is_counted_and_not_named(alice: Player, bob: Player) -> None:
    bob.show_online = False
    bob.save()
    event = planned(alice, bob, alice)
    before = seen(event, NOW)
    assert (before.names, len(before.players)) == (("Alice",), 2)
