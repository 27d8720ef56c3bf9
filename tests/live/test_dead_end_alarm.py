"""What a player who is helped is told, by a solver that says what the test wants."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from games.engine import Deal, Rules
from games.live.connections import Connection
from games.live.dead_end_alarm import DeadEndAlarm, Known
from games.live.entries import EntryBoard
from games.live.solver_pool import Answer, SolverPool
from games.racing import RefusedError
from tests.live.wins import win

WIN = win("beleaguered-castle")
LINE = tuple(WIN.moves)
WINNABLE = Answer("winnable", LINE)
LOST = Answer("lost", ())
UNKNOWN = Answer("unknown", ())


class FakeSolver(SolverPool):
    """Answers what it is told to, once it is let."""

    def __init__(self, *answers: Answer | None) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[tuple[int, str, str]] = []
        self.withdrawn: list[int] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def ask(self, entry: int, rules: str, position: str) -> Answer | None:
        self.asked.append((entry, rules, position))
        await self.may_answer.wait()
        return self.answers.pop(0)

    def withdraw(self, entry: int) -> None:
        self.withdrawn.append(entry)


class Helped:
    """A board whose player is helped."""

    def __init__(self, *answers: Answer | None) -> None:
        self.entry = EntryBoard(31, 0, Rules.parse(WIN.rules), Deal.parse(WIN.deal), most=3_000)
        self.solver = FakeSolver(*answers)
        self.tasks: list[asyncio.Task[None]] = []
        self.refusal: RefusedError | None = None
        self.alarm = DeadEndAlarm(self.solver, self._spawn, self._allow)
        self.connection = Connection(7)

    def _spawn(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.tasks.append(asyncio.create_task(work()))

    async def _allow(self, entry: EntryBoard) -> None:
        assert entry is self.entry
        await asyncio.sleep(0)
        if self.refusal is not None:
            raise self.refusal

    async def settled(self) -> None:
        while self.tasks:
            await self.tasks.pop()

    def play(self, *moves: str) -> None:
        for move in moves:
            self.entry.replay([(move, 1000 * (self.entry.number + 1))])
            self.alarm.moved(self.entry)

    def told(self, connection: Connection | None = None) -> list[dict[str, Any]]:
        outbox = (connection or self.connection).outbox
        return [json.loads(str(outbox.take())) for _ in range(len(outbox))]


def verdict(n: int, verdict: str) -> dict[str, Any]:
    return {"t": "verdict", "n": n, "verdict": verdict}


def hint(n: int, verdict: str, move: str | None) -> dict[str, Any]:
    return {"t": "hint", "n": n, "verdict": verdict, "move": move}


async def test_an_alarm_says_at_once_how_it_stands() -> None:
    helped = Helped(WINNABLE)
    as_dealt = helped.entry.board.key()
    helped.alarm.listen(helped.connection, helped.entry)
    await helped.settled()
    assert helped.told() == [verdict(0, "winnable")]
    assert helped.solver.asked == [(31, WIN.rules, as_dealt)]


async def test_along_the_winning_line_nobody_has_to_be_asked_again() -> None:
    helped = Helped(WINNABLE)
    helped.alarm.listen(helped.connection, helped.entry)
    await helped.settled()
    for move in LINE[:2]:
        helped.play(move)
        await helped.settled()
    assert helped.told() == [verdict(n, "winnable") for n in range(3)]
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    assert helped.told() == [verdict(2, "winnable"), hint(2, "winnable", LINE[2])]
    assert len(helped.solver.asked) == 1


async def test_a_hint_is_given_once_and_without_an_alarm_nothing_else() -> None:
    helped = Helped(WINNABLE)
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    helped.play(LINE[0])
    await helped.settled()
    assert helped.told() == [hint(0, "winnable", LINE[0])]


async def test_a_lost_board_has_no_move_that_wins_and_stays_lost() -> None:
    helped = Helped(LOST)
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    helped.alarm.listen(helped.connection, helped.entry)
    helped.play(LINE[0])
    await helped.settled()
    assert helped.told() == [hint(0, "lost", None), verdict(1, "lost")]
    assert len(helped.solver.asked) == 1


async def test_whoever_may_not_be_helped_any_more_is_told_why_and_nothing_else() -> None:
    helped = Helped(WINNABLE, WINNABLE)
    helped.alarm.listen(helped.connection, helped.entry)
    await helped.settled()
    helped.told()
    helped.refusal = RefusedError("counting", "You are in a race that counts.")
    helped.alarm.hint(helped.connection, helped.entry)
    helped.play(LINE[0])
    await helped.settled()
    (said,) = helped.told()
    assert (said["t"], said["code"]) == ("refused", "counting")
    helped.refusal = None
    helped.play(LINE[1])
    await helped.settled()
    assert helped.told() == [], "the alarm is off until it is switched on again"
    helped.alarm.listen(helped.connection, helped.entry)
    await helped.settled()
    assert helped.told() == [verdict(2, "winnable")]


async def test_what_is_said_when_it_is_allowed_is_said_of_the_board_as_it_is_then() -> None:
    helped = Helped(WINNABLE)
    helped.alarm.hint(helped.connection, helped.entry)
    await asyncio.sleep(0)
    helped.play(LINE[0])
    await helped.settled()
    assert helped.told() == [hint(1, "winnable", LINE[1])]


async def test_after_an_undo_it_is_asked_again() -> None:
    helped = Helped(LOST, WINNABLE)
    helped.play(LINE[0])
    helped.alarm.listen(helped.connection, helped.entry)
    await helped.settled()
    helped.play("undo")
    await helped.settled()
    assert helped.told() == [verdict(1, "lost"), verdict(2, "winnable")]


async def test_a_move_withdraws_the_question_on_the_board_before() -> None:
    helped = Helped(None, WINNABLE)
    helped.solver.may_answer.clear()
    helped.alarm.listen(helped.connection, helped.entry)
    await asyncio.sleep(0)
    helped.play(LINE[0])
    assert helped.solver.withdrawn == [31]
    helped.solver.may_answer.set()
    await helped.settled()
    assert helped.told() == [verdict(1, "winnable")]


async def test_an_alarm_that_is_switched_off_says_no_more() -> None:
    helped = Helped(WINNABLE, WINNABLE)
    other = Connection(7)
    helped.alarm.listen(helped.connection, helped.entry)
    helped.alarm.listen(other, helped.entry)
    await helped.settled()
    helped.alarm.forget(helped.connection)
    helped.play(LINE[0])
    await helped.settled()
    assert helped.told() == [verdict(0, "winnable")]
    assert [frame["n"] for frame in helped.told(other)] == [0, 1]


async def test_who_asks_while_the_board_is_looked_at_waits_for_the_same_answer() -> None:
    helped = Helped(WINNABLE)
    helped.solver.may_answer.clear()
    helped.alarm.listen(helped.connection, helped.entry)
    await asyncio.sleep(0)
    helped.alarm.hint(helped.connection, helped.entry)
    await asyncio.sleep(0)
    helped.solver.may_answer.set()
    await helped.settled()
    assert helped.told() == [verdict(0, "winnable"), hint(0, "winnable", LINE[0])]
    assert len(helped.solver.asked) == 1


async def test_a_player_is_told_in_time_that_nothing_is_known_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.live.dead_end_alarm.PATIENCE", 0.0)
    helped = Helped(WINNABLE)
    helped.solver.may_answer.clear()
    helped.alarm.listen(helped.connection, helped.entry)
    await asyncio.sleep(0.1)
    assert helped.told() == [verdict(0, "unknown")]
    helped.solver.may_answer.set()
    await helped.settled()
    assert helped.told() == [verdict(0, "winnable")]


async def test_nothing_is_said_of_a_run_that_is_over() -> None:
    helped = Helped()
    helped.entry.replay([("end", 1_000)])
    helped.alarm.listen(helped.connection, helped.entry)
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    assert (helped.told(), helped.solver.asked) == ([], [])


def test_what_is_known_of_a_move_that_was_not_stored_is_forgotten() -> None:
    entry = EntryBoard(31, 0, Rules.parse(WIN.rules), Deal.parse(WIN.deal), most=3_000)
    assert Known(1, WINNABLE).now(entry) is None
    assert Known(0, WINNABLE).now(entry) == Known(0, WINNABLE)
    entry.replay([(LINE[0], 1_000)])
    assert Known(0, WINNABLE).now(entry) == Known(1, Answer("winnable", LINE[1:]))
    assert Known(0, UNKNOWN).now(entry) is None
    assert Known(0, LOST).now(entry) == Known(1, LOST)


def test_from_a_lost_position_no_move_leads_out_but_an_undo() -> None:
    helped = Helped()
    helped.play(*LINE[:3])
    assert Known(1, LOST).now(helped.entry) == Known(3, LOST)
    assert Known(4, LOST).now(helped.entry) is None
    helped.play("undo")
    assert Known(1, LOST).now(helped.entry) is None
    assert Known(4, LOST).now(helped.entry) == Known(4, LOST)


async def test_who_has_left_is_told_nothing_of_what_was_asked_for() -> None:
    helped = Helped(WINNABLE)
    helped.solver.may_answer.clear()
    helped.alarm.listen(helped.connection, helped.entry)
    helped.alarm.hint(helped.connection, helped.entry)
    helped.alarm.forget(helped.connection)
    helped.solver.may_answer.set()
    await helped.settled()
    assert helped.told() == []
