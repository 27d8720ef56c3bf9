"""Public races and events: those under way, and planned ones that begin soon.

Reading them is shared: each process reads them at most once in `PAGE_SECONDS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from games import racing
from games.models import Event, Player, Race
from games.models.database.instants import to_datetime
from games.models.play import public_races
from games.models.races.event import EventQuerySet
from games.models.races.race import RaceQuerySet
from games.models.races.so_far import followed_runs
from games.pages.deals.counting import counting
from games.pages.deals.labels import title, variant
from games.pages.deals.small_board import SmallBoard, covered_board
from games.pages.races.match_words import TWO, RaceInMatch, race_in_match
from games.pages.site.short_memory import remembered
from games.pages.site.times import late_text, time_text

MOST: Final = 3
"""How many races the start page lists."""

NAMES: Final = 2
"""How many players of a race the start page names."""

PAGE: Final = 12
"""How many races a page of all lists."""


@dataclass(frozen=True)
class Runner:
    """A player of a race under way."""

    player: int
    seat: int
    name: str
    bot: bool
    place: int | None
    run: racing.Run


@dataclass(frozen=True)
class Lane:
    """A player of a race under way, in the reader's language."""

    runner: Runner
    rules: str
    score: str
    """What the player has won of the match, where the scores don't stand side by side."""

    @property
    def name(self) -> str:
        """The name, and whether a program plays."""
        name = self.runner.name
        return _("%(name)s (bot)") % {"name": name} if self.runner.bot else name

    @property
    def bar(self) -> str:
        """The text of the bar for screen readers."""
        words = {"name": self.name, "progress": self.runner.run.progress}
        return str(counting(self.rules).bar) % words

    @property
    def is_home(self) -> bool:
        """Whether the run is won, so that its time tells more than its progress."""
        return self.runner.run.time is not None

    @property
    def figure(self) -> str:
        """The time, if the run is won; otherwise the progress, and how the run ended."""
        run = self.runner.run
        if run.time is not None:
            return time_text(run.time)
        ending = _ending(run.state)
        return f"{ending} · {run.progress}" if ending else str(run.progress)


@dataclass(frozen=True)
class PublicRace:
    """A race to watch, or one that begins soon. It is cached, so nothing in it is translated."""

    code: str
    rules: str
    is_ranked: bool
    starts_at: datetime
    minutes: int | None
    """Since the start; None before it."""
    minutes_left: int
    """Until the start."""
    delay: int
    """How late watchers see its boards, in milliseconds."""
    event: str
    """The name of the event whose table it is; empty of other races."""
    match: RaceInMatch | None
    """Where it is in a match; None of a single race."""
    runners: tuple[Runner, ...]
    """By place."""

    @property
    def title(self) -> str:
        """The game's title."""
        return title(self.rules)

    @property
    def variant(self) -> str:
        """The name of the rules."""
        return variant(self.rules)

    @property
    def match_text(self) -> str:
        """What its match is played to, which race of it this is, and the score of two.

        Empty of a single race.
        """
        players = [runner.player for runner in self.runners]
        return "" if self.match is None else self.match.text(players)

    @property
    def board(self) -> SmallBoard:
        """The game's table, face down: no page shows a card of a race under way."""
        return covered_board(self.rules)

    @property
    def since(self) -> str:
        """How long it has been under way."""
        if not self.minutes:
            return _("just started")
        return _("%(n)s min so far") % {"n": self.minutes}

    @property
    def starts_in(self) -> str:
        """How long it is until the start."""
        hours, minutes = divmod(self.minutes_left, 60)
        if hours:
            return _("in %(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
        return _("in %(n)s min") % {"n": minutes}

    @property
    def late(self) -> str:
        """How late watchers see its boards; empty if at once."""
        return late_text(self.delay) if self.delay else ""

    @property
    def has_progress(self) -> bool:
        """Whether anyone has moved a card, so that there is something to compare."""
        return any(runner.run.moves for runner in self.runners)

    @property
    def lanes(self) -> list[Lane]:
        """The players, the first ones first."""
        # The scores of two stand side by side, in the text of the match.
        match = self.match if len(self.runners) > TWO else None
        return [
            Lane(runner, self.rules, "" if match is None else match.won_by(runner.player))
            for runner in self.runners
        ]

    @property
    def first(self) -> list[Lane]:
        """The players that the start page names."""
        return self.lanes[:NAMES]

    @property
    def others(self) -> int:
        """How many players the start page doesn't name."""
        return len(self.runners[NAMES:])


@dataclass(frozen=True)
class ListedEvent:
    """An event that is on, or one that begins soon."""

    code: str
    name: str
    starts_at: datetime
    round_count: int | None
    player_count: int | None


@dataclass(frozen=True)
class Listing:
    """A page of the public races under way."""

    races: tuple[PublicRace, ...]
    number: int
    count: int
    """How many there are on all pages."""


def latest(player: Player | None, now: int) -> list[PublicRace]:
    """Return the races that the start page shows a player, who sees none of their own.

    Those under way come first, the newest at the top; then those that begin soon.
    """
    # One more, since a player is hardly ever in two of them.
    races = remembered(
        "latest-races", lambda: _shown(public_races.under_way_or_ahead(now)[: MOST + 1], now)
    )
    own = None if player is None else player.pk
    others = [race for race in races if own not in {runner.player for runner in race.runners}]
    return others[:MOST]


def under_way(page: str, now: int) -> Listing:
    """Return a page of all public races under way; the nearest if there is no such page."""
    number = int(page) if page.isdecimal() and len(page) < 6 else 1
    return remembered(f"races-under-way:{number}", lambda: _under_way(number, now))


def ahead(now: int) -> tuple[PublicRace, ...]:
    """Return the public planned races that begin soon, the next one first."""
    return remembered("races-ahead", lambda: _shown(public_races.ahead(now)[:PAGE], now))


def events_on(now: int) -> tuple[ListedEvent, ...]:
    """Return the events that are on, as many as a page lists."""
    return remembered("events", lambda: _events(Event.objects.listed_for(None).on(now)))


def events_ahead(now: int) -> tuple[ListedEvent, ...]:
    """Return the events that begin as soon as the planned races that are listed."""
    soon = to_datetime(now) + public_races.SOON
    found = Event.objects.listed_for(None).coming(now).filter(starts_at__lte=soon)
    return remembered("events-ahead", lambda: _events(found))


def _events(found: EventQuerySet) -> tuple[ListedEvent, ...]:
    columns = ("code", "name", "starts_at", "round_count", "player_count")
    return tuple(ListedEvent(*one) for one in found.counted().values_list(*columns)[:PAGE])


def _under_way(number: int, now: int) -> Listing:
    races = public_races.under_way(now)
    page = Paginator(races, PAGE).get_page(number)
    first = PAGE * (page.number - 1)
    return Listing(_shown(races[first : first + PAGE], now), page.number, page.paginator.count)


def _shown(races: RaceQuerySet, now: int) -> tuple[PublicRace, ...]:
    rows = list(races.select_related("deal", "round__event", "in_match__match"))
    found = followed_runs.races(rows)
    return tuple(_public(row, race, now) for row, race in zip(rows, found, strict=True))


def _public(row: Race, race: racing.Race, now: int) -> PublicRace:
    is_ahead = (race.starts_at or now) > now
    return PublicRace(
        code=race.code,
        rules=race.rules,
        is_ranked=race.kind is racing.Kind.RANKED,
        delay=racing.boards_delay(race.limit) if race.kind.is_blind else 0,
        event="" if row.round is None else row.round.event.name,
        match=race_in_match(row),
        starts_at=to_datetime(race.starts_at or now),
        minutes=None if is_ahead else (now - (race.starts_at or now)) // 60_000,
        minutes_left=-(-max(0, (race.starts_at or now) - now) // 60_000),
        runners=tuple(
            Runner(seat.player, seat.number, seat.name, seat.bot, place, seat.run)
            for place, seat in ((each.place, each.seat) for each in race.standings())
        ),
    )


def _ending(state: racing.RunState) -> str:
    match state:
        case racing.RunState.STUCK:
            return _("stuck")
        case racing.RunState.ENDED:
            return _("stopped")
        case racing.RunState.FORFEIT:
            return _("left")
        case _:
            return ""
