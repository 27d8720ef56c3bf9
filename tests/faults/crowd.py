"""Races that go on all the time, each of five players, some with two tabs, and a watcher."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from random import Random
from typing import Final

from games.engine import Board, Deal, Rules
from tests.benchmarks.load.courses import Course, from_json, known_wins
from tests.benchmarks.load.sites import run
from tests.faults.evidence import Witness
from tests.faults.tab import Tab
from tests.live.wins import Win

BATCH: Final = 12
"""Races that are opened at once: opening them takes a process of its own."""

SECOND_TAB: Final = 0.3
"""The share of players who play in two tabs at once, which race each other to the database."""

WINNERS: Final = 0.4
"""The share of players who play to the win; the others end their run somewhere before."""

RETRY: Final = 1.0
"""Seconds between attempts to open races while the database is away."""


def plan(known: Win, chance: Random) -> tuple[str, ...]:
    """Return what a player sets out to do: a win, or a part of it, with undos on the way."""
    board = Board(Rules.parse(known.rules), Deal.parse(known.deal))
    moves = known.moves
    if chance.random() >= WINNERS:
        moves = moves[: chance.randrange(1, len(moves) // 2)]
    actions = []
    for move in moves:
        actions.append(move)
        board.push(board.find_move(move))
        if board.outcome() or board.finish():
            break
        if chance.random() < 0.1 and board.can_undo:
            actions += ["undo", move]
            board.pop()
            board.push(board.find_move(move))
    return tuple(actions)


class Crowd:
    """Players of several races at a time; when one is over, the next begins."""

    def __init__(
        self, environment: Mapping[str, str], urls: list[str], races: int, chance: Random
    ) -> None:
        self.witnesses: dict[str, list[Witness]] = {}
        """Of each race that has begun, by its code."""
        self._environment = environment
        self._urls = urls
        self._races = races
        self._chance = chance
        self._courses: list[tuple[Course, Win]] = []
        self._tabs: dict[str, list[Tab]] = {}
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._keep_racing, daemon=True)

    def start(self) -> None:
        """Open the first races and begin to play."""
        self._refill()
        self._thread.start()

    def abort(self, chance: Random) -> None:
        """Break the connections of half the tabs."""
        tabs = [tab for tabs in list(self._tabs.values()) for tab in tabs]
        for tab in chance.sample(tabs, len(tabs) // 2):
            tab.abort()

    def finish(self, seconds: float) -> None:
        """Begin no more races, and wait until those under way are over; give up after so long."""
        self._is_closing.set()
        self._thread.join()
        until = time.monotonic() + seconds
        for tabs in self._tabs.values():
            for tab in tabs:
                tab.wait(max(0.0, until - time.monotonic()))

    def _keep_racing(self) -> None:
        while not self._is_closing.wait(0.2):
            over = [code for code, tabs in self._tabs.items() if all(t.is_done for t in tabs)]
            for code in over:
                del self._tabs[code]
            while len(self._tabs) < self._races and not self._is_closing.is_set():
                self._begin()

    def _begin(self) -> None:
        if not self._courses:
            self._refill()
        if not self._courses:
            return
        course, known = self._courses.pop(0)
        tabs = []
        for seat, cookie in enumerate(course.cookies):
            actions = plan(known, self._chance)
            for _ in range(1 + (self._chance.random() < SECOND_TAB)):
                tabs.append((Witness(seat, actions), cookie))
        tabs.append((Witness(None), ""))
        self.witnesses[course.code] = [witness for witness, _ in tabs]
        self._tabs[course.code] = [
            Tab(self._urls, course.code, cookie, witness, Random(self._chance.random()))
            for witness, cookie in tabs
        ]
        for tab in self._tabs[course.code]:
            tab.start()

    def _refill(self) -> None:
        """Open more races; wait for a database that is away."""
        while not self._courses and not self._is_closing.is_set():
            try:
                said = run(self._environment, "tests.benchmarks.load.seeding", str(BATCH), "0")
            except RuntimeError:
                time.sleep(RETRY)
            else:
                # The seeding takes the known wins in this order, each time from the first.
                self._courses = list(zip(from_json(said), known_wins(), strict=False))
