"""What the page of a race says of the event in which it is a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.models import Event, Race, Round
from games.models.standings.event_tallies import event_tallies, round_marks
from games.pages.races.event.card import points_text
from games.racing import EventStanding, Seat


@dataclass(frozen=True)
class Score:
    """What the players of a table have won in the earlier rounds."""

    points: Mapping[int, str]
    """The points by seat number; empty in the first round."""
    own: EventStanding | None
    """Where the visitor stands; None of a watcher, and of who has moved no card yet."""

    @property
    def own_points(self) -> str:
        """The visitor's points."""
        return "" if self.own is None else points_text(float(self.own.points))


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

    def score(self, seats: Iterable[Seat], player: int | None) -> Score:
        """Return how the players at these seats stand before the round. Costs two queries."""
        tally = event_tallies.settled(self.event, round_marks(self.event)).tally
        if not tally.points:
            return Score({}, None)
        known = {one.player: one for one in tally.standings}
        own = known.get(player) if player is not None else None
        return Score(
            {seat.number: points_text(float(tally.points.get(seat.player, 0))) for seat in seats},
            own if own and own.place else None,
        )

    @classmethod
    def find(cls, race: Race) -> TableOf | None:
        """Return the event and round of a race; None of any other race. Costs a query or two."""
        if race.round_id is None:
            return None
        one = Round.objects.select_related("event").get(pk=race.round_id)
        return cls(one.event, one.number, one.event.rounds.count())
