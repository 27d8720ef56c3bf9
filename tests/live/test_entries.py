"""An entry's board in memory: what follows, what is stored and what is in doubt."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.engine import Board, Deal, IllegalMoveError, Rules
from games.engine.cards import NAMES
from games.engine.preference import best_first
from games.live.entries import EntryBoard, ResyncError
from games.live.journal import JournalLine, NotStoredError, TakenError
from games.racing import RefusedError, Run, RunState
from tests.engine.strategies import boards
from tests.live.wins import win

WIN = win("agnes-sorel")
DEALT = Deal.parse(WIN.deal)


def dealt() -> EntryBoard:
    return EntryBoard(31, 1, Rules.parse(WIN.rules), Deal.parse(WIN.deal), most=3_000)


def after(count: int) -> EntryBoard:
    """Return the board after this many stored moves of the win, a second each."""
    entry = dealt()
    entry.replay([(move, 1000 * n) for n, move in enumerate(WIN.moves[:count], 1)])
    return entry


def test_a_board_begins_as_dealt_and_fully_stored() -> None:
    entry = dealt()
    assert (entry.number, entry.is_stored, entry.is_late) == (0, True, False)
    assert (entry.entry, entry.seat, entry.run.state) == (31, 1, RunState.PLAYING)
    assert not entry.board.moves


def test_only_the_next_number_is_new() -> None:
    entry = after(2)
    assert entry.is_new(3, WIN.moves[2])
    assert not entry.is_new(2, WIN.moves[1])
    assert not entry.is_new(1, WIN.moves[0])


@pytest.mark.parametrize(
    ("number", "text", "code", "sentence"),
    [
        (2, "t1t2", "stale", "You've played on in another tab. This is the table now."),
        (4, "t1t2", "gap", "Action 3 comes next, not 4."),
    ],
)
def test_a_number_out_of_order_needs_a_resync(
    number: int, text: str, code: str, sentence: str
) -> None:
    with pytest.raises(ResyncError) as error:
        after(2).is_new(number, text)
    assert (error.value.code, str(error.value.sentence)) == (code, sentence)
    assert str(error.value) == sentence


@pytest.mark.parametrize("text", ["end", "forfeit", "bell"])
def test_an_ending_cannot_be_sent_as_a_move(text: str) -> None:
    with pytest.raises(RefusedError) as error:
        after(2).is_new(3, text)
    assert error.value.code == "bad-action"
    assert error.value.sentence == "An action is a move, a deal or an undo."


def test_an_action_is_stored_with_its_number_and_time() -> None:
    entry = after(2)
    assert entry.do(WIN.moves[2], 9_000) == [
        JournalLine(31, 3, 9_000, WIN.moves[2], automatic=False)
    ]
    assert (entry.number, entry.texts(2)) == (3, [WIN.moves[2]])
    assert entry.texts(0) == WIN.moves[:3]


def test_time_never_goes_back() -> None:
    assert after(2).do(WIN.moves[2], 1_500)[0].ms == 2_000


def test_a_board_is_in_doubt_until_the_journal_has_answered() -> None:
    entry = after(2)
    entry.do(WIN.moves[2], 9_000)
    assert not entry.is_stored
    assert entry.is_behind(4)
    entry.settle(None)
    assert entry.is_stored
    assert not entry.is_behind(4)
    assert entry.is_behind(5)


@pytest.mark.parametrize(
    ("answer", "code", "sentence"),
    [
        (TakenError(), "stale", "You've played on in another tab. This is the table now."),
        (NotStoredError("gone"), "not-stored", "Your move wasn't saved. Try again."),
    ],
)
def test_an_action_that_is_not_stored_stays_in_doubt(
    answer: TakenError | NotStoredError, code: str, sentence: str
) -> None:
    entry = after(2)
    entry.do(WIN.moves[2], 9_000)
    with pytest.raises(ResyncError) as error:
        entry.settle(answer)
    assert (error.value.code, str(error.value.sentence)) == (code, sentence)
    assert not entry.is_stored


def test_a_refused_move_leaves_nothing_in_doubt() -> None:
    entry = after(2)
    with pytest.raises(IllegalMoveError):
        entry.do("t1t1", 9_000)
    assert (entry.number, entry.is_stored) == (2, True)


def test_a_board_that_can_be_finished_is_finished_in_the_same_instant() -> None:
    entry, lines = dealt(), list[JournalLine]()
    while entry.run.state is RunState.PLAYING:
        lines = entry.do(WIN.moves[entry.number], 1000 * (entry.number + 1))
        entry.settle(None)
    first = lines[0]
    assert len(lines) > 1
    assert [line.automatic for line in lines] == [False] + [True] * (len(lines) - 1)
    assert {line.ms for line in lines} == {1000 * first.number}
    assert [line.number for line in lines] == list(range(first.number, entry.number + 1))
    assert (entry.run.state, entry.run.time) == (RunState.WON, first.ms)


def test_a_run_that_is_ended_is_not_finished_by_the_server() -> None:
    entry = after(2)
    assert entry.do("end", 9_000) == [JournalLine(31, 3, 9_000, "end", automatic=False)]
    assert entry.run.state is RunState.ENDED


def test_actions_stored_elsewhere_make_a_board_stale() -> None:
    entry = after(2)
    entry.expect(3)
    entry.expect(1)
    assert entry.is_late
    entry.do(WIN.moves[2], 9_000)
    assert not entry.is_late


def test_a_practice_can_undo_a_move_that_revealed_a_card() -> None:
    rules, deal = Rules.parse(WIN.rules), Deal.parse(WIN.deal)
    entry = EntryBoard(31, 0, rules, deal, most=10_000, free_undo=True)
    entry.do("deal", 1_000)
    entry.settle(None)
    assert [line.text for line in entry.do("undo", 2_000)] == ["undo"]
    raced = dealt()
    raced.do("deal", 1_000)
    with pytest.raises(RefusedError, match="no-undo"):
        raced.do("undo", 2_000)


def test_a_full_run_is_refused_with_the_limit_and_can_be_ended() -> None:
    entry = EntryBoard(31, 1, Rules.parse(WIN.rules), Deal.parse(WIN.deal), most=2)
    for number, move in enumerate(WIN.moves[:2], 1):
        entry.do(move, 1000 * number)
        entry.settle(None)
    with pytest.raises(RefusedError, match="run-full: This run has reached the limit of 2 moves"):
        entry.do(WIN.moves[2], 9_000)
    assert (entry.number, entry.is_stored, entry.left) == (2, True, 0)
    assert [line.text for line in entry.do("end", 9_000)] == ["end"]


def before_collecting() -> EntryBoard:
    """Return the board of the win at its first turn with two safe cards or more."""
    for count in range(len(WIN.moves)):
        entry = after(count)
        if len(entry.board.safe_moves) > 1:
            return entry
    raise LookupError


@given(boards(most_moves=60))
def test_collecting_stores_what_the_safe_moves_store_one_by_one(board: Board) -> None:
    once, singly = (
        EntryBoard(31, 1, board.rules, DEALT, most=3_000, free_undo=True) for _ in range(2)
    )
    for entry in (once, singly):
        entry.board = Board.from_position(board.rules, board.key())
        entry.run = Run.begin(entry.board)
    lines = list[JournalLine]()
    while singly.run.state is RunState.PLAYING and (safe := singly.board.safe_moves):
        lines += singly.do(str(safe[0]), 5_000)
    if lines:
        assert once.do("collect", 5_000) == lines
        assert (once.run, once.board) == (singly.run, singly.board)
    elif once.run.state is RunState.PLAYING:
        with pytest.raises(RefusedError, match="nothing-safe"):
            once.do("collect", 5_000)
        assert once.is_stored


def test_a_group_is_known_again_by_the_number_it_was_sent_with() -> None:
    entry = before_collecting()
    number = entry.number + 1
    lines = entry.do("collect", 9_000_000)
    entry.settle(None)
    assert len(lines) > 1
    assert not entry.is_new(number, "collect")
    assert not entry.is_new(number, lines[0].text)
    assert entry.is_new(number + len(lines), "collect")


def test_collecting_ends_where_the_run_is_full() -> None:
    played = before_collecting().number
    entry = EntryBoard(31, 1, Rules.parse(WIN.rules), DEALT, most=played + 1)
    entry.replay([(move, 0) for move in WIN.moves[:played]])
    assert len(entry.do("collect", 9_000)) == 1
    entry.settle(None)
    with pytest.raises(RefusedError, match="run-full"):
        entry.do("collect", 9_000)


def test_a_card_is_stored_as_the_move_it_became() -> None:
    entry = after(2)
    best = best_first(entry.board)[0]
    face = NAMES[entry.board.layout.piles[best.source][-best.size]]
    assert [line.text for line in entry.do(face, 9_000)] == [str(best)]
    entry.settle(None)
    assert not entry.is_new(3, face)
    with pytest.raises(ResyncError):
        entry.is_new(3, "undo")
