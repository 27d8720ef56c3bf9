"""Races from opening to close, with their entries and actions."""

from __future__ import annotations
