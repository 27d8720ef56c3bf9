"""Events sent to addresses of players and of the site."""

from __future__ import annotations
