"""What models tell once it is stored, to whoever wants to know; they know nobody who does."""

from __future__ import annotations

from django.dispatch import Signal

races_renewed = Signal()
"""Races have a new version, and those who show them do not know it: `codes`, after the commit."""
