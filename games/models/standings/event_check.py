"""Checking an event: its stored results against its stored actions, its tables and its keys."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from games import engine, racing
from games.models.database.instants import to_ms
from games.models.database.snapshot import snapshot
from games.models.races.event import Event, Round
from games.models.races.event_results import as_value, replayed, results


def faults(event: Event, now: int) -> Iterator[str]:
    """Yield a sentence for everything that is wrong. Writes nothing.

    Each round that is over is replayed from its actions; the points and places that follow are
    compared with those of the settled runs, which the pages show.
    """
    with snapshot():
        rounds = list(event.rounds.select_related("deal").order_by("number"))
        shown = results(event)
        again = []
        for number, arrivals in shown:
            one = rounds[number]
            yield from (f"round {one.number}: {fault}" for fault in _tables(one))
            try:
                found = replayed(one)
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
        if as_value(event, rounds, shown).standings() != (
            as_value(event, rounds, tuple(again)).standings()
        ):
            yield "the standings are not those of the actions"
        over = [one for one in rounds if to_ms(one.ends_at) < now and one.seated_at is None]
        if event.called_off_at is None:
            yield from (f"round {one.number}: it was never seated" for one in over)


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
