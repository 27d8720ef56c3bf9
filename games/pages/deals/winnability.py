"""How many random deals are winnable, where known."""

from __future__ import annotations

from typing import Final

WINNABLE: Final = {
    "agnes-sorel/standard": 76,
    "agnes-bernauer/pysol+on-base=no": 84,
    "applegate/standard": 4,
    "applegate/pysol": 14,
    "beleaguered-castle/standard": 67,
    "freecell/standard": 100,
    "freecell/bakers-game": 76,
    "freecell/two-cells": 80,
    "klondike/standard": 82,
}
"""Per cent of random deals, with all cards known; from docs/reference/winnability.md."""
