"""How fast the dead-end alarm answers: `python -m tests.benchmarks.alarm [--deals N] [--moves N]`.

One player practises on a site of one process, with the alarm on, and makes random legal moves. The
time of an answer is from the board that acknowledges a move to the verdict on it.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from games.engine import GAMES
from games.solver.public_keys import public_key
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


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--moves", type=int, default=15)
    arguments = parser.parse_args()
    with ExitStack() as cleanup:
        rooms = [Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(2)]
        launch = cleanup.enter_context(closing(Launch(rooms[0], Stores(rooms[1], cleanup))))
        racer = Racer(launch().urls[0])
        cleanup.callback(racer.close)
        for game in GAMES:
            answers = [
                answer
                for number in range(arguments.deals)
                for answer in practise(racer, game, number, arguments.moves)
            ]
            times = [milliseconds for _, milliseconds in answers]
            kinds = Counter(verdict for verdict, _ in answers)
            sys.stdout.write(
                f"{game}: {len(times)} answers, median {median(times):.0f} ms, "
                f"p95 {quantiles(times, n=20)[-1]:.0f} ms, most {max(times):.0f} ms; "
                + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
                + "\n"
            )


if __name__ == "__main__":
    main()
