"""The frames of a run, compared with the engine's boards."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.engine import GAMES, Action, Board, Deal, Record, Rules, view
from games.engine.diagram import HIDDEN
from games.engine.view import hidden
from games.racing import Frame, Point, RefusedError, Run, frames, pace
from tests.live.wins import win


def record(game: str) -> Record:
    """Return a known win at a move per second, with the last twenty moves at one instant."""
    known = win(game)
    last = len(known.moves) - 19
    actions = [Action(1000 * min(n, last), text) for n, text in enumerate(known.moves, 1)]
    return Record(Rules.parse(known.rules), Deal.parse(known.deal), tuple(actions))


def of(text: str, key: bytes, *actions: str) -> list[Frame]:
    timed = tuple(Action(1000 * number, action) for number, action in enumerate(actions, 1))
    return frames(Record(Rules.parse(text), Deal.from_key(key), timed))


@pytest.mark.parametrize("game", GAMES)
def test_every_frame_shows_the_engines_board(game: str) -> None:
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
        # Some games cover cards that the player has seen.
        seen = sum(card >= 0 for pile in board.game.covered for card in board.layout.piles[pile])
        assert masked == len(hidden(board)) + seen
    assert shown[-1].run.state == "won"


def test_an_undo_shows_the_board_before_the_move() -> None:
    shown = of("beleaguered-castle", b"53", "t8t3", "undo", "end")
    assert [frame.action for frame in shown] == ["", "t8t3", "undo", "end"]
    piles = [frame.board["piles"] for frame in shown]
    assert piles[0] == piles[2] == piles[3] != piles[1]
    assert [frame.run.state for frame in shown] == ["playing", "playing", "playing", "ended"]


def test_face_down_cards_are_in_no_frame() -> None:
    shown = of("agnes-sorel", b"1", "deal", "deal")
    assert [frame.board["piles"]["s"].count(HIDDEN) for frame in shown] == [23, 16, 9]


def test_a_frame_has_the_time_the_player_took() -> None:
    shown = of("beleaguered-castle", b"53", "t8t3", "undo")
    assert [(frame.ms, frame.thought) for frame in shown] == [(0, None), (1000, 1000), (2000, 1000)]


def test_the_pace_has_a_point_for_each_rise_and_one_for_the_finish() -> None:
    points = pace(frame.run for frame in frames(record("agnes-sorel")))
    assert points[0] == Point(0, 1)
    assert points[-1].progress == 52
    assert all(a.ms < b.ms and a.progress < b.progress for a, b in pairwise(points))


def test_the_pace_of_a_run_without_progress_is_the_deal() -> None:
    shown = of("beleaguered-castle", b"53", "t8t3", "undo", "end")
    assert pace(frame.run for frame in shown) == (Point(0, 4),)


def test_a_frame_says_whether_the_server_played_and_the_deal_counts_as_such() -> None:
    actions = (Action(1000, "t8t3"), Action(1000, "undo", automatic=True))
    deal = Deal.from_key(b"53")
    shown = frames(Record(Rules.parse("beleaguered-castle"), deal, actions))
    assert [frame.automatic for frame in shown] == [True, False, True]


def test_a_practice_shows_an_undo_that_hides_a_card_again() -> None:
    rules, deal = Rules.parse("agnes-sorel"), Deal.from_key(b"1")
    actions = (Action(1000, "deal"), Action(2000, "undo"))
    shown = frames(Record(rules, deal, actions, free_undo=True))
    assert shown[2].board["piles"] == shown[0].board["piles"] != shown[1].board["piles"]
    with pytest.raises(RefusedError, match="no-undo"):
        frames(Record(rules, deal, actions))


def test_the_pace_keeps_the_deal_and_the_last_point_of_each_instant() -> None:
    runs = [
        Run(progress=4, progress_at=0),
        Run(progress=5, progress_at=0),
        Run(progress=6, progress_at=900),
        Run(progress=7, progress_at=900),
        Run(progress=7, progress_at=900),
    ]
    assert pace(runs[:2]) == (Point(0, 4), Point(0, 5))
    assert pace([runs[0], *runs[2:]]) == (Point(0, 4), Point(900, 7))


def test_only_wanted_frames_are_made_and_nothing_is_replayed_after_them() -> None:
    rules, deal = Rules.parse("beleaguered-castle"), Deal.from_key(b"53")
    good = (Action(1000, "t8t3"), Action(2000, "undo"), Action(3000, "t8t3"))
    every = frames(Record(rules, deal, good))
    # The last action is not a move: playing it would raise.
    broken = Record(rules, deal, (*good, Action(4000, "t1t1")))
    assert frames(broken, {0, 2}) == [every[0], every[2]]
    assert frames(broken, {3}) == [every[3]]
    assert frames(broken, set()) == []
    illegal = Record(rules, deal, (Action(1000, "t1t1"),))
    assert frames(illegal, set()) == []
