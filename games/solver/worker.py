"""A solver in a process of its own: `python -m games.solver.worker` answers lines with lines.

A line in is JSON: `rules` and `position` as texts (`Board.key`), `seconds` and `bytes` to spend.
The line out has the `verdict` and, if that is winnable, the solution as `line`. For a game that
cannot be searched the verdict is unknown, and `fault` says why. Any further line cancels the
current search, whose verdict is then unknown; an empty line does nothing else. The process exits
at the end of its input, and as soon as no one reads its output: the process that started it closes
both, however it ends.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator

from games.engine import GAMES, Board, Deal, Rules
from games.solver.budget import Budget
from games.solver.search import solve, warm_up
from games.solver.verdict import Verdict, VerdictKind


class Input:
    """The lines of a file, which can tell whether more has arrived without reading it."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._read = b""

    def __iter__(self) -> Iterator[str]:
        while chunk := os.read(self._file, 65_536):
            self._read += chunk
            while b"\n" in self._read:
                line, _, self._read = self._read.partition(b"\n")
                yield line.decode()

    def goes_on(self) -> bool:
        """Tell whether more input has arrived, or its end."""
        return bool(self._read) or bool(select.select([self._file], [], [], 0)[0])


class Solver:
    """The search for every game; a game without one does not affect the others."""

    def __init__(self) -> None:
        self._faults: dict[str, str] = {}
        """Why a game cannot be searched."""

    def warm_up(self) -> None:
        """Get ready for every game that can be searched."""
        for game in GAMES:
            try:
                warm_up(Board(Rules.parse(game), Deal.from_key(b"warm")))
            except Exception as error:
                self._faults[game] = repr(error)

    def answer(self, line: str, cancelled: Callable[[], bool]) -> str:
        """Return the verdict on the position in a line, as a line."""
        asked = json.loads(line)
        rules = Rules.parse(asked["rules"])
        verdict, fault = Verdict(VerdictKind.UNKNOWN, (), 0, 0.0), self._faults.get(rules.game)
        if fault is None:
            board = Board.from_position(rules, asked["position"])
            budget = Budget(seconds=asked["seconds"], bytes=asked["bytes"])
            try:
                verdict = solve(board, budget, cancelled=cancelled)
            except Exception as error:
                fault = repr(error)
        said = {"verdict": verdict.kind, "line": [str(move) for move in verdict.solution]}
        return json.dumps(said if fault is None else said | {"fault": fault})


def end_unheard(file: int) -> None:
    """Exit as soon as no one reads from the other end of a pipe, even in the middle of a search.

    While the search compiles, no input is read.
    """
    poll = select.poll()
    # Polled for no event, it waits for an error: the reader is gone.
    poll.register(file, 0)
    poll.poll()
    os._exit(0)


def main() -> None:
    """Answer until the input ends."""
    # Ctrl-C is for the server, which ends this process by closing its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A closed output means no one wants the answer: that is no error.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    # Players come before searches.
    os.nice(5)
    threading.Thread(target=end_unheard, args=[sys.stdout.fileno()], daemon=True).start()
    solver = Solver()
    solver.warm_up()
    lines = Input(sys.stdin.fileno())
    for line in lines:
        if line:
            print(solver.answer(line, lines.goes_on), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
