"""An event as a visitor sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.live.event_hall import ROWS
from games.models import Event, Player, Round
from games.models.standings.event_state import EventState, SeatedTable, StoredRound, event_state
from games.pages.deals.labels import difficulty, title, variant
from games.racing import EventStanding


@dataclass(frozen=True)
class RoundCard:
    """A round of an event."""

    stored: Round
    state: StoredRound

    @property
    def title(self) -> str:
        """The game's title."""
        return title(self.stored.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return variant(self.stored.rules)

    @property
    def difficulty(self) -> str:
        """How hard its organiser wants the deal to be."""
        return difficulty(self.stored.wished_difficulty)

    @property
    def minutes(self) -> int:
        """How long it lasts."""
        return self.stored.limit_s // 60


@dataclass(frozen=True)
class StandingCard:
    """A row of the standings."""

    standing: EventStanding
    player: Player

    @property
    def points(self) -> str:
        """The points, with a decimal where places were shared."""
        return points_text(float(self.standing.points))


@dataclass(frozen=True)
class EventCard:
    """An event, and the visitor's part in it."""

    event: Event
    stored: EventState
    player: Player | None
    now: int

    @property
    def state(self) -> str:
        """Where it stands."""
        return self.stored.stage

    @cached_property
    def rounds(self) -> Sequence[RoundCard]:
        """Its rounds, in order. Costs a query."""
        found = self.event.rounds.select_related("deal").order_by("number")
        return [RoundCard(one, state) for one, state in zip(found, self.stored.rounds, strict=True)]

    @property
    def current(self) -> StoredRound | None:
        """The round that is on, or else the next."""
        return self.stored.current(self.now)

    @property
    def is_on(self) -> bool:
        """Whether that round has begun."""
        return self.current is not None and self.current.has_begun(self.now)

    @cached_property
    def standings(self) -> Sequence[StandingCard]:
        """The first rows of the standings, and the visitor's own. Costs a query."""
        found = self.stored.standings({})
        own = None if self.player is None else self.player.pk
        shown = [one for n, one in enumerate(found) if n < ROWS or one.player == own]
        players: Mapping[int, Player] = Player.objects.in_bulk([one.player for one in shown])
        return [StandingCard(one, players[one.player]) for one in shown]

    @property
    def winners(self) -> Sequence[Player]:
        """Who shares the first place."""
        return [one.player for one in self.standings if one.standing.place == 1]

    @property
    def joined(self) -> bool:
        """Whether the visitor takes part in the next round."""
        return self.player is not None and self.player.pk in self.stored.players

    @property
    def may_join(self) -> bool:
        """Whether the last round has yet to begin."""
        last = self.rounds[-1].stored
        return self.event.called_off_at is None and last.takes_players(self.now)

    @property
    def table(self) -> SeatedTable | None:
        """The visitor's table in the round that is seated or on."""
        return None if self.player is None else self.stored.seats(self.now).get(self.player.pk)

    @property
    def organises(self) -> bool:
        """Whether the visitor is the organiser."""
        return self.player is not None and self.event.organiser_id == self.player.pk

    @property
    def may_change(self) -> bool:
        """Whether the visitor may change its terms."""
        return self.organises and self.state == "coming" and self.stored.rounds[0].state == "coming"

    @property
    def may_call_off(self) -> bool:
        """Whether the visitor may call it off."""
        is_ahead = self.event.called_off_at is None and self.state in ("coming", "on")
        return self.organises and is_ahead


def card(event: Event, player: Player | None, now: int) -> EventCard:
    """Return an event as a visitor sees it."""
    return EventCard(event, event_state(event, now), player, now)


def points_text(points: float) -> str:
    """Return points as the pages show them: 25, or 21.5 where two shared."""
    return f"{points:.1f}".removesuffix(".0")
