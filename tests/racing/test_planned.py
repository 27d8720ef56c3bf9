"""Races that start at a set time, whoever is there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing import (
    NEAR,
    Kind,
    MatchSeats,
    Race,
    RaceState,
    RefusedError,
    Terms,
    refuse_plan,
    set_terms,
)
from tests.racing.rooms import ALICE, BOB, CHARLIE, NAMES, NOW, room

MINUTE = 60_000
SOON = NOW - NOW % MINUTE + 10 * MINUTE
DAY = 24 * 60 * MINUTE

TERMS = Terms(
    rules="agnes-sorel/standard",
    kind=Kind.CASUAL,
    countdown=5_000,
    limit=600_000,
    helped=False,
    watchable=False,
    bots_allowed=False,
)


def planned(*players: int, at: int = SOON) -> Race:
    return set_terms(room(*players), players[0], replace(TERMS, planned=at), NOW)


steps = st.tuples(
    st.sampled_from(["join", "leave", "ready", "unready", "start"]), st.integers(1, 5)
)


@given(st.lists(steps, max_size=30), st.integers(0, SOON - NOW - 1))
def test_nothing_that_players_do_moves_the_start(did: list[tuple[str, int]], passed: int) -> None:
    race, now = planned(1), NOW + passed
    for step, player in did:
        with suppress(RefusedError):
            match step:
                case "join":
                    race = race.join(player, f"Player {player}", False, now)
                case "leave":
                    race = race.leave(player, now)
                case "start":
                    race = race.start(player, now)
                case _:
                    race = race.set_ready(player, step == "ready", now)
        assert race.starts_at == race.planned == SOON
    assert race.state(SOON - race.countdown - 1) is RaceState.OPEN
    assert race.state(SOON - 1) is RaceState.COUNTDOWN
    if race.seats:
        assert race.state(SOON) is RaceState.RUNNING


@given(st.permutations([ALICE, BOB, CHARLIE]))
def test_who_comes_when_does_not_matter(order: list[int]) -> None:
    race = replace(planned(order[0]), host=None)
    for player in order[1:]:
        race = race.join(player, NAMES[player], False, NOW)
    assert {seat.player for seat in race.seats} == {ALICE, BOB, CHARLIE}
    assert race.starts_at == SOON


def test_the_host_cannot_start_it_earlier() -> None:
    with pytest.raises(RefusedError, match="planned"):
        planned(ALICE, BOB).start(ALICE, NOW)


def test_the_plan_can_be_changed_and_given_up_until_the_countdown() -> None:
    race = planned(ALICE, BOB)
    later = set_terms(race, ALICE, replace(TERMS, planned=SOON + MINUTE), NOW)
    assert (later.planned, later.starts_at) == (SOON + MINUTE, SOON + MINUTE)
    given_up = set_terms(later, ALICE, TERMS, NOW)
    assert (given_up.planned, given_up.starts_at) == (None, None)
    assert given_up.set_ready(ALICE, True, NOW).set_ready(BOB, True, NOW).starts_at is not None
    with pytest.raises(RefusedError, match="starting"):
        set_terms(race, ALICE, TERMS, SOON - 3_000)


def test_other_terms_keep_a_start_that_is_near() -> None:
    race, now = planned(ALICE), SOON - 10_000
    changed = set_terms(race, ALICE, replace(TERMS, limit=300_000, planned=SOON), now)
    assert (changed.starts_at, changed.limit) == (SOON, 300_000)


@pytest.mark.parametrize("ahead", [-MINUTE, 0, MINUTE - 1, 31 * DAY, 30_000, 10 * MINUTE + 1])
def test_a_start_too_soon_too_late_or_between_minutes_is_refused(ahead: int) -> None:
    with pytest.raises(RefusedError, match="bad-start"):
        refuse_plan(SOON + ahead, SOON)


@pytest.mark.parametrize("ahead", [MINUTE, NEAR, 30 * DAY])
def test_a_start_within_a_month_is_fine(ahead: int) -> None:
    refuse_plan(SOON + ahead, SOON)


def test_the_next_race_of_a_match_waits_for_its_players() -> None:
    race = replace(room(ALICE), match=MatchSeats(frozenset({ALICE, BOB})))
    with pytest.raises(RefusedError, match="bad-start"):
        set_terms(race, ALICE, replace(TERMS, planned=SOON), NOW)
