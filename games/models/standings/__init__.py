"""The results of races: leaderboards, ratings, reviews and rulings."""

from __future__ import annotations
