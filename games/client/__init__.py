"""A client for programs that race: the HTTP API, and a race over its socket, without Django.

`README.md` is the tutorial. The layer knows nothing of the server: it speaks as
`docs/reference/api.md` and `protocol.md` say.
"""

from __future__ import annotations

from games.client.api import Api
from games.client.board import Board
from games.client.errors import (
    ActionError,
    ApiError,
    BrokenError,
    ClientError,
    NoAnswerError,
    TurnedAwayError,
)
from games.client.race import Race

__all__ = [
    "ActionError",
    "Api",
    "ApiError",
    "Board",
    "BrokenError",
    "ClientError",
    "NoAnswerError",
    "Race",
    "TurnedAwayError",
]
