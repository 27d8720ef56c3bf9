"""What a change may do to a race, however the change is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.racing import Change, Race, RefusedError, Run, RunState, carry_out
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, PLAYING, counting, room, running

PAST = "QFXKMP: a start cannot be in the past"
OTHER = "QFXKMP: a transition changes seats, host and start only"
RUNS = "QFXKMP: a transition cannot store a run"


def joined(race: Race, now: int) -> Race:
    return race.join(CHARLIE, "Charlie", False, now)


def starting(at: int) -> Change:
    """Return a change that sets the start without any check."""
    return lambda race, now: replace(race, starts_at=at)


def playing(race: Race, now: int) -> Race:
    return race.with_run(BOB, PLAYING)


def sitting_down_to_play(race: Race, now: int) -> Race:
    return joined(race, now).with_run(CHARLIE, PLAYING)


def test_a_change_gets_the_race_and_the_instant() -> None:
    race = room(ALICE, BOB)
    assert carry_out(race, joined, NOW) == race.join(CHARLIE, "Charlie", False, NOW)
    started = carry_out(race, lambda race, now: race.start(ALICE, now), NOW + 7)
    assert started.starts_at == NOW + 5_007


def test_seats_host_and_start_may_change() -> None:
    left = carry_out(room(ALICE, BOB), lambda race, now: race.leave(ALICE, now), NOW)
    assert (left.host, [seat.player for seat in left.seats]) == (BOB, [BOB])
    stopped = carry_out(counting(ALICE, BOB), lambda race, now: race.leave(BOB, now), NOW)
    assert stopped.starts_at is None


def test_a_change_without_effect_is_allowed_at_any_time() -> None:
    race = running(ALICE, BOB)
    again = carry_out(race, lambda race, now: race.join(BOB, "Bob", False, now), NOW + 1)
    assert again is race


@pytest.mark.parametrize(
    ("now", "code"),
    [(NOW + 4_501, "starting"), (NOW + 5_000, "already-started"), (NOW + 605_000, "race-over")],
)
@pytest.mark.parametrize("at", [NOW + 10_000_000, None])
def test_a_race_that_started_stays_started_whatever_a_change_does(
    at: int | None, now: int, code: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        carry_out(counting(ALICE, BOB), lambda race, _: replace(race, starts_at=at), now)
    assert refused.value.code == code


def test_a_start_may_be_now_but_not_in_the_past() -> None:
    assert carry_out(room(ALICE, BOB), starting(NOW), NOW).starts_at == NOW
    with pytest.raises(ValueError, match=f"^{PAST}$"):
        carry_out(room(ALICE, BOB), starting(NOW - 1), NOW)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda race, now: replace(race, limit=120_000), OTHER),
        (lambda race, now: replace(race, rules="applegate/standard"), OTHER),
        (playing, RUNS),
        (sitting_down_to_play, RUNS),
    ],
)
def test_nothing_else_may_change(change: Change, fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{fault}$"):
        carry_out(room(ALICE, BOB), change, NOW)


def test_an_existing_run_is_kept() -> None:
    ended = Run(RunState.ENDED, progress=9, progress_at=1, last_at=2)
    race = room(ALICE, BOB).with_run(BOB, ended)
    assert carry_out(race, joined, NOW).seats[1].run == ended
