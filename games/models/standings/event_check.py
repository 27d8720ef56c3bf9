"""Checking an event: its stored results against its stored actions, its tables and its keys."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from games import engine, racing
from games.models.database.instants import to_ms
from games.models.database.snapshot import snapshot
from games.models.races.entry import Entry
from games.models.races.event import Event, Round
from games.models.races.event_results import as_value, replayed, results
from games.models.races.race import Race


def faults(event: Event, now: int, step: Callable[[], object] = lambda: None) -> Iterator[str]:
    """Yield a sentence for everything that is wrong. Writes nothing; calls `step` for each round.

    Each round that is over is replayed from its actions; the points and places that follow are
    compared with those of the settled runs, which the pages show. Runs whose actions were removed
    count as settled: see `unchecked`.
    """
    with snapshot():
        rounds = list(event.rounds.select_related("deal").order_by("number"))
        shown = results(event)
        again = []
        for number, arrivals in shown:
            one = rounds[number]
            yield from (f"round {one.number}: {fault}" for fault in _tables(one))
            try:
                found = {**_settled(one, arrivals), **replayed(one)}
            except (engine.EngineError, racing.RefusedError, ValueError) as error:
                yield f"round {one.number}: a table cannot be replayed: {error}"
                return
            for arrival in arrivals:
                if found.get(arrival.player) != arrival:
                    yield (
                        f"round {one.number}: the run of player {arrival.player} counts as"
                        f" {arrival.rank_key}, but its actions give"
                        f" {getattr(found.get(arrival.player), 'rank_key', None)}"
                    )
            again.append((number, tuple(found.values())))
            step()
        if as_value(event, rounds, shown).standings() != (
            as_value(event, rounds, tuple(again)).standings()
        ):
            yield "the standings are not those of the actions"
        over = [one for one in rounds if to_ms(one.ends_at) < now and one.seated_at is None]
        if event.called_off_at is None:
            yield from (f"round {one.number}: it was never seated" for one in over)


def unchecked(event: Event) -> list[int]:
    """Return the numbers of the rounds with tables whose actions were removed for their age."""
    tables = Race.objects.filter(round__event=event, actions_removed_at__isnull=False)
    return sorted(set(tables.values_list("round__number", flat=True)))


def _settled(one: Round, arrivals: racing.Arrivals) -> dict[int, racing.Arrival]:
    """Return those of a round's runs whose actions were removed, by player."""
    removed = Entry.objects.filter(race__round=one, race__actions_removed_at__isnull=False)
    players = set(removed.values_list("player", flat=True))
    return {arrival.player: arrival for arrival in arrivals if arrival.player in players}


def _tables(one: Round) -> Iterator[str]:
    """Yield what is wrong with the tables of a round, or with its deal."""
    deal = one.deal
    if deal is None or deal.key is None:
        yield "it was raced without a committed deal"
        return
    key = bytes(deal.key)
    if hashlib.sha256(key).hexdigest() != deal.commitment:
        yield "the key doesn't give the commitment"
    if str(engine.Deal.from_key(key)) != deal.cards:
        yield "the key gives other cards"
    for race in one.tables.order_by("pk"):
        same = (race.deal_id, race.rules, race.starts_at, race.limit_s)
        if same != (deal.pk, one.rules, one.starts_at, one.limit_s):
            yield f"table {race.code} raced on something else"
