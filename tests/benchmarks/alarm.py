"""How fast the dead-end alarm answers: `python -m tests.benchmarks.alarm [--deals N] [--moves N]`.

One player practises on a site of one process, with the alarm on, and makes random legal moves. The
time of an answer is from the board that acknowledges a move to the verdict on it.
"""

from __future__ import annotations

import re
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from games.engine import GAMES
from games.management.progress import Progress
from games.solver.public_keys import public_key
from tests.benchmarks.report import Row, benchmark
from tests.live.racer import Racer
from tests.processes import Launch
from tests.stores import Stores

WORDS = "benchmark/alarm"

PAUSE = 0.1
"""Seconds between a verdict and the next move: faster than anyone plays."""


def practise(racer: Racer, game: str, number: int, moves: int) -> list[tuple[str, float]]:
    """Play one deal at random; return the verdict after each move, and its milliseconds."""
    key = public_key(WORDS, number).hex()
    address = racer.post("/practice/", game=game, preset="standard", deal=key)
    code = re.findall(r"/race/([A-Z]{6})/", address)[0]
    racer.connect(code)
    board = racer.board(0)["board"]
    racer.send(t="alarm", on=True)
    verdict_on(racer, 0)
    chance, answers = Random(f"{game} {number}"), []
    for n in range(1, moves + 1):
        if not board["moves"]:
            break
        time.sleep(PAUSE)
        answer = racer.act(n, chance.choice(board["moves"]))
        began, board = time.perf_counter(), answer["board"]
        if board["outcome"] == "won":
            break
        verdict = verdict_on(racer, answer["n"])
        answers.append((verdict, 1000 * (time.perf_counter() - began)))
        if verdict == "lost":
            break
    racer.send(t="end")
    return answers


def verdict_on(racer: Racer, n: int) -> str:
    """Wait for the first verdict on the board after action `n`."""
    frame = racer.receive_until(lambda frame: frame["t"] == "verdict" and frame["n"] == n)
    return str(frame["verdict"])


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each game."""
    progress.begin("Practising", len(GAMES) * asked.deals)
    with ExitStack() as cleanup:
        rooms = [Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(2)]
        launch = cleanup.enter_context(closing(Launch(rooms[0], Stores(rooms[1], cleanup))))
        racer = Racer(launch().urls[0])
        cleanup.callback(racer.close)
        for game in GAMES:
            answers = [
                answer
                for number in progress.over(range(asked.deals))
                for answer in practise(racer, game, number, asked.moves)
            ]
            times = [milliseconds for _, milliseconds in answers]
            kinds = Counter(verdict for verdict, _ in answers)
            yield {
                "game": game,
                "answers": len(times),
                "median ms": median(times),
                "p95 ms": quantiles(times, n=20)[-1],
                "most ms": max(times),
                "verdicts": ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()),
            }


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, deals=20, moves=15))
