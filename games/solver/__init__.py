"""Search for wins: `solve(board, budget)` says winnable with a line, lost, or unknown.

It is never wrong about the first two: lines are replayed by the engine, and a loss means that
every line was searched. It knows the engine and nothing else; Numba, where installed, compiles it.
"""

from __future__ import annotations

from games.solver.budget import Budget
from games.solver.search import solve
from games.solver.verdict import Kind, Verdict

__all__ = ["Budget", "Kind", "Verdict", "solve"]
