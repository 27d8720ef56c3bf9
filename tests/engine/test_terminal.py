"""Games in a terminal: what a player types, sees and keeps."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from games.engine import Board, Card, Deal, Record, Rules
from games.engine.commands import main
from games.engine.terminal import TerminalGame

KEY = b"same deal"
WINS = json.loads((Path(__file__).parent.parent / "fixtures" / "wins.json").read_text("utf-8"))


def game(rules: str = "beleaguered-castle", key: bytes = KEY) -> TerminalGame:
    ticks = iter(range(10**6))
    return TerminalGame(Rules.parse(rules), Deal.from_key(key), key, lambda: next(ticks) * 1000)


def test_the_table_and_the_legal_moves_are_shown() -> None:
    playing, shown = game(), io.StringIO()
    playing.play(iter(["end"]).__next__, shown.write)
    assert str(playing.board) in shown.getvalue()
    assert "4 of 52 home\nMoves: t8f t2t6 t4t5 t7t5 t8t2 end\n" in shown.getvalue()


def test_moves_and_undos_become_a_record() -> None:
    playing = game()
    assert "Moves: t8f t1t7 t2t6 t3t7 t8t2 undo end\n" in playing.answer("t7t5")
    playing.answer("undo")
    playing.answer("t8fc")
    playing.answer("end")
    assert playing.is_over
    record = playing.record
    assert [str(action) for action in record.actions] == [
        "0:01.000 t7t5",
        "0:02.000 undo",
        "0:03.000 t8f",
        "0:04.000 end",
    ]
    assert Record.parse(str(record)) == record


def test_what_is_refused_is_explained_and_not_recorded() -> None:
    playing = game()
    assert playing.answer("t1t2") == (
        "Only a 2 goes on the 3D: columns are built down in any suit.\n"
    )
    assert "'hello' is not a move" in playing.answer("hello")
    assert "no move to take back" in playing.answer("undo")
    assert playing.answer("") == ""
    assert playing.answer("help").startswith("Type a move")
    assert playing.record.actions == ()


def test_a_move_that_shows_a_card_stays() -> None:
    playing = game("agnes-sorel")
    playing.answer("deal")
    assert "showed a card" in playing.answer("undo")
    assert "undo" not in playing.answer("moves")


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_ends_the_game(end: type[BaseException]) -> None:
    def read() -> str:
        raise end

    assert [action.text for action in game().play(read, io.StringIO().write).actions] == ["end"]


@pytest.mark.parametrize("win", WINS[::5], ids=lambda win: f"{win['rules']} {win['key']}")
def test_a_won_game_finishes_alone_and_its_record_is_valid(win: dict[str, str]) -> None:
    playing, shown = game(win["rules"], win["key"].encode()), io.StringIO()
    record = playing.play(iter(win["moves"].split()).__next__, shown.write)
    assert shown.getvalue().endswith("You've won.\n")
    assert Record.parse(str(record)) == record
    # The finish comes at the instant of the move that made it possible.
    stars = [action.ms for action in record.actions if action.automatic]
    assert len({*stars}) <= 1


def test_the_command_plays_a_deal_and_keeps_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.txt"
    arguments = ["play", "beleaguered-castle", KEY.hex(), "--record", str(kept)]
    monkeypatch.setattr("sys.stdin", io.StringIO("t7t5\n"))
    assert main(arguments) == 0
    record = Record.parse(kept.read_text("utf-8"))
    assert (record.deal, [action.text for action in record.actions]) == (
        Deal.from_key(KEY),
        ["t7t5", "end"],
    )
    # A record is never overwritten.
    assert main(arguments) == 2
    assert "kept.txt" in capsys.readouterr().err


def test_without_a_key_each_game_has_a_deal_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = set()
    for _game in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("end\n"))
        assert main(["play", "applegate"]) == 0
        printed = capsys.readouterr().out
        record = Record.parse(printed[printed.index("[Record") :])
        assert record.key is not None
        deals.add(record.deal)
    assert len(deals) == 2


def test_the_board_is_drawn_without_what_its_player_cannot_see() -> None:
    board = Board(Rules.parse("agnes-sorel/aisleriot"), Deal.from_key(KEY))
    drawn = str(board)
    assert "s ??x23" in drawn
    hidden = [~card for pile in board.layout.piles for card in pile if card < 0]
    assert hidden
    other = list(Deal.from_key(KEY).cards)
    first, second = (other.index(Card(card)) for card in hidden[:2])
    other[first], other[second] = other[second], other[first]
    assert str(Board(board.rules, Deal(tuple(other)))) == drawn
    assert repr(Board(board.rules, Deal(tuple(other)))) != repr(board)
