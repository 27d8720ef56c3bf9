"""The database as all models meet it: its locks, its clock, its health, its news."""

from __future__ import annotations
