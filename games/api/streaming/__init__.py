"""Events as streams: what happened, told to whoever listens."""

from __future__ import annotations
