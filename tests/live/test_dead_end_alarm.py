"""What the dead-end alarm tells a helped player, with a scripted solver."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from games.engine import Deal, Rules
from games.live.connections import Connection
from games.live.dead_end_alarm import DeadEndAlarm, Known
from games.live.entries import EntryBoard
from games.live.race_tasks import RaceTasks, Work
from games.live.solver_pool import SolverAnswer, SolverPool
from games.racing import RefusedError
from tests.live.wins import win

WIN = win("beleaguered-castle")
LINE = tuple(WIN.moves)
WINNABLE = SolverAnswer("winnable", LINE)
LOST = SolverAnswer("lost", ())
UNKNOWN = SolverAnswer("unknown", ())


class FakeSolver(SolverPool):
    """A solver with scripted answers, released by the test."""

    def __init__(self, *answers: SolverAnswer | None) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[tuple[int, str, str]] = []
        self.withdrawn: list[int] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def ask(self, entry: int, rules: str, position: str) -> SolverAnswer | None:
        self.asked.append((entry, rules, position))
        await self.may_answer.wait()
        return self.answers.pop(0)

    def withdraw(self, entry: int) -> None:
        self.withdrawn.append(entry)


class Started(RaceTasks):
    """Tasks that the test waits for."""

    def __init__(self) -> None:
        super().__init__("BCDFGH")
        self.running: list[asyncio.Task[None]] = []

    def spawn(self, what: str, work: Work) -> None:
        self.running.append(asyncio.create_task(work()))


class Helped:
    """A board whose player is helped."""

    def __init__(self, *answers: SolverAnswer | None, solution: tuple[str, ...] = ()) -> None:
        self.solution = solution
        self.entry = EntryBoard(31, 0, Rules.parse(WIN.rules), Deal.parse(WIN.deal), most=3_000)
        self.solver = FakeSolver(*answers)
        self.tasks = Started()
        self.refusal: RefusedError | None = None
        self.hints = 0
        self.alarm = DeadEndAlarm(self.solver, self.tasks, self._allow, self._published)
        self.connection = Connection(7)

    async def _allow(self, entry: EntryBoard, hints: int) -> None:
        assert entry is self.entry
        await asyncio.sleep(0)
        if self.refusal is not None:
            raise self.refusal
        self.hints += hints

    async def _published(self, entry: EntryBoard) -> tuple[str, ...]:
        assert entry is self.entry
        return self.solution

    async def settled(self) -> None:
        while self.tasks.running:
            await self.tasks.running.pop()

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


async def test_the_alarm_reports_its_first_verdict_at_once() -> None:
    helped = Helped(WINNABLE)
    as_dealt = helped.entry.board.key()
    helped.alarm.listen(helped.connection, helped.entry)
    await helped.settled()
    assert helped.told() == [verdict(0, "winnable")]
    assert helped.solver.asked == [(31, WIN.rules, as_dealt)]


async def test_the_winning_line_needs_no_further_questions() -> None:
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


async def test_a_hint_without_the_alarm_is_answered_once_and_brings_no_verdicts() -> None:
    helped = Helped(WINNABLE)
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    helped.play(LINE[0])
    await helped.settled()
    assert helped.told() == [hint(0, "winnable", LINE[0])]
    assert helped.hints == 1


async def test_the_same_hint_counts_once_however_often_it_is_asked_for() -> None:
    helped = Helped(WINNABLE)
    for move in LINE[:2]:
        for _ in range(2):
            helped.alarm.hint(helped.connection, helped.entry)
            await helped.settled()
        helped.play(move)
    assert [said["n"] for said in helped.told()] == [0, 0, 1, 1]
    assert helped.hints == 2


async def test_along_the_published_solution_no_solver_is_asked_even_after_undos() -> None:
    helped = Helped(LOST, solution=LINE)
    off = next(move for move in map(str, helped.entry.board.legal_moves) if move != LINE[0])
    for moves in ((), (LINE[0],), ("undo", off), ("undo", LINE[0], LINE[1])):
        helped.play(*moves)
        helped.alarm.hint(helped.connection, helped.entry)
        await helped.settled()
    assert helped.told() == [
        hint(0, "winnable", LINE[0]),
        hint(1, "winnable", LINE[1]),
        hint(3, "lost", None),
        hint(6, "winnable", LINE[2]),
    ]
    assert len(helped.solver.asked) == 1


async def test_a_published_solution_leaves_only_while_help_is_allowed() -> None:
    helped = Helped(solution=LINE)
    helped.refusal = RefusedError("secret", "Others can still race this deal.")
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    (said,) = helped.told()
    assert (said["t"], said["code"]) == ("refused", "secret")


async def test_a_lost_board_has_no_move_that_wins_and_stays_lost() -> None:
    helped = Helped(LOST)
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    helped.alarm.listen(helped.connection, helped.entry)
    helped.play(LINE[0])
    await helped.settled()
    assert helped.told() == [hint(0, "lost", None), verdict(1, "lost")]
    assert not helped.hints
    assert len(helped.solver.asked) == 1


async def test_a_player_who_loses_the_right_to_help_gets_only_the_reason() -> None:
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


async def test_an_answer_that_waited_for_permission_is_about_the_current_board() -> None:
    helped = Helped(WINNABLE)
    helped.alarm.hint(helped.connection, helped.entry)
    await asyncio.sleep(0)
    helped.play(LINE[0])
    await helped.settled()
    assert helped.told() == [hint(1, "winnable", LINE[1])]


async def test_an_undo_asks_the_solver_again() -> None:
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


async def test_an_alarm_that_is_switched_off_stays_silent() -> None:
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


async def test_requests_during_a_search_share_its_answer() -> None:
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


async def test_a_slow_search_is_reported_as_unknown_for_now(
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


async def test_a_run_that_is_over_gets_no_verdict() -> None:
    helped = Helped()
    helped.entry.replay([("end", 1_000)])
    helped.alarm.listen(helped.connection, helped.entry)
    helped.alarm.hint(helped.connection, helped.entry)
    await helped.settled()
    assert (helped.told(), helped.solver.asked) == ([], [])


def test_a_verdict_on_a_move_that_was_not_stored_is_forgotten() -> None:
    entry = EntryBoard(31, 0, Rules.parse(WIN.rules), Deal.parse(WIN.deal), most=3_000)
    assert Known(1, WINNABLE).now(entry) is None
    assert Known(0, WINNABLE).now(entry) == Known(0, WINNABLE)
    entry.replay([(LINE[0], 1_000)])
    assert Known(0, WINNABLE).now(entry) == Known(1, SolverAnswer("winnable", LINE[1:]))
    assert Known(0, UNKNOWN).now(entry) is None
    assert Known(0, LOST).now(entry) == Known(1, LOST)


def test_only_an_undo_leads_out_of_a_lost_position() -> None:
    helped = Helped()
    helped.play(*LINE[:3])
    assert Known(1, LOST).now(helped.entry) == Known(3, LOST)
    assert Known(4, LOST).now(helped.entry) is None
    helped.play("undo")
    assert Known(1, LOST).now(helped.entry) is None
    assert Known(4, LOST).now(helped.entry) == Known(4, LOST)


async def test_a_player_who_has_left_gets_no_pending_answer() -> None:
    helped = Helped(WINNABLE)
    helped.solver.may_answer.clear()
    helped.alarm.listen(helped.connection, helped.entry)
    helped.alarm.hint(helped.connection, helped.entry)
    helped.alarm.forget(helped.connection)
    helped.solver.may_answer.set()
    await helped.settled()
    assert helped.told() == []
