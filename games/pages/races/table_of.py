"""What the page of a race says of the event in which it is a table."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Event, Race, Round


@dataclass(frozen=True)
class TableOf:
    """The event and round of a table."""

    event: Event
    number: int
    rounds: int
    """How many rounds the event has."""

    @property
    def is_last(self) -> bool:
        """Whether no round follows."""
        return self.number == self.rounds

    @classmethod
    def find(cls, race: Race) -> TableOf | None:
        """Return the event and round of a race; None of any other race. Costs a query or two."""
        if race.round_id is None:
            return None
        one = Round.objects.select_related("event").get(pk=race.round_id)
        return cls(one.event, one.number, one.event.rounds.count())
