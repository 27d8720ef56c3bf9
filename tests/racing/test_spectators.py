"""Who sees which boards of a race, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing import (
    LONGEST_DELAY,
    Kind,
    Race,
    Run,
    RunState,
    Watching,
    boards_delay,
    boards_lag,
    is_revealed,
    still_playing,
    watching,
)
from tests.racing.rooms import ALICE, BOB, CHARLIE, PLAYING, running, won

STRANGER = 0
BLIND = tuple(kind for kind in Kind if kind.is_blind)
ENDINGS = (
    won(9_000),
    PLAYING.end(9_000),
    PLAYING.forfeit(9_000),
    replace(PLAYING, state=RunState.STUCK),
)


def race_of(kind: Kind, *, watchable: bool = False, alice: Run = PLAYING) -> Race:
    """Return a running race of Alice and Bob, which Charlie left before the start."""
    race = running(ALICE, BOB)
    return replace(race, kind=kind, watchable=watchable).with_run(ALICE, alice)


races = st.builds(
    race_of,
    st.sampled_from(Kind),
    watchable=st.booleans(),
    alice=st.sampled_from((Run(), PLAYING, *ENDINGS)),
)


@pytest.mark.parametrize("viewer", [STRANGER, CHARLIE])
@pytest.mark.parametrize(
    ("kind", "watchable", "when", "lag"),
    [
        (Kind.CASUAL, False, Watching.NOW, 0),
        (Kind.CASUAL, True, Watching.NOW, 0),
        (Kind.RANKED, False, Watching.AFTER, None),
        (Kind.RANKED, True, Watching.DELAYED, LONGEST_DELAY),
        (Kind.DAILY, False, Watching.AFTER, None),
        (Kind.ANYTIME, False, Watching.AFTER, None),
        (Kind.EVENT, False, Watching.AFTER, None),
        (Kind.EVENT, True, Watching.DELAYED, LONGEST_DELAY),
    ],
)
def test_spectators_see_boards_as_the_kind_of_race_allows(
    kind: Kind, watchable: bool, when: Watching, lag: int | None, viewer: int
) -> None:
    race = race_of(kind, watchable=watchable)
    assert (watching(race), boards_lag(race, viewer)) == (when, lag)


@given(race=races, viewer=st.sampled_from((ALICE, BOB)))
def test_a_player_sees_no_board_of_others(race: Race, viewer: int) -> None:
    seat = race.seat_of(viewer)
    assert seat is not None
    if not seat.run.is_done:
        assert boards_lag(race, viewer) is None


@given(race=races, viewer=st.sampled_from((ALICE, BOB, CHARLIE, STRANGER)))
def test_a_player_at_another_table_sees_no_board_here(race: Race, viewer: int) -> None:
    assert boards_lag(race, viewer, plays_elsewhere=True) is None
    assert race.starts_at is not None
    closed = race.close(race.starts_at + 60 * 60_000)
    assert boards_lag(closed, viewer, plays_elsewhere=True) == 0


@pytest.mark.parametrize("ending", ENDINGS)
@given(kind=st.sampled_from(Kind), watchable=st.booleans())
def test_a_player_who_is_done_sees_what_a_stranger_sees(
    ending: Run, kind: Kind, watchable: bool
) -> None:
    race = race_of(kind, watchable=watchable, alice=ending)
    assert boards_lag(race, ALICE) == boards_lag(race, STRANGER)


@given(race=races, viewer=st.sampled_from((ALICE, BOB, CHARLIE, STRANGER)))
def test_a_race_that_counts_shows_no_board_early(race: Race, viewer: int) -> None:
    if race.kind in BLIND:
        lag = boards_lag(race, viewer)
        assert lag is None or lag >= LONGEST_DELAY


@pytest.mark.parametrize(
    ("minutes", "seconds"), [(2, 30), (3, 45), (5, 75), (8, 120), (10, 120), (60, 120)]
)
def test_boards_of_a_short_race_are_a_quarter_of_its_limit_late(minutes: int, seconds: int) -> None:
    race = replace(race_of(Kind.EVENT, watchable=True), limit=minutes * 60_000)
    assert boards_lag(race, STRANGER) == boards_delay(race.limit) == 1000 * seconds


@given(race=races, viewer=st.sampled_from((ALICE, BOB, CHARLIE, STRANGER)))
def test_everything_is_shown_once_a_race_is_closed_and_not_before(race: Race, viewer: int) -> None:
    assert race.starts_at is not None
    rung = race.starts_at + 60 * 60_000
    assert race.is_done(rung)
    # The bell has rung, but another process may not have heard of it.
    assert not is_revealed(race)
    closed = race.close(rung)
    assert is_revealed(closed)
    assert (boards_lag(closed, viewer), watching(closed)) == (0, Watching.NOW)
    assert still_playing(closed) == ()


def test_cards_that_a_player_has_not_seen_stay_hidden() -> None:
    race = race_of(Kind.CASUAL, alice=won(9_000))
    assert [seat.player for seat in still_playing(race)] == [BOB]
