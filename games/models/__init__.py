"""What is stored: one file a model. Verbs live on models, lookups on managers and querysets."""

from __future__ import annotations

from games.models.action import Action
from games.models.conflict import ConflictError
from games.models.deal import Deal
from games.models.entry import Entry
from games.models.player import Player
from games.models.proof import Proof
from games.models.race import Race

__all__ = ["Action", "ConflictError", "Deal", "Entry", "Player", "Proof", "Race"]
