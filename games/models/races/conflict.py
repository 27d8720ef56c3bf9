"""What is said to whoever comes second."""

from __future__ import annotations


class ConflictError(Exception):
    """Somebody else has changed the race meanwhile: load it again."""
