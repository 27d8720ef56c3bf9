"""How fast the engine is: `python -m tests.benchmarks.engine [--games N]`.

It plays random games from keys 1, 2, ..., the same on every machine, in one process.
"""

from __future__ import annotations

import statistics
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from games.engine import GAMES, Action, Board, Deal, Record, Rules, view
from games.management.progress import Progress
from tests.benchmarks.report import Row, benchmark

MOVES = 150

Line = tuple[Deal, list[str]]


def random_games(rules: Rules, games: int) -> list[Line]:
    """Return deals, each with the texts of random legal moves."""
    chance = Random(1)
    lines = []
    for number in range(games):
        deal = Deal.from_key(str(number).encode())
        board = Board(rules, deal)
        moves: list[str] = []
        while len(moves) < MOVES and (choices := list(board.legal_moves)):
            moves.append(str(chance.choice(choices)))
            board.push(board.find_move(moves[-1]))
        lines.append((deal, moves))
    return lines


def moves_per_second(rules: Rules, lines: list[Line]) -> float:
    """Return how many moves a second are parsed, checked and pushed."""
    boards = [(Board(rules, deal), moves) for deal, moves in lines]
    started = perf_counter()
    for board, moves in boards:
        for move in moves:
            board.push(board.find_move(move))
    return sum(len(moves) for _, moves in boards) / (perf_counter() - started)


def median_microseconds(rules: Rules, lines: list[Line], work: Callable[[Board], object]) -> float:
    """Return the median time of a function over all boards of the games."""
    times = []
    for deal, moves in lines:
        board = Board(rules, deal)
        for move in moves:
            board.push(board.find_move(move))
            started = perf_counter()
            work(board)
            times.append(perf_counter() - started)
    return statistics.median(times) * 1e6


def record_milliseconds(rules: Rules, lines: list[Line]) -> float:
    """Return the median time to parse, replay and check the record of a game."""
    times = []
    for deal, moves in lines:
        actions = tuple(Action(1000 * n, move) for n, move in enumerate(moves, 1))
        text = str(Record(rules, deal, actions))
        started = perf_counter()
        Record.parse(text)
        times.append(perf_counter() - started)
    return statistics.median(times) * 1e3


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each game under its standard rules."""
    progress.begin("Playing", len(GAMES))
    for game in progress.over(GAMES):
        rules = Rules.parse(game)
        lines = random_games(rules, asked.games)
        yield {
            "game": game,
            "find_move + push a second": moves_per_second(rules, lines),
            "all legal moves µs": median_microseconds(rules, lines, lambda b: list(b.legal_moves)),
            "view µs": median_microseconds(rules, lines, view),
            "record ms": record_milliseconds(rules, lines),
            "moves a game": statistics.median(len(moves) for _, moves in lines),
        }


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, games=100))
