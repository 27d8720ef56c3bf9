"""Events: planned, joined, seated on any process, raced, and checked."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import Settings

from games.models import Event, Player, Proof, Race
from games.models.database.instants import to_datetime, to_ms
from games.models.races.crowding import TooManyError
from games.models.races.event_plan import (
    HURRY_MS,
    call_off,
    change_event,
    plan_event,
    reserve_deals,
)
from games.models.races.event_players import join_event, leave_event
from games.models.races.event_results import value
from games.models.races.event_seating import seat_rounds
from games.models.races.transition import change_race, leave_waiting
from games.models.visibility import is_secret, keys_of_rounds, visible_to
from games.racing import SEATED, RefusedError, RoundTerms
from tests.clocks import at
from tests.models import events
from tests.models.events import MINUTE, RULES, START, begin, close, planned, play, race, seat, terms
from tests.models.stored_races import NOW

pytestmark = pytest.mark.django_db


def standings(event: Event) -> list[tuple[int | None, str, float]]:
    names = dict(Player.objects.values_list("pk", "name"))
    found = value(event).standings()
    return [(one.place, names[one.player], float(one.points)) for one in found]


def crowd(count: int) -> list[Player]:
    return [Player.objects.create_guest() for _ in range(count)]


# Planning.


def test_each_round_reserves_a_secret_proven_deal(alice: Player) -> None:
    event = planned(alice)
    rounds = list(event.rounds.select_related("deal").order_by("number"))
    assert [one.number for one in rounds] == [1, 2, 3]
    assert len({one.deal_id for one in rounds}) == 3
    assert not Proof.objects.stock(RULES).exists()
    assert [to_ms(one.starts_at) - START for one in rounds] == [0, 3 * MINUTE, 6 * MINUTE]
    assert to_ms(event.ends_at) == START + 8 * MINUTE
    assert not keys_of_rounds(rounds, START)
    for one in rounds:
        assert one.deal is not None
        assert one.deal.commitment
        assert is_secret(one.deal)
        assert not type(one.deal).objects.filter(visible_to(alice, NOW), pk=one.deal.pk).exists()


def test_a_round_without_a_deal_gets_one_before_it_starts(alice: Player) -> None:
    events.stock(2)
    event = plan_event(alice, terms(), at(NOW))
    assert reserve_deals(NOW) == {(RULES, "")}
    events.stock(3)
    assert reserve_deals(NOW) == set()
    assert not event.rounds.filter(deal=None).exists()


def test_a_wish_is_dropped_shortly_before_the_start(alice: Player) -> None:
    events.stock(3)
    hard = replace(terms(), rounds=(RoundTerms(RULES, "hard", 2 * MINUTE),) * 3)
    event = plan_event(alice, hard, at(NOW))
    assert reserve_deals(NOW) == {(RULES, "hard")}
    reserve_deals(START - HURRY_MS + 1)
    assert event.rounds.get(number=1).deal_id is not None
    assert event.rounds.filter(deal=None).count() == 2


def test_a_wished_deal_that_is_found_late_is_dealt(alice: Player, bob: Player) -> None:
    events.stock(3)
    hard = replace(terms(), rounds=(RoundTerms(RULES, "hard", 2 * MINUTE),) * 3)
    event = plan_event(alice, hard, at(NOW))
    join_event(event, bob, at(NOW))
    reserve_deals(START - MINUTE)
    assert not event.rounds.exclude(deal=None).exists()
    late = Proof.objects.store(RULES, bytes(31) + b"x", "winnable", 7, "t1t2", "hard", secret=True)
    seat_rounds(at(START - SEATED))
    assert event.rounds.get(number=1).deal == late.deal


def test_a_change_keeps_the_deals_of_rounds_that_stay(alice: Player) -> None:
    event = planned(alice)
    deals = dict(event.rounds.values_list("number", "deal"))
    events.stock(6)
    other = RoundTerms(RULES, "easy", 5 * MINUTE)
    wanted = replace(terms(4), name="Another", rounds=(*terms().rounds[:2], other, other))
    change_event(event, alice, wanted, at(NOW))
    now = dict(event.rounds.values_list("number", "deal"))
    assert [now[n] == deals[n] for n in (1, 2, 3)] == [True, True, False]
    assert Proof.objects.get(deal=deals[3]).in_stock
    event.refresh_from_db()
    assert (event.name, event.rounds.count()) == ("Another", 4)
    assert to_ms(event.ends_at) == START + (2 + 1 + 2 + 1 + 5 + 1 + 5) * MINUTE


def test_only_the_organiser_changes_it_and_only_until_it_begins(alice: Player, bob: Player) -> None:
    event = planned(alice)
    with pytest.raises(RefusedError, match="not-organiser"):
        change_event(event, bob, terms(), at(NOW))
    with pytest.raises(RefusedError, match="not-organiser"):
        call_off(event, bob, at(NOW))
    with pytest.raises(RefusedError, match="event-begun"):
        change_event(event, alice, terms(4), at(START - SEATED))
    # A process whose clock is behind doesn't change what another has begun.
    seat_rounds(at(START - SEATED))
    with pytest.raises(RefusedError, match="event-begun"):
        change_event(event, alice, terms(4), at(NOW))
    assert event.rounds.count() == 3


def test_guests_and_bots_organise_nothing(guest: Player, bot: Player, alice: Player) -> None:
    with pytest.raises(RefusedError, match="not-organiser"):
        plan_event(guest, terms(), at(NOW))
    with pytest.raises(RefusedError, match="no-bots"):
        plan_event(bot, terms(), at(NOW))
    with pytest.raises(RefusedError, match="no-bots"):
        join_event(planned(alice), bot, at(NOW))


def test_events_are_limited(alice: Player, bob: Player, settings: Settings) -> None:
    settings.EVENTS_PER_DAY = 1
    plan_event(alice, terms(), at(NOW))
    with pytest.raises(TooManyError):
        plan_event(alice, terms(), at(NOW))
    call_off(Event.objects.get(), alice, at(NOW))
    with pytest.raises(TooManyError):
        plan_event(alice, terms(), at(NOW))
    plan_event(bob, terms(), at(NOW))


def test_one_in_the_past_is_refused_whole(alice: Player) -> None:
    with pytest.raises(RefusedError, match="bad-start"):
        plan_event(alice, terms(), at(START))
    assert not Event.objects.exists()


def test_calling_off_gives_the_deals_back(alice: Player, bob: Player) -> None:
    event = planned(alice, bob)
    for _ in range(2):
        call_off(event, alice, at(NOW))
    assert Proof.objects.stock(RULES).count() == 3
    event.refresh_from_db()
    assert event.state(NOW) == "called-off"
    seat_rounds(at(START))
    assert not Race.objects.exists()
    with pytest.raises(RefusedError, match="event-over"):
        join_event(event, alice, at(NOW))


def test_called_off_midway_what_was_won_stays(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    begin(event, 1)
    play(event, 1, {bob: 5, alice: 3})
    call_off(event, alice, at(START + MINUTE))
    event.refresh_from_db()
    assert event.state(START + MINUTE) == "on"
    close(event, 1)
    assert event.state(START + 2 * MINUTE) == "over"
    assert [name for _, name, _ in standings(event)] == ["Bob", "Alice"]
    assert Proof.objects.stock(RULES).count() == 2
    call_command("event", check=event.code, stdout=StringIO())


# Joining and seating.


def test_a_round_seats_who_takes_part_at_even_tables(alice: Player) -> None:
    players = crowd(23)
    event = planned(alice, *players)
    leave_event(event, players[0], at(NOW))
    seat_rounds(at(START - SEATED - 1))
    assert not Race.objects.exists()
    tables = seat(event, 1)
    assert sorted(map(len, tables)) == [7, 7, 8]
    assert {player for table in tables for player in table} == set(players[1:])
    one = events.round_of(event, 1)
    assert {table.deal_id for table in one.tables.all()} == {one.deal_id}
    assert {table.starts_at for table in one.tables.all()} == {to_datetime(START)}
    # A second process, or a second click, changes nothing.
    seat_rounds(at(START - SEATED))
    assert one.tables.count() == 3


def test_nobody_comes_later_and_no_seat_is_given_up(alice: Player, bob: Player) -> None:
    event = planned(alice, alice)
    seat(event, 1)
    (table,) = Race.objects.all()
    join_event(event, bob, at(START - SEATED))
    with pytest.raises(RefusedError, match="full"):
        change_race(table.code, bob.take_seat, at(START - SEATED))
    with pytest.raises(RefusedError, match="not-host"):
        change_race(table.code, lambda r, now: r.start(alice.pk, now), at(START - SEATED))
    change_race(table.code, lambda r, now: r.leave(alice.pk, now), at(START - SEATED))
    leave_waiting(alice, at(START - SEATED))
    assert table.entries.count() == 1
    close(event, 1)
    assert seat(event, 2) != [[alice]]


def test_a_round_nobody_comes_to_passes_and_the_event_goes_on(alice: Player) -> None:
    event = planned(alice)
    assert seat(event, 1) == []
    one = events.round_of(event, 1)
    assert one.seated_at is not None
    assert not keys_of_rounds([one], START)
    assert keys_of_rounds([one], to_ms(one.ends_at))
    join_event(event, alice, at(START + MINUTE))
    assert seat(event, 2) == [[alice]]


def test_an_event_without_players_ends_plainly(alice: Player) -> None:
    event = planned(alice)
    for number in (1, 2, 3):
        race(event, number, {})
    assert event.state(to_ms(event.ends_at)) == "over"
    assert standings(event) == []
    out = StringIO()
    call_command("event", check=event.code, stdout=out)
    assert "0 of 3 rounds" in out.getvalue()


def test_joining_ends_when_the_last_round_begins(alice: Player, bob: Player) -> None:
    event = planned(alice)
    last = to_ms(event.rounds.get(number=3).starts_at)
    join_event(event, alice, at(last - SEATED))
    with pytest.raises(RefusedError, match="event-over"):
        join_event(event, bob, at(last))


def test_leaving_and_coming_back_keeps_the_points(alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob)
    race(event, 1, {alice: 5, bob: 3})
    leave_event(event, alice, at(START + 2 * MINUTE))
    race(event, 2, {bob: 3})
    for _ in range(2):
        join_event(event, alice, at(START + 5 * MINUTE))
    race(event, 3, {alice: 5, bob: 3})
    assert standings(event) == [(1, "Bob", 18 + 25 + 18), (2, "Alice", 50)]


def test_a_player_of_two_events_sits_where_the_first_seats_them(alice: Player, bob: Player) -> None:
    one = planned(alice, alice, bob)
    events.stock(6)
    other = plan_event(bob, terms(start=START + MINUTE), at(NOW))
    for player in (alice, bob, Player.objects.create_guest()):
        join_event(other, player, at(NOW))
    begin(one, 1)
    assert len(seat(other, 1)[0]) == 1
    close(one, 1)
    leave_event(one, alice, at(START))
    leave_event(one, bob, at(START))
    assert len(seat(other, 2)[0]) == 3


def test_a_round_is_late_rather_than_lost_if_no_server_was_there(
    alice: Player, bob: Player
) -> None:
    event = planned(alice, alice, bob)
    seat_rounds(at(START + 20_000))
    one = events.round_of(event, 1)
    assert to_ms(one.starts_at) == START + 25_000
    assert one.ends_at - one.starts_at == to_datetime(2 * MINUTE) - to_datetime(0)
    assert {table.starts_at for table in one.tables.all()} == {one.starts_at}
    close(event, 1)
    # Half a break later it would hold up the next round, so it passes.
    two = events.round_of(event, 2)
    seat_rounds(at(to_ms(two.starts_at) + MINUTE // 2))
    two.refresh_from_db()
    assert two.seated_at is not None
    assert not two.tables.exists()
    assert seat(event, 3) != []
