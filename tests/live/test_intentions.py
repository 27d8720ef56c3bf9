"""Intentions over the wire: one message, its moves stored whole, resent and replayed."""

from __future__ import annotations

from games.engine import Board, Deal, Record, Rules
from games.engine.cards import NAMES
from games.engine.preference import best_first
from tests.live.conftest import Seats, start
from tests.live.racer import Racer
from tests.live.wins import Win, win
from tests.processes import Site

KNOWN = win("agnes-sorel")


def before_collecting(known: Win) -> tuple[list[str], list[str]]:
    """Return moves of a win, then the several cards that collecting sends home from there."""
    board = Board(Rules.parse(known.rules), Deal.parse(known.deal))
    for count, move in enumerate(known.moves):
        ahead = Board.from_position(board.rules, board.key())
        safe: list[str] = []
        while (moves := ahead.safe_moves) and not ahead.finish():
            safe.append(str(moves[0]))
            ahead.push(moves[0])
        if len(safe) > 1 and not ahead.finish():
            return known.moves[:count], safe
        board.push(board.find_move(move))
    raise LookupError


def record(reader: Racer, entry: int) -> str:
    """Return the record of a run that is over."""
    return reader.get(f"/entry/{entry}/record")


def test_a_collect_is_stored_whole_and_resent_harmlessly(site: Site, seat: Seats) -> None:
    moves, safe = before_collecting(KNOWN)
    _, racers = seat(site, KNOWN)
    start(racers)
    alice, bob = racers
    alice.play(moves)
    first = len(moves) + 1
    last = len(moves) + len(safe)
    collected = alice.act(first, "collect")
    assert (collected["t"], collected["n"]) == ("board", last)
    # Over another connection, as after a break: it is known again, in its middle too.
    alice.connect(racers[0].frames_of("race")[-1]["code"])
    assert alice.board(0)["n"] == last
    for number in (first, last):
        assert alice.act(number, "collect")["n"] == last
    assert alice.act(last + 1, "undo")["n"] == last + 1
    assert alice.act(last + 2, "end")["code"] == "bad-action"
    for racer in racers:
        racer.send(t="end")
    over = alice.race(state="over")

    text = record(bob, over["seats"][0]["entry"])
    actions = Record.parse(text).actions
    assert [action.text for action in actions] == [*moves, *safe, "undo", "end"]
    assert len({action.ms for action in actions[len(moves) : last]}) == 1
    assert not any(action.automatic for action in actions)
    assert over["seats"][0]["moves"] == last


def test_twenty_cards_are_named_without_waiting_for_a_board(site: Site, seat: Seats) -> None:
    known = win("beleaguered-castle")
    _, racers = seat(site, known)
    start(racers)
    alice = racers[0]
    board = Board(Rules.parse(known.rules), Deal.parse(known.deal))
    moves = []
    for n in range(1, 21):
        best = best_first(board)[0]
        card = board.layout.piles[best.source][-best.size]
        alice.send(t="act", n=n, a=NAMES[card])
        moves.append(str(best))
        board.push(best)
    assert alice.board(20)["n"] == 20
    assert alice.act(7, "collect")["code"] == "stale"
    for racer in racers:
        racer.send(t="end")
    entry = alice.race(state="over")["seats"][0]["entry"]
    actions = Record.parse(record(alice, entry)).actions
    assert [action.text for action in actions] == [*moves, "end"]
