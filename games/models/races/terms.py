"""Changing what is raced, and by which clock, while everyone gathers."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.db import transaction

from games import engine, racing
from games.models.database.instants import to_datetime
from games.models.database.news import races_renewed
from games.models.deals.deal import Deal
from games.models.people.player import Player
from games.models.races.conflict import ConflictError
from games.models.races.crowding import refuse_planned, refuse_ranked
from games.models.races.match import change_goal, link_of
from games.models.races.new_race import RaceOptions, draw_deal
from games.models.races.opening import Opening, place_of
from games.models.races.race import Race
from games.models.races.race_event import RaceEventKind
from games.models.races.transition import ATTEMPTS, find_kept
from games.models.races.unstarted import put_back

DRAWN_FOR: Final = ("rules", "kind", "wished_difficulty")
"""The columns that a deal is drawn for."""

KEEPING_THE_DEAL: Final = (
    "countdown_s",
    "limit_s",
    "helped",
    "watchable",
    "bots_allowed",
    "planned_at",
)


@dataclass(frozen=True)
class NewTerms:
    """What a host wants a race to be; `address` is the host's, empty if unknown."""

    host: Player
    rules: str
    options: RaceOptions
    goal: racing.Goal | None = None
    """What the match whose first race it is is played to; None for a single race."""
    address: str = ""
    draw: Callable[[int], bytes] = secrets.token_bytes
    """Return so many random bytes."""

    def columns(self) -> dict[str, Any]:
        """Return the wanted columns of the race."""
        rules = str(engine.Rules.parse(self.rules))
        own = ("kind", *KEEPING_THE_DEAL)
        wish = {"rules": rules, "wished_difficulty": self.options.wished_difficulty or ""}
        return wish | {name: getattr(self.options, name) for name in own}


def change_terms(code: str, wanted: NewTerms, clock: racing.Clock) -> Race:
    """Change the rules and options of a race for its host, until the countdown begins.

    Other rules, another kind or another difficulty put the unseen deal back and draw another. After
    any change, everyone has to be ready again; bots that are no longer allowed lose their seats.
    The change is tried again if others come first.

    :raises Race.DoesNotExist: if no race has this code.
    :raises RefusedError: if the player isn't the host, the countdown runs, or no race can be opened
        like this: see `new_race`.
    :raises EngineError: if the rules are unknown.
    """
    columns = wanted.columns()
    for _ in range(ATTEMPTS):
        race = find_kept(code)
        before = race.load()
        racing.set_terms(before, wanted.host.pk, wanted.options.terms(columns["rules"]), clock())
        link = link_of(race.pk)
        goal = wanted.goal if link is None else link.goal_for(wanted.goal)
        same_goal = goal == (link and link.match.goal)
        if same_goal and all(getattr(race, name) == value for name, value in columns.items()):
            return race
        try:
            return _store(race, before, wanted, columns, clock)
        except ConflictError:
            continue
    raise ConflictError(f"{code}: overtaken {ATTEMPTS} times")


@transaction.atomic
def _store(
    race: Race, before: racing.Race, wanted: NewTerms, columns: dict[str, Any], clock: racing.Clock
) -> Race:
    race.claim()
    # The countdown can't have begun meanwhile, but a limit counts from the moment of the change.
    now = clock()
    racing.set_terms(before, wanted.host.pk, wanted.options.terms(columns["rules"]), now)
    if any(getattr(race, name) != columns[name] for name in DRAWN_FOR):
        columns = {**columns, "deal": _other_deal(race, wanted, columns["rules"], now)}
    if columns["planned_at"] != race.planned_at:
        if columns["planned_at"] is not None:
            refuse_planned(wanted.host, wanted.address, now, besides=race.code)
        columns = {**columns, "replanned_at": to_datetime(now)}
    Race.objects.filter(pk=race.pk).update(**columns, starts_at=columns["planned_at"])
    change_goal(race.pk, wanted.goal, wanted.draw)
    race.entries.filter(ready=True).update(ready=False)
    if not columns["bots_allowed"]:
        race.entries.filter(player__bot=True).delete()
    race.note(RaceEventKind.CHANGED)
    race.renew_before()
    tell = partial(races_renewed.send, Race, codes=(race.code,))
    transaction.on_commit(tell, robust=True)
    return Race.objects.find(race.code)


def _other_deal(race: Race, wanted: NewTerms, rules: str, now: int) -> Deal:
    """Draw another deal for a claimed race, then put its unseen one back."""
    host, options = wanted.host, wanted.options
    if options.kind is racing.Kind.RANKED:
        refuse_ranked(host, wanted.address, rules, now, besides=race.code)
        # From now on the race counts as this host's, who may not have opened it.
        whose = {"player_id": host.person, "place": place_of(host, wanted.address)}
        Opening.objects.update_or_create(
            code=race.code, race=race, defaults={**whose, "opened_at": to_datetime(now)}
        )
    # First draw, or the same deal might come again.
    deal = draw_deal(options.kind, rules, (options.wished_difficulty or "", ""), wanted.draw)
    put_back(race)
    return deal
