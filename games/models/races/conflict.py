"""The error of losing an optimistic lock."""

from __future__ import annotations


class ConflictError(Exception):
    """The race changed since it was loaded: load it again."""
