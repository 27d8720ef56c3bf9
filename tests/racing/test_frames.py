"""The pictures of a run, against the engine's own way through it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.engine import GAMES, Action, Board, Deal, Record, Rules, view
from games.engine.view import HIDDEN, hidden
from games.racing import Frame, Point, frames, pace
from tests.live.wins import win


def record(game: str) -> Record:
    """A known win, a second a move, its last twenty moves at one instant."""
    known = win(game)
    last = len(known.moves) - 19
    actions = [Action(1000 * min(n, last), text) for n, text in enumerate(known.moves, 1)]
    return Record(Rules.parse(known.rules), Deal.parse(known.deal), tuple(actions))


def of(text: str, key: bytes, *actions: str) -> list[Frame]:
    timed = tuple(Action(1000 * number, action) for number, action in enumerate(actions, 1))
    return frames(Record(Rules.parse(text), Deal.from_key(key), timed))


@pytest.mark.parametrize("game", GAMES)
def test_every_frame_is_the_board_that_the_engine_comes_to(game: str) -> None:
    game_record = record(game)
    board = Board(game_record.rules, game_record.deal)
    shown = frames(game_record)
    assert len(shown) == len(game_record.actions) + 1
    for frame in shown:
        if frame.number:
            board.push(board.find_move(frame.action))
        assert frame.board["piles"] == view(board)["piles"]
        assert frame.board["outcome"] == board.outcome()
        assert frame.board["moves"] == []
        masked = sum(cards.split().count(HIDDEN) for cards in frame.board["piles"].values())
        assert masked == len(hidden(board))
    assert shown[-1].run.state == "won"


def test_an_undo_shows_the_board_before_the_move() -> None:
    shown = of("beleaguered-castle", b"53", "t8t3", "undo", "end")
    assert [frame.action for frame in shown] == ["", "t8t3", "undo", "end"]
    piles = [frame.board["piles"] for frame in shown]
    assert piles[0] == piles[2] == piles[3] != piles[1]
    assert [frame.run.state for frame in shown] == ["playing", "playing", "playing", "ended"]


def test_what_lies_face_down_is_in_no_frame() -> None:
    shown = of("agnes-sorel", b"1", "deal", "deal")
    assert [frame.board["piles"]["s"].count(HIDDEN) for frame in shown] == [23, 16, 9]


def test_a_frame_tells_the_time_that_the_player_took() -> None:
    shown = of("beleaguered-castle", b"53", "t8t3", "undo")
    assert [(frame.ms, frame.thought) for frame in shown] == [(0, None), (1000, 1000), (2000, 1000)]


def test_the_pace_is_where_the_progress_rose_and_the_finish_is_one_instant() -> None:
    points = pace(frame.run for frame in frames(record("agnes-sorel")))
    assert points[0] == Point(0, 1)
    assert points[-1].progress == 52
    assert all(a.ms < b.ms and a.progress < b.progress for a, b in pairwise(points))


def test_the_pace_of_a_run_that_went_nowhere_is_the_deal() -> None:
    shown = of("beleaguered-castle", b"53", "t8t3", "undo", "end")
    assert pace(frame.run for frame in shown) == (Point(0, 4),)
