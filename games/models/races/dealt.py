"""What dealing the cards of a race returns."""

from __future__ import annotations

from typing import NamedTuple


class Dealt(NamedTuple):
    """A race at the moment its cards are dealt."""

    version: int
    played: bool
    """Whether it has actions already, from a server that didn't store the dealing."""
