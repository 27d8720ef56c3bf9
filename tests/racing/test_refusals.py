"""The refusals of a race: a code for programs, a sentence for players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.engine import Board, Deal, Rules
from games.racing import (
    MAX_SEATS,
    Kind,
    Race,
    RefusedError,
    Run,
    RunState,
    advance,
    never_started,
)
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, PLAYING, counting, room, running, won

MINUTE = 60_000


def as_dealt() -> Board:
    return Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"53"))


def over() -> Race:
    return running(ALICE, BOB).with_run(ALICE, won(1_000)).with_run(BOB, won(2_000))


def attempt_after_its_day() -> Race:
    return replace(room(ALICE, kind=Kind.DAILY), start_by=NOW + 4_999)


REFUSALS: list[tuple[str, str, Callable[[], object]]] = [
    (
        "bad-countdown",
        "A countdown lasts from 3 to 60 seconds.",
        lambda: replace(room(), countdown=1),
    ),
    ("bad-limit", "A race lasts from 2 to 60 minutes.", lambda: replace(room(), limit=1)),
    (
        "no-help",
        "Races that count don't allow help.",
        lambda: replace(room(kind=Kind.RANKED), helped=True),
    ),
    (
        "full",
        "All seats of this race are taken.",
        lambda: room(*range(MAX_SEATS)).join(ALICE, "Alice", False, NOW),
    ),
    (
        "not-host",
        "Only the host can start the race.",
        lambda: room(ALICE, BOB).start(BOB, NOW),
    ),
    (
        "not-seated",
        "You don't have a seat in this race.",
        lambda: room(ALICE).set_ready(CHARLIE, True, NOW),
    ),
    (
        "starting",
        "The race is about to start.",
        lambda: counting(ALICE, BOB).leave(BOB, NOW + 4_900),
    ),
    (
        "already-started",
        "The race has already started.",
        lambda: running(ALICE, BOB).join(CHARLIE, "Charlie", False, NOW),
    ),
    (
        # A process whose clock is ahead has dealt its cards.
        "already-started",
        "The race has already started.",
        lambda: replace(counting(ALICE, BOB), dealt=True).leave(BOB, NOW),
    ),
    ("race-over", "The race is over.", lambda: over().join(CHARLIE, "Charlie", False, NOW)),
    ("race-over", "The race is over.", lambda: over().playing(ALICE, NOW)),
    (
        "run-over",
        "Your run is over.",
        lambda: running(ALICE, BOB).with_run(ALICE, won(1)).playing(ALICE, NOW + 2),
    ),
    (
        "not-started",
        "The race hasn't started yet.",
        lambda: counting(ALICE, BOB).playing(ALICE, NOW),
    ),
    ("not-over", "The race isn't over yet.", lambda: running(ALICE, BOB).close(NOW)),
    ("not-over", "The race isn't over yet.", lambda: room(ALICE, BOB).close(NOW)),
    (
        "too-late",
        "It's too late to start.",
        lambda: attempt_after_its_day().start(ALICE, NOW),
    ),
    ("run-over", "Your run is over.", lambda: advance(as_dealt(), won(1), "t8t3", 2)),
    ("run-over", "Your run is over.", lambda: won(1).end(2)),
    ("run-over", "Your run is over.", lambda: Run(RunState.STUCK).move(as_dealt(), 2)),
    (
        "no-undo",
        "There's no move to undo.",
        lambda: advance(as_dealt(), PLAYING, "undo", 1),
    ),
]


@pytest.mark.parametrize(
    ("code", "sentence", "ask"),
    [pytest.param(*refusal, id=f"{n}-{refusal[0]}") for n, refusal in enumerate(REFUSALS)],
)
def test_a_refusal_tells_programs_and_players_why(
    code: str, sentence: str, ask: Callable[[], object]
) -> None:
    with pytest.raises(RefusedError) as refused:
        ask()
    assert (refused.value.code, refused.value.sentence) == (code, sentence)
    assert str(refused.value) == f"{code}: {sentence}"


def test_the_refusal_for_a_race_that_never_started_says_what_to_do() -> None:
    gone = never_started()
    assert gone.code == "never-started"
    assert gone.sentence == "This race never started, so it was closed. Open another one."
