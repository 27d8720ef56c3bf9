"""Proofs: a deal with its verdict and, if it can be won, a line that anybody can replay."""

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
from games.solver.verdict import Kind

SHIPPED: Final = Path(__file__).parent / "data" / "proofs.txt"
"""Deals that everybody knows: for solo and casual play and for tests, never for ranked races."""


_LINE: Final = re.compile(
    r"(?P<rules>\S+)\s+(?P<key>(?:[0-9a-fA-F]{2})+)"
    rf"\s+(?P<kind>{'|'.join(Kind)})\s+(?P<states>[0-9]{{1,18}})"
    rf"(?:\s+(?P<difficulty>{'|'.join(Difficulty)}))?(?P<line>(?:\s+\S+)*)"
)


@dataclass(frozen=True)
class Proof:
    """What is known of a deal; `str` is a line of a file of proofs.

    Rules, key in hexadecimal, verdict, states visited, then, if the deal can be won, how hard that
    is and the moves, separated by spaces. Lines that begin with `#` are comments.
    """

    rules: Rules
    key: bytes
    kind: Kind
    states: int
    line: tuple[str, ...] = ()
    difficulty: Difficulty | None = None

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Read a line of a file.

        :raises UnknownRulesError: for rules that do not exist.
        :raises InvalidNotationError: if it is not of that form.
        """
        match = _LINE.fullmatch(text.strip())
        if match is None:
            expected = "rules, key, verdict, states, difficulty and moves"
            raise InvalidNotationError("proof", text, expected)
        difficulty = match["difficulty"]
        return cls(
            Rules.parse(match["rules"]),
            bytes.fromhex(match["key"]),
            Kind(match["kind"]),
            int(match["states"]),
            tuple(str(Move.parse(move)) for move in match["line"].split()),
            None if difficulty is None else Difficulty(difficulty),
        )

    @classmethod
    def find(cls, rules: Rules, key: bytes, budget: Budget) -> Proof:
        """Solve the deal of a key, look for a short line, and say how hard the deal is."""
        board = Board(rules, Deal.from_key(key))
        verdict = solve(board, budget)
        if verdict.kind is not Kind.WINNABLE:
            return cls(rules, key, verdict.kind, verdict.states)
        line = shorter(board, verdict.line) if verdict.line else ()
        difficulty = Measures.of(board, line, verdict.states).difficulty(rules)
        return cls(rules, key, verdict.kind, verdict.states, tuple(map(str, line)), difficulty)

    @cached_property
    def measures(self) -> Measures:
        """What its difficulty is derived from, of a proof of a win.

        :raises EngineError: if the line cannot be played.
        """
        board = Board(self.rules, Deal.from_key(self.key))
        for move in self.line:
            board.push(board.find_move(move))
        line = board.moves
        for _ in line:
            board.pop()
        return Measures.of(board, line, self.states)

    def fault(self) -> str | None:
        """What is wrong with a proof of a win, found by replay; None if it holds."""
        board = Board(self.rules, Deal.from_key(self.key))
        try:
            for move in self.line:
                board.push(board.find_move(move))
        except EngineError as error:
            return str(error)
        return None if board.outcome() is Outcome.WON else f"the line ends in {board.key()}"

    def __str__(self) -> str:
        parts = [str(self.rules), self.key.hex(), self.kind, str(self.states)]
        if self.difficulty is not None:
            parts.append(self.difficulty)
        return " ".join((*parts, *self.line))


def read_proofs(file: Path = SHIPPED) -> Iterator[Proof]:
    """The proofs of a file, one after the other.

    :raises ValueError: with the number of a line that cannot be read.
    """
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                try:
                    yield Proof.parse(line)
                except ValueError as error:
                    raise ValueError(f"{file}, line {number}: {error}") from error
