"""Players, their names, and who follows whom."""

from __future__ import annotations
