"""Why a search stopped."""

from __future__ import annotations

from typing import Final

PAUSED: Final = 0
"""The limit of states is reached; it can go on."""
WON: Final = 1
"""It stands at a won position."""
EXHAUSTED: Final = 2
"""Everything it may reach was visited."""
FULL: Final = 3
"""There is no room in memory to go on."""
