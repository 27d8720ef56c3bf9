"""Opening, finding, loading and changing stored races."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from games import racing
from games.engine import UnknownRulesError
from games.models import ConflictError, Deal, Player, Race
from games.models.database.instants import to_datetime
from games.models.races.closing import close_overdue, close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race, save_transition
from tests.clocks import at
from tests.models.stored_races import END, LIMIT, NOW, ZERO, act, join, open_race, started_race


def test_a_new_race_seats_its_host(alice: Player) -> None:
    race = new_race(alice, "agnes-sorel", at(NOW)).load()
    assert race.host == alice.pk
    assert race.seats == (racing.Seat(0, alice.pk, "Alice"),)


def test_the_rules_are_stored_in_their_canonical_form(alice: Player) -> None:
    race = new_race(alice, "agnes-sorel", at(NOW))
    assert (race.rules, race.game) == ("agnes-sorel/standard", "agnes-sorel")


def test_unknown_rules_open_nothing(alice: Player) -> None:
    with pytest.raises(UnknownRulesError):
        new_race(alice, "snap", at(NOW))
    assert not Race.objects.exists()


@pytest.mark.parametrize(
    ("countdown_s", "limit_s", "code"), [(2, 600, "bad-countdown"), (5, 3601, "bad-limit")]
)
def test_times_out_of_bounds_open_nothing(
    alice: Player, countdown_s: int, limit_s: int, code: str
) -> None:
    with pytest.raises(racing.RefusedError, match=code):
        new_race(
            alice, "agnes-sorel", at(NOW), RaceOptions(countdown_s=countdown_s, limit_s=limit_s)
        )
    assert not Deal.objects.exists()


def test_every_race_has_a_deal_of_its_own(alice: Player) -> None:
    assert open_race(alice).deal != open_race(alice).deal


def test_a_race_can_be_opened_on_a_listed_deal_for_the_first_to_join(alice: Player) -> None:
    deal = Deal.objects.from_cards(open_race(alice).deal.cards)
    race = new_race(None, "agnes-sorel", at(NOW), deal=deal)
    assert (race.deal, race.host, race.load().seats) == (deal, None, ())
    join(race, alice)
    assert Race.objects.find(race.code).host == alice


def test_a_code_that_is_taken_is_drawn_again(alice: Player) -> None:
    def draw(count: int) -> bytes:
        return next(drawn).to_bytes(count, "big")

    # A code and a key for the first race; the same code, a new code and a key for the second.
    drawn = iter([0, 0, 0, 1, 1])
    codes = [new_race(alice, "agnes-sorel", at(NOW), draw=draw).code for _ in range(2)]
    assert codes == [racing.race_code(bytes(16)), racing.race_code(bytes(15) + b"\1")]


def test_a_race_is_found_by_its_code_in_lower_case(alice: Player) -> None:
    race = open_race(alice)
    assert Race.objects.find(race.code.lower()) == race


def test_a_transition_is_stored(alice: Player, bob: Player) -> None:
    race = open_race(alice)
    _, after = change_race(race.code, lambda r, now: r.join(bob.pk, "Bob", False, now), at(NOW))
    assert Race.objects.find(race.code).load() == after
    assert len(after.seats) == 2


def test_every_transition_makes_a_new_version(alice: Player, bob: Player) -> None:
    race = open_race(alice)
    version = race.version
    join(race, bob)
    race.refresh_from_db()
    assert race.version == version + 1


def test_a_change_that_changes_nothing_is_not_stored(alice: Player) -> None:
    race = open_race(alice)
    join(race, alice)
    assert Race.objects.find(race.code).version == race.version


def test_a_refused_change_is_not_stored(alice: Player, bob: Player) -> None:
    race = open_race(alice, bob)
    with pytest.raises(racing.RefusedError, match="not-host"):
        change_race(race.code, lambda r, now: r.start(bob.pk, now), at(NOW))
    assert Race.objects.find(race.code).version == race.version


def test_ready_start_and_leave_are_stored(alice: Player, bob: Player) -> None:
    code = open_race(alice, bob).code
    steps = (
        lambda r, now: r.set_ready(bob.pk, True, now),
        lambda r, now: r.start(alice.pk, now),
        lambda r, now: r.leave(alice.pk, now),
    )
    for instant, step in enumerate(steps, NOW):
        record, after = change_race(code, step, at(instant))
        assert Race.objects.find(code).load() == after == record.load()


presses = st.lists(
    st.tuples(st.sampled_from(("join", "leave", "ready", "unready", "start")), st.integers(0, 11)),
    max_size=25,
)


@given(presses)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_sequence_of_transitions_is_stored(db: None, pressed: list[tuple[str, int]]) -> None:
    players = [Player.objects.get_or_create(username=f"player-{n}")[0] for n in range(12)]
    code = open_race(players[0]).code
    expected = Race.objects.find(code).load()

    def change(race: racing.Race, now: int, verb: str, player: Player) -> racing.Race:
        match verb:
            case "join":
                return race.join(player.pk, player.name, player.guest, now)
            case "leave":
                return race.leave(player.pk, now)
            case "start":
                return race.start(player.pk, now)
            case _:
                return race.set_ready(player.pk, verb == "ready", now)

    for verb, number in pressed:
        press = partial(change, verb=verb, player=players[number])
        with suppress(racing.RefusedError):
            change_race(code, press, at(NOW))
        with suppress(racing.RefusedError):
            expected = press(expected, NOW)
        if not expected.seats:
            # The last player left before the start: the race is deleted and its deal is back.
            assert not Race.objects.filter(code=code).exists()
            return
        assert Race.objects.find(code).load() == expected


def test_the_second_of_two_who_loaded_the_same_version_gets_a_conflict(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = open_race(alice)
    before = race.load()
    join(race, bob)
    with pytest.raises(ConflictError):
        save_transition(
            race, before, lambda r, now: r.join(charlie.pk, "Charlie", False, now), at(NOW)
        )
    assert not race.entries.filter(player=charlie).exists()


def test_a_transition_is_retried_after_a_conflict(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = open_race(alice)
    overtaken = False

    def overtake(loaded: racing.Race, now: int) -> racing.Race:
        nonlocal overtaken
        if not overtaken:
            overtaken = True
            join(race, bob)
        return loaded.join(charlie.pk, "Charlie", False, now)

    _, after = change_race(race.code, overtake, at(NOW))
    assert [seat.name for seat in after.seats] == ["Alice", "Bob", "Charlie"]


def test_the_clock_is_read_when_a_transition_is_stored(alice: Player, bob: Player) -> None:
    code = open_race(alice, bob).code
    change_race(code, lambda r, now: r.start(alice.pk, now), at(NOW))
    clock = iter((ZERO - 501, ZERO - 499))
    with pytest.raises(racing.RefusedError, match="starting"):
        change_race(code, lambda r, now: r.set_ready(bob.pk, False, now), partial(next, clock))
    assert Race.objects.find(code).load().starts_at == ZERO


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "applegate/pysol"},
        {"kind": racing.Kind.RANKED},
        {"limit": 300_000},
        {"helped": True},
        {"closed_at": NOW},
    ],
)
def test_a_transition_stores_seats_host_and_start_only(
    alice: Player, fields: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match="seats, host and start only"):
        change_race(open_race(alice).code, lambda r, now: replace(r, **fields), at(NOW))


def test_a_run_is_not_stored_by_a_transition(alice: Player) -> None:
    code = open_race(alice).code
    with pytest.raises(ValueError, match="cannot store a run"):
        change_race(code, lambda r, now: r.with_run(alice.pk, racing.Run(moves=1)), at(NOW))


def test_a_start_in_the_past_is_not_stored(alice: Player) -> None:
    with pytest.raises(ValueError, match="in the past"):
        change_race(open_race(alice).code, lambda r, now: r.start(alice.pk, NOW), at(ZERO + 1))


def test_no_transition_changes_a_started_race(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob)
    changes: list[racing.Change] = [
        lambda r, now: replace(r, starts_at=None),
        lambda r, now: replace(r, seats=r.seats[:1]),
        lambda r, now: r.leave(bob.pk, NOW),
        lambda r, now: r.leave(bob.pk, now),
        lambda r, now: r.join(bob.pk + 1, "Charlie", False, NOW),
        lambda r, now: r.close(END),
    ]
    for change in changes:
        with pytest.raises(racing.RefusedError, match="already-started"):
            change_race(race.code, change, at(ZERO))
        with pytest.raises(racing.RefusedError, match="already-started"):
            save_transition(Race.objects.find(race.code), race.load(), change, at(ZERO))
    assert Race.objects.find(race.code).load() == race.load()


def test_a_race_is_found_and_loaded_in_two_queries(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    code = open_race(alice, bob).code
    with django_assert_num_queries(2):
        race = Race.objects.find(code)
        assert len(race.load().seats) == 2
        assert race.deal.commitment


def test_a_replay_costs_the_same_for_any_number_of_seats(
    alice: Player, bob: Player, charlie: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    race = Race.objects.find(started_race(alice, bob, charlie).code)
    with django_assert_num_queries(2):
        race.replay()


def test_the_runs_of_a_running_race_come_from_its_actions(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob, rules="agnes-sorel")
    act(race, bob, "deal", "deal")
    alices, bobs = race.replay().seats
    assert (alices.run.moves, bobs.run.moves, bobs.run.last_at) == (0, 2, 2000)


def test_running_races_have_started_and_are_not_closed(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_race(alice)
    running, closed = started_race(bob), started_race(charlie)
    close_race(closed, at(END))
    assert list(Race.objects.running(ZERO)) == [running]
    assert list(Race.objects.running(ZERO - 1)) == []


def test_overdue_races_are_past_their_limit(alice: Player) -> None:
    race = started_race(alice)
    assert list(Race.objects.overdue(ZERO + LIMIT - 1)) == []
    assert list(Race.objects.overdue(ZERO + LIMIT)) == [race]


def test_overdue_races_are_closed_once(alice: Player) -> None:
    race = started_race(alice)
    close_overdue(at(ZERO + LIMIT - 1))
    race.refresh_from_db()
    assert race.closed_at is None
    for _ in range(2):
        close_overdue(at(ZERO + LIMIT))
    race.refresh_from_db()
    assert race.closed_at is not None
    assert race.entries.get().state == "no-show"


def test_overdue_races_are_found_by_one_query_however_many_are_running(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        started_race(alice)
    with django_assert_num_queries(1):
        assert close_overdue(at(ZERO + LIMIT - 1)) == []


def test_no_more_overdue_races_are_closed_at_once_than_asked_for(alice: Player) -> None:
    races = [started_race(alice) for _ in range(3)]
    assert close_overdue(at(END), most=2) == races[:2]
    assert close_overdue(at(END), most=2) == races[2:]


@pytest.mark.parametrize(
    "fields",
    [
        {"countdown_s": 2},
        {"limit_s": 3601},
        {"limit_s": None},
        {"closed_at": to_datetime(NOW)},
        {"starts_at": to_datetime(NOW), "closed_at": to_datetime(NOW - 1)},
    ],
)
def test_the_database_refuses_impossible_races(alice: Player, fields: dict[str, object]) -> None:
    race = open_race(alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Race.objects.filter(pk=race.pk).update(**fields)


def test_the_url_of_a_race_contains_its_code(alice: Player) -> None:
    race = open_race(alice)
    assert race.get_absolute_url() == f"/race/{race.code}/"
