"""Players as other resources name them, and a player's public figures."""

from __future__ import annotations
