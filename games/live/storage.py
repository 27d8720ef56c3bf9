"""The live race's access to the database: each call is one hop to a thread and a few queries."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Q, Subquery

from games import racing, tasks, tracing
from games.engine import GAMES, Rules
from games.live.abandoned import Abandoned
from games.live.database_thread import in_closing_thread, in_database_thread, in_patient_thread
from games.live.match_state import StoredMatch
from games.live.snapshots import Stored
from games.metrics import TRANSITION_SECONDS
from games.models import Action, Entry, Player, Race
from games.models.database.instants import to_datetime, to_ms
from games.models.play.assisting import mark_assisted
from games.models.play.ghost import solution
from games.models.play.practice import practise_on
from games.models.races import closing, event_end, event_seating
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.models.races.unstarted import give_up_left
from games.models.standings import booking
from games.models.visibility import is_race_hidden_from, only_viewers

abandoned: Final = Abandoned()


@dataclass(frozen=True)
class LoadedRace:
    """A stored race: the state machine, and everything else the live race needs."""

    race: racing.Race
    stored: Stored


@in_database_thread
def load(code: str) -> LoadedRace | None:
    """Return the stored race with this code, or None."""
    try:
        row = Race.objects.find(code)
    except Race.DoesNotExist:
        return None
    race, entries = row.load_with_entries()
    return LoadedRace(race, stored(row, race, entries))


def stored(row: Race, race: racing.Race, entries: Iterable[Entry]) -> Stored:
    """Return what a stored race has beside its state machine."""
    again = None if row.closed_at is None else row.next_race
    return Stored(
        version=row.version,
        dealt=race.dealt,
        commitment=row.deal.commitment,
        published=row.deal.public,
        key=None if row.deal.key is None else bytes(row.deal.key).hex(),
        deal=row.deal.cards,
        difficulty=row.difficulty,
        viewers=only_viewers(row),
        entries={entry.player_id: entry.pk for entry in entries},
        next=None if again is None else again.code,
        next_host=None if again is None else again.host_id,
        next_players=[] if again is None else again.players_as_they_came(),
        has_next_started=again is not None and again.dealt_at is not None,
        next_game=None if again is None else _other_game(row, again),
        is_next_private=again is not None and again.is_private_room,
        match=stored_match(row),
        has_actions=row.actions_removed_at is None,
    )


def _other_game(row: Race, again: Race) -> str | None:
    """Return the title of the next race's game, or None if it is the same game."""
    game = Rules.parse(again.rules).game
    return None if game == Rules.parse(row.rules).game else GAMES[game].title


def stored_match(row: Race) -> StoredMatch | None:
    """Return the match that a race is in. Costs two queries if there is one."""
    if (link := row.link) is None:
        return None
    match = link.match
    names = dict(match.entries().values_list("player", "player__name"))
    return StoredMatch(
        match.code, link.number, match.score(), names, match.is_chosen, match.stopped_by_id
    )


@dataclass(frozen=True)
class StoredState:
    """What may change in a race until its start."""

    version: int
    dealt: bool
    """Whether the cards may be shown."""
    played: bool
    """Whether anyone has acted."""


@in_database_thread
def stored_states(codes: Collection[str]) -> Mapping[str, StoredState]:
    """Return the states of some races, by code."""
    return {code: state for code, state, _ in _stored_states(codes)}


@in_database_thread
def deal_out(codes: Collection[str], clock: racing.Clock) -> Mapping[str, StoredState | None]:
    """Deal the cards of the races that start now, and return the state of all.

    None for a race that is locked: a change may have read the clock before the start, so
    ask again. Unknown races are left out.
    """
    began = time.perf_counter()
    dealt = Race.objects.deal_out(codes, clock)
    for code in dealt:
        TRANSITION_SECONDS.labels("started").observe(time.perf_counter() - began)
        tracing.record("transition started", began, race=code)
    known: dict[str, StoredState | None] = {
        code: StoredState(race.version, True, race.played) for code, race in dealt.items()
    }
    if others := [code for code in codes if code not in known]:
        now = clock()
        for code, state, starts_at in _stored_states(others):
            is_held = starts_at is not None and to_ms(starts_at) <= now and not state.dealt
            known[code] = None if is_held else state
    return known


def _stored_states(codes: Collection[str]) -> Iterator[tuple[str, StoredState, datetime | None]]:
    """Yield some races' codes, states and starts."""
    played = Exists(Action.objects.filter(entry__race=OuterRef("pk")))
    found = Race.objects.filter(code__in=codes)
    fields = found.values_list("code", "version", "dealt_at", "starts_at", played)
    for code, version, dealt_at, starts_at, acted in fields:
        yield code, StoredState(version, dealt_at is not None, acted), starts_at


class Last(NamedTuple):
    """The last stored action of an entry: its number, and its milliseconds after the start."""

    number: int
    ms: int


Lasts: TypeAlias = Mapping[int, Last]
"""The last stored actions, by entry."""


@in_database_thread
def last_actions(codes: Collection[str]) -> Lasts:
    """Return the last stored action of every entry in some races."""
    actions = Action.objects.filter(entry=OuterRef("pk")).order_by("-number")
    entries = Entry.objects.filter(race__code__in=codes).annotate(
        number=Subquery(actions.values("number")[:1]), ms=Subquery(actions.values("ms")[:1])
    )
    found = entries.exclude(number=None).values_list("pk", "number", "ms")
    return {entry: Last(number, ms) for entry, number, ms in found}


@in_database_thread
def all_actions(entries: Collection[int]) -> Mapping[int, list[tuple[str, int]]]:
    """Return the texts and times of some entries' actions, in order."""
    found: dict[int, list[tuple[str, int]]] = {entry: [] for entry in entries}
    actions = Action.objects.filter(entry__in=entries).order_by("entry", "number")
    for entry, text, ms in actions.values_list("entry", "text", "ms"):
        found[entry].append((text, ms))
    return found


@in_closing_thread
def actions_until(known: Mapping[int, int], ms: int) -> Mapping[int, list[tuple[str, int]]]:
    """Return the texts and times of some entries' actions up to `ms` after the start, in order.

    For each entry, only those after its known number.
    """
    found: dict[int, list[tuple[str, int]]] = {entry: [] for entry in known}
    later = [Q(entry=entry, number__gt=number) for entry, number in known.items()]
    actions = Action.objects.filter(reduce(or_, later, Q(pk=None)), ms__lte=ms)
    for entry, text, at in actions.order_by("entry", "number").values_list("entry", "text", "ms"):
        found[entry].append((text, at))
    return found


@in_database_thread
def is_shown_to(code: str, player: int, now: int) -> bool:
    """Return whether a player may see the stored race."""
    return not is_race_hidden_from(Race.objects.find(code), player, now)


@in_database_thread
def plays_elsewhere(code: str, player: int) -> bool:
    """Return whether a player has a seat at another table of the round of the race."""
    seats = Entry.objects.filter(race__round__tables__code=code, player=player)
    return seats.exclude(race__code=code).exists()


@in_database_thread
def stored_actions(entry: int, after: int) -> list[tuple[str, int]]:
    """Return the texts and times of an entry's actions with higher numbers, in order."""
    later = Action.objects.filter(entry=entry, number__gt=after).order_by("number")
    return list(later.values_list("text", "ms"))


@in_patient_thread
def transition(code: str, change: racing.Change, clock: racing.Clock) -> None:
    """Change the stored race, by what the clock says when it is changed.

    The race may start while the call waits for this thread and for the database.

    :raises RefusedError: if the change is refused.
    """
    change_race(code, change, clock)


@in_closing_thread
def close(code: str, clock: racing.Clock) -> None:
    """Settle the stored race, if no one has; book it, and have it analysed."""
    race = Race.objects.find(code)
    if closing.close_race(race, clock):
        booking.book_closed()
        tasks.analyse_race(race)


@in_closing_thread
def close_overdue(clock: racing.Clock) -> None:
    """Settle the races that all have left and no one has closed; book what isn't booked."""
    closed = [*closing.close_overdue(clock), *abandoned.close(clock)]
    event_end.end_idle_rounds(clock)
    give_up_left(clock)
    booking.book_closed()
    for race in closed:
        tasks.analyse_race(race)


@in_closing_thread
def seat_rounds(clock: racing.Clock) -> None:
    """Seat the rounds of events that are about to start, unless another process has."""
    event_seating.seat_rounds(clock)


@in_closing_thread
def note_idle(code: str, clock: racing.Clock) -> None:
    """Store that no one plays at a table; end its round if that holds for all of its tables."""
    event_end.note_idle(Race.objects.find(code))
    event_end.end_idle_rounds(clock)


@in_database_thread
def rematch(code: str, player: int, address: str, clock: racing.Clock) -> None:
    """Open the rematch of a race, or take a seat in it.

    :raises RefusedError: if the race is not over, or the player was not in it.
    """
    if (person := Player.objects.filter(pk=player).first()) is None:
        raise racing.RefusedError("not-seated", "You weren't in this race.")
    tasks.search_for(open_rematch(Race.objects.find(code), person, clock, address))


@in_database_thread
def practise_again(code: str, player: int, clock: racing.Clock) -> str:
    """Begin another practice on the deal of a race, and return its code.

    :raises RefusedError: if the deal is secret.
    """
    return practise_on(Race.objects.find(code), Player.objects.get(pk=player), clock).code


@in_database_thread
def assist(entry: int, now: int, hints: int = 0) -> None:
    """Mark an entry as assisted and count its hints, before any help leaves.

    :raises RefusedError: if it may not be helped now; it isn't marked then.
    """
    mark_assisted(entry, now, hints)


@in_database_thread
def published_solution(entry: int) -> tuple[str, ...]:
    """Return the solution of an entry's deal if it is published; no moves otherwise."""
    race = Entry.objects.select_related("race__deal").get(pk=entry).race
    proof = solution(race.deal, race.rules)
    return tuple(proof.line.split()) if proof else ()


@in_database_thread
def mark_present(entries: Collection[int], now: int) -> None:
    """Store that the players of these entries are present."""
    Entry.objects.mark_present(entries, now)


@in_database_thread
def away(codes: Collection[str], since: int) -> Mapping[str, AbstractSet[int]]:
    """Return, by race, the players who have not been seen since an instant."""
    gone: dict[str, set[int]] = defaultdict(set)
    seats = Entry.objects.filter(race__code__in=codes).exclude(seen_at__gte=to_datetime(since))
    for code, player in seats.values_list("race__code", "player"):
        gone[code].add(player)
    return gone
