"""The stored models, in rooms. `pyproject.toml` says which room may import which."""

from __future__ import annotations

from games.models.database.availability import StorageProbe
from games.models.database.process import Process
from games.models.database.saved_backup import SavedBackup
from games.models.deals.deal import Deal
from games.models.deals.likeness import Likeness
from games.models.deals.proof import Proof
from games.models.people.follow import Follow
from games.models.people.player import Player
from games.models.people.push_subscription import PushSubscription
from games.models.people.token import AccessToken
from games.models.people.used_grant import UsedGrant
from games.models.people.wishes import NoticeKind, Wishes
from games.models.play.ghost_race import GhostRace
from games.models.races.action import Action
from games.models.races.anytime import AnytimeRace
from games.models.races.challenge import Challenge
from games.models.races.conflict import ConflictError
from games.models.races.daily import Daily
from games.models.races.entry import Entry
from games.models.races.event import Event, Participation, Round
from games.models.races.match import Match, MatchRace
from games.models.races.notice import Notice
from games.models.races.opening import Opening
from games.models.races.push import Push
from games.models.races.race import Race
from games.models.races.race_event import RaceEvent
from games.models.races.request import Request
from games.models.races.trial import Attempt, Trial
from games.models.races.webhook import Delivery, Webhook
from games.models.standings.analysis import Analysis
from games.models.standings.earlier_rating import EarlierRating
from games.models.standings.leaderboard import Leaderboard, LeaderboardRow, LeaderboardTally
from games.models.standings.rating import Ladder, Rating, RatingChange
from games.models.standings.review import Review
from games.models.standings.ruling import Ruling

__all__ = [
    "AccessToken",
    "Action",
    "Analysis",
    "AnytimeRace",
    "Attempt",
    "Challenge",
    "ConflictError",
    "Daily",
    "Deal",
    "Delivery",
    "EarlierRating",
    "Entry",
    "Event",
    "Follow",
    "GhostRace",
    "Ladder",
    "Leaderboard",
    "LeaderboardRow",
    "LeaderboardTally",
    "Likeness",
    "Match",
    "MatchRace",
    "Notice",
    "NoticeKind",
    "Opening",
    "Participation",
    "Player",
    "Process",
    "Proof",
    "Push",
    "PushSubscription",
    "Race",
    "RaceEvent",
    "Rating",
    "RatingChange",
    "Request",
    "Review",
    "Round",
    "Ruling",
    "SavedBackup",
    "StorageProbe",
    "Trial",
    "UsedGrant",
    "Webhook",
    "Wishes",
]
