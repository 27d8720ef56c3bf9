"""Signals that the models send without knowing the receivers."""

from __future__ import annotations

from django.dispatch import Signal

races_renewed = Signal()
"""The races with these `codes` have a new version to load. Sent after the commit."""

race_given_up = Signal()
"""A `race`, by primary key, never starts and is about to be deleted, in this transaction."""

player_changes = Signal()
"""A `player` is about to be saved with another name, or as an account instead of a guest.

Sent inside the transaction before the player is locked: receivers lock races, which come first.
"""
