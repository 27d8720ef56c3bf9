"""A finished race as the document that anyone can check."""

from __future__ import annotations

from dataclasses import replace

from games.engine import Deal, Rules
from games.models.database.instants import to_ms
from games.models.races.race import Race
from games.racing import Kind
from games.racing.verification import Committed, PlayedRun, RaceDocument


def race_document(race: Race) -> RaceDocument:
    """Return a closed race as a document, loaded with its deal. Costs three queries.

    :raises ValueError: if the race isn't closed, or its actions were removed.
    """
    if race.starts_at is None or race.closed_at is None:
        raise ValueError(f"{race.code} is not over")
    if race.actions_removed_at is not None:
        raise ValueError(f"the actions of {race.code} were removed")
    deal = race.deal
    return RaceDocument(
        code=race.code,
        kind=Kind(race.kind),
        rules=Rules.parse(race.rules),
        deal=Deal.parse(deal.cards),
        key=None if deal.key is None else bytes(deal.key),
        commitment=deal.commitment,
        committed=Committed.START if deal.public else Committed.BEFORE,
        countdown=race.countdown_s * 1000,
        limit=None if race.limit_s is None else race.limit_s * 1000,
        starts_at=to_ms(race.starts_at),
        closed_at=to_ms(race.closed_at),
        runs=tuple(
            PlayedRun(
                name=entry.player.name,
                assisted=entry.assisted,
                void_reason=entry.void_reason,
                actions=entry.timed_actions(),
                result=replace(entry.settled_run, last_at=None),
                place=entry.place,
            )
            for entry in race.played()
        ),
    )
