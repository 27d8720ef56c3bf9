"""The pictures of a run, against the engine's own way through it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.engine import GAMES, Action, Board, Deal, Record, Rules, view
from games.engine.view import HIDDEN, hidden
from games.racing import Frame, Point, RefusedError, Run, frames, pace
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


def test_the_deal_comes_before_all_play_and_a_frame_says_what_the_server_played() -> None:
    actions = (Action(1000, "t8t3"), Action(1000, "undo", automatic=True))
    deal = Deal.from_key(b"53")
    shown = frames(Record(Rules.parse("beleaguered-castle"), deal, actions))
    assert [frame.automatic for frame in shown] == [True, False, True]


def test_a_practice_shows_how_a_card_was_covered_again() -> None:
    rules, deal = Rules.parse("agnes-sorel"), Deal.from_key(b"1")
    actions = (Action(1000, "deal"), Action(2000, "undo"))
    shown = frames(Record(rules, deal, actions, free_undo=True))
    assert shown[2].board["piles"] == shown[0].board["piles"] != shown[1].board["piles"]
    with pytest.raises(RefusedError, match="no-undo"):
        frames(Record(rules, deal, actions))


def test_the_pace_keeps_the_deal_and_drops_what_an_instant_passed_through() -> None:
    runs = [
        Run(progress=4, progress_at=0),
        Run(progress=5, progress_at=0),
        Run(progress=6, progress_at=900),
        Run(progress=7, progress_at=900),
        Run(progress=7, progress_at=900),
    ]
    assert pace(runs[:2]) == (Point(0, 4), Point(0, 5))
    assert pace([runs[0], *runs[2:]]) == (Point(0, 4), Point(900, 7))


def test_only_the_frames_that_are_wanted_are_made_and_nothing_is_played_after_them() -> None:
    rules, deal = Rules.parse("beleaguered-castle"), Deal.from_key(b"53")
    good = (Action(1000, "t8t3"), Action(2000, "undo"), Action(3000, "t8t3"))
    every = frames(Record(rules, deal, good))
    # The last action is no move: whoever played it would say so.
    broken = Record(rules, deal, (*good, Action(4000, "t1t1")))
    assert frames(broken, {0, 2}) == [every[0], every[2]]
    assert frames(broken, {3}) == [every[3]]
    assert frames(broken, set()) == []
    illegal = Record(rules, deal, (Action(1000, "t1t1"),))
    assert frames(illegal, set()) == []
