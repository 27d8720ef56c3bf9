"""Proofs: a deal with its verdict and, if it can be won, a solution that anyone can replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from games.engine import (
    Board,
    Deal,
    EngineError,
    InvalidNotationError,
    Move,
    Outcome,
    Rules,
)
from games.solver.budget import Budget
from games.solver.difficulty import Difficulty, Measures
from games.solver.search import shorter, solve
from games.solver.verdict import VerdictKind

SHIPPED: Final = Path(__file__).parent / "data" / "proofs.txt"
"""Public deals: for solo and casual play and for tests, never for ranked races."""

_LINE: Final = re.compile(
    r"(?P<rules>\S+)\s+(?P<key>(?:[0-9a-fA-F]{2})+)"
    rf"\s+(?P<kind>{'|'.join(VerdictKind)})\s+(?P<states>[0-9]{{1,18}})"
    rf"(?:\s+(?P<difficulty>{'|'.join(Difficulty)}))?(?P<solution>(?:\s+\S+)*)"
)


@dataclass(frozen=True)
class Proof:
    """A deal with its verdict; `str` is a line of a file of proofs.

    Rules, key in hexadecimal, verdict, states visited, then, if the deal can be won, how hard that
    is and the moves, separated by spaces. Lines that begin with `#` are comments.
    """

    rules: Rules
    key: bytes
    kind: VerdictKind
    states: int
    solution: tuple[str, ...] = ()
    difficulty: Difficulty | None = None

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Read a line of a file.

        :raises UnknownRulesError: for rules that do not exist.
        :raises InvalidNotationError: if the text is not in that form.
        """
        match = _LINE.fullmatch(text.strip())
        if match is None:
            expected = "rules, key, verdict, states, difficulty and moves"
            raise InvalidNotationError("proof", text, expected)
        difficulty = match["difficulty"]
        return cls(
            Rules.parse(match["rules"]),
            bytes.fromhex(match["key"]),
            VerdictKind(match["kind"]),
            int(match["states"]),
            tuple(str(Move.parse(move)) for move in match["solution"].split()),
            None if difficulty is None else Difficulty(difficulty),
        )

    @classmethod
    def find(cls, rules: Rules, key: bytes, budget: Budget) -> Proof:
        """Solve the deal of a key, shorten its solution and measure its difficulty."""
        board = Board(rules, Deal.from_key(key))
        verdict = solve(board, budget)
        if verdict.kind is not VerdictKind.WINNABLE:
            return cls(rules, key, verdict.kind, verdict.states)
        solution = shorter(board, verdict.solution) if verdict.solution else ()
        difficulty = Measures.of(board, solution, verdict.states).difficulty(rules)
        return cls(rules, key, verdict.kind, verdict.states, tuple(map(str, solution)), difficulty)

    @cached_property
    def measures(self) -> Measures:
        """What the difficulty is derived from; only for a proof of a win.

        :raises EngineError: if the solution cannot be played.
        """
        board = Board(self.rules, Deal.from_key(self.key))
        for move in self.solution:
            board.push(board.find_move(move))
        solution = board.moves
        for _ in solution:
            board.pop()
        return Measures.of(board, solution, self.states)

    def fault(self) -> str | None:
        """Replay a proof of a win; return what is wrong with it, or None if it holds."""
        board = Board(self.rules, Deal.from_key(self.key))
        try:
            for move in self.solution:
                board.push(board.find_move(move))
        except EngineError as error:
            return str(error)
        return None if board.outcome() is Outcome.WON else f"the solution ends in {board.key()}"

    def __str__(self) -> str:
        parts = [str(self.rules), self.key.hex(), self.kind, str(self.states)]
        if self.difficulty is not None:
            parts.append(self.difficulty)
        return " ".join((*parts, *self.solution))


def read_proofs(file: Path = SHIPPED) -> Iterator[Proof]:
    """Yield the proofs of a file.

    :raises ValueError: with the number of a line that cannot be read.
    """
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                try:
                    yield Proof.parse(line)
                except ValueError as error:
                    raise ValueError(f"{file}, line {number}: {error}") from error
