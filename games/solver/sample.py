"""What solving many deals says about their rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.engine import Board, Deal, Rules
from games.solver.budget import Budget
from games.solver.public_keys import public_key
from games.solver.search import solve, warm_up
from games.solver.share import Share
from games.solver.verdict import Verdict, VerdictKind


@dataclass(frozen=True)
class Sample:
    """The verdicts on some deals under the same rules."""

    rules: Rules
    verdicts: tuple[Verdict, ...]

    def share(self, kind: VerdictKind) -> Share:
        """Return the share of the verdicts that are of a kind."""
        return Share(sum(verdict.kind is kind for verdict in self.verdicts), len(self.verdicts))

    def states(self, kind: VerdictKind, part: float) -> int:
        """Return the states that this part of the verdicts of a kind did not exceed."""
        return int(
            _quantile((verdict.states for verdict in self.verdicts if verdict.kind is kind), part)
        )

    def seconds(self, kind: VerdictKind, part: float) -> float:
        """Return the seconds that this part of the verdicts of a kind did not exceed."""
        return _quantile(
            (verdict.seconds for verdict in self.verdicts if verdict.kind is kind), part
        )

    @property
    def rate(self) -> float:
        """States visited per second."""
        spent = sum(verdict.seconds for verdict in self.verdicts)
        return sum(verdict.states for verdict in self.verdicts) / spent if spent else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the figures for programs; a share has Wilson's interval at 95 %."""
        return {
            "rules": str(self.rules),
            "deals": len(self.verdicts),
            "states_per_second": round(self.rate),
            "verdicts": {
                str(kind): {
                    "deals": share.count,
                    "interval": share.interval,
                    "median_states": self.states(kind, 0.5),
                    "median_ms": 1000 * self.seconds(kind, 0.5),
                }
                for kind in VerdictKind
                for share in (self.share(kind),)
            },
        }

    def __str__(self) -> str:
        lines = [f"{self.rules}: {len(self.verdicts)} deals, {self.rate:,.0f} states/s"]
        for kind in VerdictKind:
            share = self.share(kind)
            if share.count:
                lines.append(
                    f"  {kind:8} {share}; states: median {self.states(kind, 0.5):,},"
                    f" 95 % {self.states(kind, 0.95):,};"
                    f" ms: median {1000 * self.seconds(kind, 0.5):.1f},"
                    f" 95 % {1000 * self.seconds(kind, 0.95):.0f}"
                )
        return "\n".join(lines)


def draw(rules: Rules, words: str, size: int, budget: Budget) -> Iterator[Verdict]:
    """Solve the first deals of a series of public keys, one after the other."""
    warm_up(Board(rules, Deal.from_key(b"")))
    for number in range(size):
        yield solve(Board(rules, Deal.from_key(public_key(words, number))), budget)


def _quantile(numbers: Iterable[float], part: float) -> float:
    ordered = sorted(numbers)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)] if ordered else 0.0
