"""How much a search may spend."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """Limits of a search; the first one reached ends it.

    With a limit of states alone the verdict and the effort are the same on every machine.
    """

    states: int = 5_000_000
    """Positions visited, over all stages."""
    seconds: float | None = None
    bytes: int = 512 * 1024 * 1024
    """Memory for the search's own arrays."""
