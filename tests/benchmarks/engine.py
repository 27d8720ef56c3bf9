"""How fast the engine is: `python -m tests.benchmarks.engine`.

It plays random games from keys 1, 2, ..., the same on every machine, in one process.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from games.engine import GAMES, Action, Board, Deal, Record, Rules, view

GAMES_PLAYED = 100
MOVES = 150

Line = tuple[Deal, list[str]]


def random_games(rules: Rules) -> list[Line]:
    """Return deals, each with the texts of random legal moves."""
    chance = Random(1)
    lines = []
    for number in range(GAMES_PLAYED):
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


def main() -> None:
    """Print a table row for each game under its standard rules."""
    write = sys.stdout.write
    write("| game | find_move + push | all legal moves | view | record | moves a game |\n")
    write("|---|---|---|---|---|---|\n")
    for game in GAMES:
        rules = Rules.parse(game)
        lines = random_games(rules)
        length = statistics.median(len(moves) for _, moves in lines)
        write(
            f"| {game} | {moves_per_second(rules, lines):,.0f}/s"
            f" | {median_microseconds(rules, lines, lambda board: list(board.legal_moves)):.1f} µs"
            f" | {median_microseconds(rules, lines, view):.1f} µs"
            f" | {record_milliseconds(rules, lines):.2f} ms | {length:.0f} |\n"
        )


if __name__ == "__main__":
    main()
