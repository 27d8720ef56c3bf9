"""The terms of an event: what its organiser chooses, and may change until it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import Sentence
from games.racing.errors import RefusedError
from games.racing.event import BREAK_BOUNDS, ROUNDS_BOUNDS, SEATED, Event, EventRound
from games.racing.race import LIMIT_BOUNDS
from games.racing.starting import MINUTE, refuse_plan

NAME_LENGTH: Final = 60


@dataclass(frozen=True)
class RoundTerms:
    """What one round is raced on.

    :raises RefusedError: "bad-limit" if it is too short or too long.
    """

    rules: str
    wished_difficulty: str = ""
    """Empty for any."""
    limit: int = 10 * MINUTE

    def __post_init__(self) -> None:
        if not LIMIT_BOUNDS[0] <= self.limit <= LIMIT_BOUNDS[1]:
            raise RefusedError("bad-limit", "A round lasts from 2 to 60 minutes.")


@dataclass(frozen=True)
class EventTerms:
    """The name, the first start, the break and the rounds of an event, and who finds it.

    :raises RefusedError: "bad-name", "bad-break" or "bad-rounds" if a value is out of bounds.
    """

    name: str
    first_start: int
    pause: int
    """The break between the end of a round and the next start, in milliseconds."""
    rounds: tuple[RoundTerms, ...]
    public: bool = True
    """Whether strangers find it: others know of it by its link."""

    def __post_init__(self) -> None:
        if not self.name.isprintable():
            raise RefusedError("bad-name", "Use only letters, digits and visible symbols.")
        if not self.name.strip() or len(self.name) > NAME_LENGTH:
            raise RefusedError(
                "bad-name",
                Sentence("An event's name has 1 to %(most)s characters.", most=NAME_LENGTH),
            )
        if not BREAK_BOUNDS[0] <= self.pause <= BREAK_BOUNDS[1]:
            raise RefusedError("bad-break", "A break lasts from 1 to 30 minutes.")
        least, most = ROUNDS_BOUNDS
        if not least <= len(self.rounds) <= most:
            raise RefusedError(
                "bad-rounds",
                Sentence(
                    "An event has between %(least)s and %(most)s rounds.", least=least, most=most
                ),
            )

    @property
    def event(self) -> Event:
        """The event, before its first round."""
        rounds = (EventRound(one.rules, one.wished_difficulty, one.limit) for one in self.rounds)
        return Event(self.first_start, self.pause, tuple(rounds))

    def refuse_start(self, now: int) -> None:
        """Check that the event can be planned for its start: see `refuse_plan`.

        :raises RefusedError: "bad-start" if it can't.
        """
        refuse_plan(self.first_start, now)


def refuse_begun(first_start: int, now: int) -> None:
    """Check that an event can still be changed: its first players aren't seated yet.

    :raises RefusedError: "event-begun" once they may be.
    """
    if now >= first_start - SEATED:
        raise event_begun()


def event_begun() -> RefusedError:
    """Return the refusal to change an event that has begun."""
    return RefusedError("event-begun", "The event has begun, so it can't be changed.")
