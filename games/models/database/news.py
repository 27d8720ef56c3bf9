"""Signals of the models, which know none of the receivers."""

from __future__ import annotations

from django.dispatch import Signal

races_renewed = Signal()
"""Races have a new version, and those who show them do not know it: `codes`, after the commit."""

player_changes = Signal()
"""A `player` is about to be stored under another name, or as an account instead of a guest.

Sent in the storing transaction, before the player is held: receivers hold races, which come first.
"""
