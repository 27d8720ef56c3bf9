"""What all models share of the database: locks, the clock, health and signals."""

from __future__ import annotations
