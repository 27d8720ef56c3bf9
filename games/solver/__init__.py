"""Search for wins: `solve(board, budget)` says winnable with a solution, lost, or unknown.

It is never wrong about the first two: the engine replays every solution, and a loss means that
every line was searched. It imports the engine and nothing else; Numba, if installed, compiles it.
"""

from __future__ import annotations

from games.solver.budget import Budget
from games.solver.search import solve
from games.solver.verdict import Verdict, VerdictKind

__all__ = ["Budget", "Verdict", "VerdictKind", "solve"]
