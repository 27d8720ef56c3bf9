"""Which actions of a run stood, and which led nowhere."""

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
    """Return the hindsight of these actions, one per second."""
    actions = [Action(1000 * number, text) for number, text in enumerate(texts, 1)]
    return Hindsight.of(WIN["rules"], str(DEAL), actions)


def key_after(*moves: str) -> str:
    board = Board(Rules.parse(WIN["rules"]), DEAL)
    for move in moves:
        board.push(board.find_move(move))
    return board.key()


def test_every_move_of_a_run_without_detours_stands() -> None:
    seen = hindsight(*MOVES)
    assert seen.standing == tuple(range(1, len(MOVES) + 1))
    assert (seen.taken_back, seen.circling, seen.wasted_ms) == ((), (), 0)
    assert seen.direct == len(MOVES)


def test_moves_taken_back_do_not_stand_and_cost_time() -> None:
    seen = hindsight(MOVES[0], "t7t2", "undo", MOVES[1])
    assert seen.standing == (1, 4)
    assert seen.taken_back == (2, 3)
    assert seen.wasted_ms == 2000
    assert seen.positions == (key_after(), key_after(MOVES[0]), key_after(*MOVES[:2]))


def test_undo_takes_back_the_last_standing_move() -> None:
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
def test_moves_that_return_to_a_position_are_a_circle(
    texts: tuple[str, ...], circling: tuple[int, ...]
) -> None:
    assert hindsight(*texts).circling == circling


@pytest.mark.parametrize("ending", ["end", "forfeit", BELL])
def test_an_ending_is_neither_a_move_nor_wasted(ending: str) -> None:
    seen = hindsight(MOVES[0], ending)
    assert (seen.standing, seen.wasted_ms) == ((1,), 0)


def test_a_run_without_moves_wastes_nothing() -> None:
    seen = hindsight(BELL)
    assert (seen.standing, seen.positions) == ((), (key_after(),))


def test_the_direct_line_leaves_out_circles() -> None:
    assert hindsight(MOVES[0], "t7t2", "t2t7", MOVES[1]).direct == 2


def test_each_circle_is_wasted() -> None:
    assert hindsight("t7t2", "t2t7", MOVES[0], "t7t2", "t2t7").circling == (1, 2, 4, 5)


def test_the_first_look_at_the_deal_is_not_wasted() -> None:
    assert hindsight("t7t2", "undo").wasted_ms == 1000


def test_only_a_practice_can_hide_a_card_again() -> None:
    deal = str(Deal.from_key(b"1"))
    actions = [Action(1000, "deal"), Action(2000, "undo"), Action(3000, "deal")]
    seen = Hindsight.of("agnes-sorel", deal, actions, free_undo=True)
    assert (seen.standing, seen.taken_back) == ((3,), (1, 2))
    with pytest.raises(RefusedError, match="no-undo"):
        Hindsight.of("agnes-sorel", deal, actions)
