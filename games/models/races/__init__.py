"""Races from their opening to their close, and everything in them."""

from __future__ import annotations
