"""What of a run counted in the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine import Action, Board, Deal, Rules
from games.racing import BELL, Hindsight, RefusedError

WIN = json.loads((Path(__file__).parents[1] / "fixtures" / "wins.json").read_text("ascii"))[0]
DEAL = Deal.from_key(WIN["key"].encode())
MOVES: list[str] = WIN["moves"].split()


def hindsight(*texts: str) -> Hindsight:
    """What became of actions of which each took a second."""
    actions = [Action(1000 * number, text) for number, text in enumerate(texts, 1)]
    return Hindsight.of(WIN["rules"], str(DEAL), actions)


def key_after(*moves: str) -> str:
    board = Board(Rules.parse(WIN["rules"]), DEAL)
    for move in moves:
        board.push(board.find_move(move))
    return board.key()


def test_of_a_run_without_detours_every_move_stands() -> None:
    seen = hindsight(*MOVES)
    assert seen.standing == tuple(range(1, len(MOVES) + 1))
    assert (seen.taken_back, seen.circling, seen.wasted_ms) == ((), (), 0)
    assert seen.direct == len(MOVES)


def test_what_was_taken_back_does_not_stand_and_has_cost_time() -> None:
    seen = hindsight(MOVES[0], "t7t2", "undo", MOVES[1])
    assert seen.standing == (1, 4)
    assert seen.taken_back == (2, 3)
    assert seen.wasted_ms == 2000
    assert seen.positions == (key_after(), key_after(MOVES[0]), key_after(*MOVES[:2]))


def test_moves_are_taken_back_in_the_order_that_undo_takes() -> None:
    seen = hindsight(MOVES[0], "t7t2", "t2t7", "undo", "undo", "undo", MOVES[0])
    assert seen.standing == (7,)
    assert seen.taken_back == (1, 2, 3, 4, 5, 6)
    assert seen.direct == 1


@pytest.mark.parametrize(
    ("texts", "circling"),
    [
        ((MOVES[0], "t7t2", "t2t7", MOVES[1]), (2, 3)),
        (("t7t2", "t2t7", "t7t2", "t2t7"), (1, 2, 3, 4)),
        (("t7t2", "t2t7", "undo", "t2t7"), (1, 4)),
    ],
)
def test_moves_back_to_where_the_board_was_are_a_circle(
    texts: tuple[str, ...], circling: tuple[int, ...]
) -> None:
    assert hindsight(*texts).circling == circling


@pytest.mark.parametrize("ending", ["end", "forfeit", BELL])
def test_an_ending_is_no_move_and_no_waste(ending: str) -> None:
    seen = hindsight(MOVES[0], ending)
    assert (seen.standing, seen.wasted_ms) == ((1,), 0)


def test_nothing_done_is_nothing_wasted() -> None:
    seen = hindsight(BELL)
    assert (seen.standing, seen.positions) == ((), (key_after(),))


def test_the_way_without_detours_leaves_out_what_circled() -> None:
    assert hindsight(MOVES[0], "t7t2", "t2t7", MOVES[1]).direct == 2


def test_each_circle_is_wasted() -> None:
    assert hindsight("t7t2", "t2t7", MOVES[0], "t7t2", "t2t7").circling == (1, 2, 4, 5)


def test_the_time_before_the_first_action_is_wasted_with_it() -> None:
    assert hindsight("t7t2", "undo").wasted_ms == 2000


def test_a_card_is_covered_again_in_a_practice_only() -> None:
    deal = str(Deal.from_key(b"1"))
    actions = [Action(1000, "deal"), Action(2000, "undo"), Action(3000, "deal")]
    seen = Hindsight.of("agnes-sorel", deal, actions, free_undo=True)
    assert (seen.standing, seen.taken_back) == ((3,), (1, 2))
    with pytest.raises(RefusedError, match="no-undo"):
        Hindsight.of("agnes-sorel", deal, actions)
