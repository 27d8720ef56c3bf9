"""Why a search stopped."""

from __future__ import annotations

from typing import Final

GOING: Final = -1
"""It is still running."""
PAUSED: Final = 0
"""It reached the limit of states; it can continue."""
WON: Final = 1
"""It stands at a won position."""
EXHAUSTED: Final = 2
"""It visited everything that it can reach."""
FULL: Final = 3
"""It has no memory left to continue."""
