"""A race as a pure state machine: no Django, no clock, no chance of its own."""

from __future__ import annotations

from games.racing.bell import Bell, BellReason
from games.racing.capacity import warned_left
from games.racing.change import Change, Clock, carry_out
from games.racing.code import CODE_BYTES, CODE_LENGTH, race_code
from games.racing.errors import RefusalCode, RefusedError, never_started
from games.racing.frames import Frame, frames
from games.racing.hindsight import Hindsight
from games.racing.pace import Point, pace
from games.racing.race import (
    COUNTDOWN_BOUNDS,
    JOIN_CUTOFF,
    LIMIT_BOUNDS,
    MAX_SEATS,
    Kind,
    Race,
    RaceState,
)
from games.racing.replay import BELL, advance, advance_stored, replay, steps
from games.racing.run import Run, RunState
from games.racing.seat import Seat
from games.racing.standings import Standing, merit
from games.racing.thinking import Thinking
from games.racing.visibility import (
    DELAY,
    Watching,
    boards_lag,
    is_revealed,
    still_playing,
    watching,
)

__all__ = [
    "BELL",
    "CODE_BYTES",
    "CODE_LENGTH",
    "COUNTDOWN_BOUNDS",
    "DELAY",
    "JOIN_CUTOFF",
    "LIMIT_BOUNDS",
    "MAX_SEATS",
    "Bell",
    "BellReason",
    "Change",
    "Clock",
    "Frame",
    "Hindsight",
    "Kind",
    "Point",
    "Race",
    "RaceState",
    "RefusalCode",
    "RefusedError",
    "Run",
    "RunState",
    "Seat",
    "Standing",
    "Thinking",
    "Watching",
    "advance",
    "advance_stored",
    "boards_lag",
    "carry_out",
    "frames",
    "is_revealed",
    "merit",
    "never_started",
    "pace",
    "race_code",
    "replay",
    "steps",
    "still_playing",
    "warned_left",
    "watching",
]
