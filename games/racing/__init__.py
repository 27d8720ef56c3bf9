"""A race as a pure state machine: no Django, no clock, no chance of its own."""

from __future__ import annotations

from games.racing.bell import Bell, BellReason
from games.racing.code import CODE_BYTES, CODE_LENGTH, race_code
from games.racing.errors import RefusedError
from games.racing.frames import Frame, frames
from games.racing.hindsight import Hindsight
from games.racing.pace import Point, pace
from games.racing.race import (
    COUNTDOWN_BOUNDS,
    LAST_CALL,
    LIMIT_BOUNDS,
    MAX_SEATS,
    Kind,
    Race,
    RaceState,
)
from games.racing.replay import BELL, advance, replay, steps
from games.racing.run import Run, RunState
from games.racing.seat import Seat
from games.racing.standings import Standing, merit
from games.racing.thinking import Thinking

__all__ = [
    "BELL",
    "CODE_BYTES",
    "CODE_LENGTH",
    "COUNTDOWN_BOUNDS",
    "LAST_CALL",
    "LIMIT_BOUNDS",
    "MAX_SEATS",
    "Bell",
    "BellReason",
    "Frame",
    "Hindsight",
    "Kind",
    "Point",
    "Race",
    "RaceState",
    "RefusedError",
    "Run",
    "RunState",
    "Seat",
    "Standing",
    "Thinking",
    "advance",
    "frames",
    "merit",
    "pace",
    "race_code",
    "replay",
    "steps",
]
