"""The state of a run, action by action."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import GAMES, Board, Deal, IllegalMoveError, InvalidNotationError, Rules
from games.racing import BELL, RefusedError, Run, RunState, advance, replay, steps

# Deals that end quickly, found by playing at random.
STUCK_WITH_UNDO = ("agnes-sorel", b"13", ["deal", "deal", "deal", "h1t6"])
STUCK_WITHOUT_UNDO = ("agnes-sorel", b"17", ["deal", "deal", "deal"])
STUCK_AS_DEALT = ("beleaguered-castle", b"72", list[str]())

LAST_KINGS = (
    "base A; t1 KC; t2 KD; t3 KH; t4 QS KS; "
    "fc AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC; fd AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD; "
    "fh AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH; fs AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS"
)


def board_of(game: str, key: bytes) -> Board:
    return Board(Rules.parse(game), Deal.from_key(key))


def last_kings() -> tuple[Board, Run]:
    board = Board.from_position(Rules.parse("beleaguered-castle"), LAST_KINGS)
    return board, Run.begin(board)


def played(game: str, key: bytes, actions: list[str]) -> Run:
    numbered = ((action, 1000 * number) for number, action in enumerate(actions, 1))
    return replay(game, str(Deal.from_key(key)), numbered)[1]


def test_a_run_begins_with_the_progress_of_the_board_as_dealt() -> None:
    run = Run.begin(board_of("beleaguered-castle", b"1"))
    assert run == Run(RunState.PLAYING, progress=4, progress_at=0)


def test_a_move_is_counted_and_its_time_kept() -> None:
    run = played("beleaguered-castle", b"53", ["t8t3"])
    assert (run.moves, run.last_at) == (1, 1000)


def test_progress_is_dated_when_it_is_first_reached() -> None:
    board, run = last_kings()
    run = advance(board, run, "t1f", 1000)
    run = advance(board, run, "t2t5", 2000)
    assert (run.progress, run.progress_at) == (48, 1000)


def test_an_undo_is_counted_and_keeps_the_progress() -> None:
    board, run = last_kings()
    run = advance(board, run, "t1f", 1000)
    run = advance(board, run, "undo", 2000)
    assert (run.progress, run.progress_at, run.moves, run.undos) == (48, 1000, 1, 1)
    assert board.progress == 47


def test_the_move_that_brings_the_last_card_home_wins() -> None:
    board, run = last_kings()
    for ms, move in enumerate(("t1f", "t2f", "t3f", "t4t1", "t4f", "t1f"), 1):
        run = advance(board, run, move, ms)
    assert (run.state, run.time, run.progress) == (RunState.WON, 6, 52)


def test_a_run_is_stuck_when_there_is_no_move_and_nothing_to_take_back() -> None:
    assert played(*STUCK_WITHOUT_UNDO).state is RunState.STUCK


def test_a_stuck_run_goes_on_while_a_move_can_be_taken_back() -> None:
    assert played(*STUCK_WITH_UNDO).state is RunState.PLAYING


def test_a_run_can_be_stuck_as_dealt() -> None:
    assert played(*STUCK_AS_DEALT).state is RunState.STUCK


def test_an_undo_is_refused_across_a_reveal() -> None:
    board = board_of("agnes-sorel", b"1")
    run = advance(board, Run.begin(board), "deal", 1000)
    with pytest.raises(RefusedError, match="no-undo"):
        advance(board, run, "undo", 2000)


def test_an_undo_is_refused_before_the_first_move() -> None:
    board, run = last_kings()
    with pytest.raises(RefusedError, match="no-undo"):
        advance(board, run, "undo", 1000)


@pytest.mark.parametrize(
    ("action", "error"), [("t1t2", IllegalMoveError), ("hello", InvalidNotationError)]
)
def test_an_illegal_move_changes_nothing(action: str, error: type[Exception]) -> None:
    board, run = last_kings()
    before = board.key()
    with pytest.raises(error):
        advance(board, run, action, 1000)
    assert board.key() == before


def test_a_player_can_end_a_run_and_keeps_its_progress() -> None:
    run = played("beleaguered-castle", b"1", ["end"])
    assert (run.state, run.progress, run.last_at) == (RunState.ENDED, 4, 1000)


def test_a_player_can_forfeit() -> None:
    assert played("beleaguered-castle", b"1", ["forfeit"]).state is RunState.FORFEIT


def test_the_bell_ends_a_run_with_actions() -> None:
    run = played("beleaguered-castle", b"53", ["t8t3", BELL])
    assert (run.state, run.last_at) == (RunState.ENDED, 1000)


def test_the_bell_makes_a_run_without_actions_a_no_show() -> None:
    assert played("beleaguered-castle", b"53", [BELL]).state is RunState.NO_SHOW


@pytest.mark.parametrize("last", ["end", "forfeit", BELL])
@pytest.mark.parametrize("next_action", ["t8t3", "undo", "end", "forfeit", BELL])
def test_nothing_follows_the_end_of_a_run(last: str, next_action: str) -> None:
    board = board_of("beleaguered-castle", b"53")
    run = advance(board, Run.begin(board), last, 1000)
    before = board.key()
    with pytest.raises(RefusedError, match="run-over"):
        advance(board, run, next_action, 2000)
    assert board.key() == before


def test_a_stored_run_that_went_on_after_a_win_by_todays_rules_replays() -> None:
    wins = json.loads((Path(__file__).parents[1] / "fixtures" / "wins.json").read_text("ascii"))
    win = next(win for win in wins if (win["rules"], win["key"]) == ("applegate/pysol", "885"))
    moves = win["moves"].split()
    done = [(action, 1000) for action in (*moves, "undo", moves[-1], "end")]
    deal = str(Deal.from_key(win["key"].encode()))
    *_, before, last = (run for _, run in steps(win["rules"], deal, done, free_undo=False))
    assert before.state is RunState.WON
    assert (last.state, last.time, last.actions) == (RunState.ENDED, None, len(done))


@given(st.sampled_from(sorted(GAMES)), st.binary(max_size=2), st.data())
def test_a_live_run_equals_its_replay(game: str, key: bytes, data: st.DataObject) -> None:
    board = board_of(game, key)
    run = Run.begin(board)
    reached = board.progress
    actions: list[tuple[str, int]] = []
    while not run.is_done and len(actions) < 25:
        undo = ["undo"] if board.can_undo else []
        choices = [*map(str, board.legal_moves), *undo, "end"]
        actions.append((data.draw(st.sampled_from(choices)), 100 * len(actions)))
        run = advance(board, run, *actions[-1])
        reached = max(reached, board.progress)
    again, replayed = replay(game, str(Deal.from_key(key)), actions)
    assert (again.key(), replayed) == (board.key(), run)
    assert run.progress == reached
    assert run.actions == len(actions)
    assert run.moves + run.undos == sum(text != "end" for text, _ in actions)


def test_a_run_has_no_time_before_it_is_won() -> None:
    assert played("beleaguered-castle", b"53", ["t8t3"]).time is None


@pytest.mark.parametrize("action", ["undo", "end", "forfeit"])
def test_every_action_is_dated(action: str) -> None:
    assert played("beleaguered-castle", b"53", ["t8t3", action]).last_at == 2000


def test_a_revealed_card_stays_revealed_unless_the_race_allows_more() -> None:
    deal = str(Deal.from_key(b"1"))
    with pytest.raises(RefusedError, match="no-undo"):
        replay("agnes-sorel", deal, [("deal", 1000), ("undo", 2000)])
