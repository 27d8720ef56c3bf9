"""Scenes: situations in which operations can collide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError

from games import racing
from games.models import Player, Race
from games.models.people.refusals import GoneError
from tests.interleavings import (
    anytime,
    calling,
    counting_down,
    daily,
    event,
    gathering,
    match,
    over,
    room,
    session,
    stock,
    terms,
)

Names = Mapping[str, Any]
Operation = Callable[[Names], object]


@dataclass(frozen=True)
class Scene:
    """A situation, and operations that touch the same rows in it."""

    build: Callable[[], Names]
    """Stores the situation and returns the names that operations use."""
    operations: Mapping[str, Operation]


SCENES: Final = {
    "gathering": Scene(gathering.build, gathering.OPERATIONS),
    "room": Scene(room.build, room.OPERATIONS),
    "counting down": Scene(counting_down.build, counting_down.OPERATIONS),
    "over": Scene(over.build, over.OPERATIONS),
    "match": Scene(match.build, match.OPERATIONS),
    "daily": Scene(daily.build, daily.OPERATIONS),
    "anytime": Scene(anytime.build, anytime.OPERATIONS),
    "event": Scene(event.build, event.OPERATIONS),
    "session": Scene(session.build, session.OPERATIONS),
    "stock": Scene(stock.build, stock.OPERATIONS),
    "calling": Scene(calling.build, calling.OPERATIONS),
    "terms": Scene(terms.build, terms.OPERATIONS),
}


def answer_of(operation: Operation, names: Names) -> object:
    """Run an operation; return its answer or the code of its refusal."""
    try:
        return operation(names)
    except (GoneError, Player.DoesNotExist):
        return {"refused": "nobody"}
    except racing.RefusedError as refusal:
        return {"refused": refusal.code}
    except ValidationError as error:
        return {"refused": error.messages}
    except Race.DoesNotExist:
        return {"refused": "no-race"}
