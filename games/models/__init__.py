"""What is stored: one file a model. Verbs live on models, lookups on managers and querysets."""

from __future__ import annotations

from games.models.action import Action
from games.models.analysis import Analysis
from games.models.availability import StorageProbe
from games.models.board import Board, Line, Tally
from games.models.challenge import Challenge
from games.models.conflict import ConflictError
from games.models.daily import Attempt, Daily
from games.models.deal import Deal
from games.models.entry import Entry
from games.models.follow import Follow
from games.models.likeness import Likeness
from games.models.opening import Opening
from games.models.player import Player
from games.models.proof import Proof
from games.models.race import Race
from games.models.rating import Ladder, Rating, RatingChange
from games.models.review import Review
from games.models.ruling import Ruling

__all__ = [
    "Action",
    "Analysis",
    "Attempt",
    "Board",
    "Challenge",
    "ConflictError",
    "Daily",
    "Deal",
    "Entry",
    "Follow",
    "Ladder",
    "Likeness",
    "Line",
    "Opening",
    "Player",
    "Proof",
    "Race",
    "Rating",
    "RatingChange",
    "Review",
    "Ruling",
    "StorageProbe",
    "Tally",
]
