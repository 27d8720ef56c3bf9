"""An event as a visitor sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.formats import number_format

from games.live.event_hall import ROWS
from games.models import Event, Player, Round
from games.models.races.event_results import results
from games.models.standings.event_state import EventState, SeatedTable, StoredRound, event_state
from games.pages.deals.counting import Counting, counting
from games.pages.deals.labels import difficulty, title, variant
from games.pages.races.event.round_words import best_text
from games.pages.races.results import MEDALS, Podium
from games.pages.site.times import late_text
from games.racing import EventStanding, told_apart
from games.racing.event import places, points


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
    def instead(self) -> str:
        """How hard its deal is where that isn't what the organiser wants; empty otherwise."""
        return difficulty(self.state.instead or "")

    @property
    def awaits(self) -> bool:
        """Whether no deal as hard as its organiser wants has been found yet."""
        is_coming = self.state.state == "coming"
        return is_coming and bool(self.stored.wished_difficulty) and self.stored.deal_id is None

    @property
    def minutes(self) -> int:
        """How long it lasts."""
        return self.stored.limit_s // 60

    @property
    def counting(self) -> Counting:
        """How its game tells how far a run came."""
        return counting(self.stored.rules)

    @property
    def best(self) -> str:
        """Whom its first place went to, and with what; empty until then."""
        return "" if self.state.best is None else best_text(self.state.best, self.stored.rules)


@dataclass(frozen=True)
class StandingCard:
    """A row of the standings."""

    standing: EventStanding
    player: Player
    name: str
    """The player's name, numbered if others of the name stand there too."""
    left: bool
    """Whether the player no longer takes part."""

    @property
    def points(self) -> str:
        """The points, with a decimal where places were shared."""
        return points_text(float(self.standing.points))


@dataclass(frozen=True)
class RoundPoints:
    """What a player reached in a round."""

    place: int
    points: str


@dataclass(frozen=True)
class OwnRound:
    """What the visitor reached in a round that is over, and in the event so far."""

    reached: RoundPoints | None
    """None without a move."""
    row: StandingCard | None
    """None without a round raced, and to those who only watch."""


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
        found = self.event.rounds.order_by("number")
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
        names = told_apart({key: player.name for key, player in players.items()})
        left = self.stored.left
        return [
            StandingCard(one, players[one.player], names[one.player], one.player in left)
            for one in shown
        ]

    @property
    def has_accounts(self) -> bool:
        """Whether anyone of those shown has an account: beside them, guests are marked."""
        return any(not one.player.guest for one in self.standings)

    @cached_property
    def by_round(self) -> Sequence[tuple[StandingCard, Sequence[RoundPoints | None]]]:
        """What each player shown reached in each round; None without a move. Costs a query.

        Empty until the event is over.
        """
        if self.state != "over":
            return ()
        found = dict(results(self.event))
        numbers = range(len(self.stored.rounds))
        reached = [places(found.get(number, ())) for number in numbers]
        won = [points(found.get(number, ())) for number in numbers]
        return [
            (
                one,
                [
                    RoundPoints(reached[number][player], points_text(float(won[number][player])))
                    if player in reached[number]
                    else None
                    for number in numbers
                ],
            )
            for one in self.standings
            if one.standing.places
            for player in [one.player.pk]
        ]

    def own_round(self, number: int) -> OwnRound | None:
        """Return what the visitor reached in a round, and overall; None until it is over.

        Costs two queries.
        """
        if self.player is None or self.rounds[number - 1].state.state != "over":
            return None
        own: int = self.player.pk
        arrivals = dict(results(self.event, {number})).get(number - 1, ())
        place = places(arrivals).get(own)
        reached = place and RoundPoints(place, points_text(float(points(arrivals)[own])))
        row = next((one for one in self.standings if one.player.pk == own), None)
        return OwnRound(reached or None, row)

    @property
    def raced(self) -> int:
        """How many have moved a card in a round that is over."""
        return sum(bool(one.places) for one in self.stored.standings({}))

    @property
    def winners(self) -> Sequence[str]:
        """The names of those who share the first place; no one if no one raced."""
        return [
            one.name for one in self.standings if one.standing.place == 1 and one.standing.places
        ]

    @property
    def wins_alone(self) -> bool:
        """Whether the visitor alone has the first place."""
        first = [one for one in self.standings if one.standing.place == 1]
        return len(first) == 1 and first[0].player == self.player

    @property
    def podium(self) -> Sequence[StandingCard]:
        """Who stands on the podium once it is over: the first three places, if there is room."""
        first = [one for one in self.standings if (one.standing.place or MEDALS + 1) <= MEDALS]
        return first if self.state == "over" and len(first) <= Podium.most else ()

    @property
    def joined(self) -> bool:
        """Whether the visitor takes part in the next round."""
        return self.player is not None and self.player.pk in self.stored.players

    @property
    def removed(self) -> bool:
        """Whether the organiser has removed the visitor."""
        return self.player is not None and self.player.pk in self.stored.removed

    @property
    def joins_round(self) -> int:
        """The number of the next round that seats players; 0 if none follows."""
        ahead = (one.state.number for one in self.rounds if one.stored.takes_players(self.now))
        return next(ahead, 0)

    @property
    def in_from(self) -> int:
        """The first round of a visitor who came once the event had begun; 0 of anyone else."""
        own = self.player and self.player.pk
        is_known = self.table is not None or any(one.player.pk == own for one in self.standings)
        return 0 if self.state == "coming" or is_known else self.joins_round

    @property
    def more_names(self) -> int:
        """How many take part besides those named before the first round."""
        return len(self.stored.players) - len(self.stored.names)

    @property
    def late(self) -> str:
        """How late watchers see the boards of the latest round; empty once it is over."""
        latest = next((one for one in self.stored.rounds if one.number == self.stored.latest), None)
        return "" if latest is None or latest.state == "over" else late_text(latest.delay)

    @property
    def may_join(self) -> bool:
        """Whether the last round has yet to begin."""
        last = self.rounds[-1].stored
        is_ahead = self.event.called_off_at is None and last.takes_players(self.now)
        return is_ahead and not self.removed

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

    @property
    def has_aside(self) -> bool:
        """Whether there is anything to do or to watch beside its rounds and standings."""
        return self.state in ("coming", "on")

    @property
    def may_repeat(self) -> bool:
        """Whether the visitor is offered to plan another like it."""
        return self.organises and not self.may_call_off


def card(event: Event, player: Player | None, now: int) -> EventCard:
    """Return an event as a visitor sees it."""
    return EventCard(event, event_state(event, now), player, now)


def points_text(points: float) -> str:
    """Return points as the pages show them: 25, or 21.5 where two shared."""
    return number_format(points, 0 if points == int(points) else 1)
