"""What models tell to whoever wants to know; they know nobody who does."""

from __future__ import annotations

from django.dispatch import Signal

races_renewed = Signal()
"""Races have a new version, and those who show them do not know it: `codes`, after the commit."""

player_changes = Signal()
"""A player, `player`, is about to be stored with another name, or as a guest no more.

In the transaction that stores it: whoever listens may hold races, which come before players.
"""
