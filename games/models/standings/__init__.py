"""What races come to: leaderboards, ratings, reviews and rulings."""

from __future__ import annotations
