"""A race played over the wire can be downloaded and replayed."""

from __future__ import annotations

from games.engine import GAMES, Board, Record, Rules
from tests.live.conftest import Seats, Sites, start
from tests.live.wins import win


def test_every_race_gives_records_that_replay_to_its_result(sites: Sites, seat: Seats) -> None:
    site = sites("sqlite")
    races = {game: seat(site, win(game)) for game in GAMES}
    start([racer for _code, racers in races.values() for racer in racers])
    overs = {}
    for game, (_code, (alice, bob)) in races.items():
        known = win(game)
        bob.play(known.moves[:3])
        alice.play(known.moves)
        bob.send(t="end")
        overs[game] = alice.race(state="over")
    # Some games share cards, so no record is shown before the last race is over.
    for game, (code, (alice, _bob)) in races.items():
        known = win(game)
        first, second = overs[game]["seats"]
        won, ended = (
            Record.parse(alice.get(f"/entry/{seat['entry']}/record")) for seat in (first, second)
        )
        assert won.rules == ended.rules == Rules.parse(known.rules)
        assert str(won.deal) == known.deal
        assert dict(won.remarks)["Race"] == code
        assert str(won.replay().outcome()) == "won"
        assert won.actions[-1].ms == first["time"]
        assert sum(action.automatic for action in won.actions) == moves_that_finish(
            known.moves, won
        )
        assert [action.text for action in ended.actions] == [*known.moves[:3], "end"]


def moves_that_finish(moves: list[str], record: Record) -> int:
    """Return how many moves the referee makes to finish a board by foundation moves alone."""
    board = Board(record.rules, record.deal)
    for move in moves:
        if rest := board.finish():
            return len(rest)
        board.push(board.find_move(move))
    return 0
