"""Practice: one player, no limit, and every move can be taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import Board, Deal, Rules
from games.racing import Kind, Race, RaceState, RefusedError, Run, RunState, advance, replay
from tests.racing.rooms import ALICE, BOB, NOW, room, won

YEAR = 365 * 24 * 3600 * 1000
RULES, DEAL = "agnes-sorel/standard", str(Deal.from_key(b"1"))


def practice() -> Race:
    """Return a practice that starts now."""
    return replace(room(ALICE, kind=Kind.SOLO), limit=None).start(ALICE, NOW)


def test_it_lasts_until_its_player_ends_it() -> None:
    race = practice().with_run(ALICE, Run(RunState.PLAYING))
    assert race.bell() is None
    assert race.state(NOW + YEAR) is RaceState.RUNNING
    race.playing(ALICE, NOW + YEAR)
    with pytest.raises(RefusedError, match="not-over"):
        race.close(NOW + YEAR)
    ended = race.with_run(ALICE, won(90_000))
    assert ended.state(NOW + YEAR) is RaceState.OVER
    assert ended.close(NOW + YEAR).closed_at == NOW + 90_000


def test_no_one_else_can_have_a_seat() -> None:
    with pytest.raises(RefusedError, match="full"):
        room(ALICE, kind=Kind.SOLO).join(BOB, "Bob", False, NOW)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.SOLO])
def test_every_other_race_has_a_limit(kind: Kind) -> None:
    with pytest.raises(RefusedError, match="bad-limit"):
        Race(code="QFXKMP", rules=RULES, kind=kind, limit=None)


@pytest.mark.parametrize("kind", [Kind.RANKED, Kind.DAILY])
def test_a_race_that_counts_has_no_help(kind: Kind) -> None:
    with pytest.raises(RefusedError, match="no-help"):
        Race(code="QFXKMP", rules=RULES, kind=kind, helped=True)


@pytest.mark.parametrize("kind", Kind)
def test_only_a_practice_takes_back_a_move_that_revealed_a_card(kind: Kind) -> None:
    board = Board(Rules.parse(RULES), Deal.parse(DEAL), free_undo=kind.free_undo)
    as_dealt = board.key()
    run = advance(board, Run.begin(board), "deal", 1000)
    if kind is not Kind.SOLO:
        with pytest.raises(RefusedError, match="no-undo: The last move showed you a card"):
            advance(board, run, "undo", 2000)
    else:
        run = advance(board, run, "undo", 2000)
        assert (board.key(), run.undos) == (as_dealt, 1)


@pytest.mark.parametrize(("kind", "state"), [(Kind.CASUAL, "stuck"), (Kind.SOLO, "playing")])
def test_a_stuck_board_is_not_the_end_while_moves_can_be_taken_back(kind: Kind, state: str) -> None:
    deal = Deal.from_key(b"17")
    board = Board(Rules.parse(RULES), deal, free_undo=kind.free_undo)
    run = Run.begin(board)
    for ms in range(1000, 4000, 1000):
        run = advance(board, run, str(list(board.legal_moves)[-1]), ms)
    assert not board.legal_moves
    assert run.state == state


def test_its_stored_actions_replay() -> None:
    actions = [("deal", 1000), ("undo", 2000), ("deal", 3000)]
    board, run = replay(RULES, DEAL, actions, free_undo=True)
    assert (len(board.moves), run.moves, run.undos) == (1, 2, 1)
