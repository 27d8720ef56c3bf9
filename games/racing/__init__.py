"""A race as a pure state machine: no Django; time and randomness are arguments."""

from __future__ import annotations

from games.engine.record import BELL
from games.racing.anytime import ANYTIME_SEATS, WINDOW_BOUNDS, AnytimeTerms
from games.racing.bell import Bell, BellReason
from games.racing.capacity import warned_left
from games.racing.change import Change, Clock, carry_out
from games.racing.code import CODE_BYTES, CODE_LENGTH, race_code
from games.racing.decision import Decision, decision
from games.racing.errors import RefusalCode, RefusedError, never_started, too_late
from games.racing.event import (
    BREAK_BOUNDS,
    ROUNDS_BOUNDS,
    SEATED,
    Arrival,
    Arrivals,
    Event,
    EventRound,
    EventStage,
    EventStanding,
    EventTally,
    RoundStage,
    round_may_end,
    seating,
    sooner,
    start_of_round,
)
from games.racing.event_terms import EventTerms, RoundTerms, event_begun, refuse_begun
from games.racing.frames import Frame, frames
from games.racing.hindsight import Hindsight
from games.racing.intentions import intended, may_have_become
from games.racing.kind import Kind, RaceState
from games.racing.match import (
    NO_MATCH,
    OPEN_SERIES,
    TARGETS,
    WAIT,
    WIN,
    Goal,
    Match,
    MatchSeats,
    Placed,
)
from games.racing.namesakes import told_apart
from games.racing.pace import Point, pace, pace_of
from games.racing.race import (
    COUNTDOWN_BOUNDS,
    JOIN_CUTOFF,
    LIMIT_BOUNDS,
    MAX_SEATS,
    Race,
)
from games.racing.reactions import Pauses, Reaction, reacting
from games.racing.replay import advance, advance_stored, replay, steps
from games.racing.run import Run, RunState
from games.racing.seat import Seat
from games.racing.spectators import (
    LONGEST_DELAY,
    Watching,
    boards_delay,
    boards_lag,
    is_revealed,
    still_playing,
    watching,
)
from games.racing.standings import Standing, rank_key, standings
from games.racing.starting import NEAR, refuse_plan
from games.racing.terms import Terms, may_set_terms, set_terms
from games.racing.thinking import Thinking

__all__ = [
    "ANYTIME_SEATS",
    "BELL",
    "BREAK_BOUNDS",
    "CODE_BYTES",
    "CODE_LENGTH",
    "COUNTDOWN_BOUNDS",
    "JOIN_CUTOFF",
    "LIMIT_BOUNDS",
    "LONGEST_DELAY",
    "MAX_SEATS",
    "NEAR",
    "NO_MATCH",
    "OPEN_SERIES",
    "ROUNDS_BOUNDS",
    "SEATED",
    "TARGETS",
    "WAIT",
    "WIN",
    "WINDOW_BOUNDS",
    "AnytimeTerms",
    "Arrival",
    "Arrivals",
    "Bell",
    "BellReason",
    "Change",
    "Clock",
    "Decision",
    "Event",
    "EventRound",
    "EventStage",
    "EventStanding",
    "EventTally",
    "EventTerms",
    "Frame",
    "Goal",
    "Hindsight",
    "Kind",
    "Match",
    "MatchSeats",
    "Pauses",
    "Placed",
    "Point",
    "Race",
    "RaceState",
    "Reaction",
    "RefusalCode",
    "RefusedError",
    "RoundStage",
    "RoundTerms",
    "Run",
    "RunState",
    "Seat",
    "Standing",
    "Terms",
    "Thinking",
    "Watching",
    "advance",
    "advance_stored",
    "boards_delay",
    "boards_lag",
    "carry_out",
    "decision",
    "event_begun",
    "frames",
    "intended",
    "is_revealed",
    "may_have_become",
    "may_set_terms",
    "never_started",
    "pace",
    "pace_of",
    "race_code",
    "rank_key",
    "reacting",
    "refuse_begun",
    "refuse_plan",
    "replay",
    "round_may_end",
    "seating",
    "set_terms",
    "sooner",
    "standings",
    "start_of_round",
    "steps",
    "still_playing",
    "told_apart",
    "too_late",
    "warned_left",
    "watching",
]
