"""Opening races."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction

from games import engine, racing
from games.models.database.instants import to_datetime, to_ms
from games.models.deals.deal import KEY_BYTES, Deal
from games.models.deals.difficulty import EASIEST_FIRST, StoredDifficulty
from games.models.deals.proof import Proof, left_to_ranked
from games.models.people.player import Player
from games.models.races.crowding import (
    refuse_planned,
    refuse_races,
    refuse_ranked,
    refuse_seats,
)
from games.models.races.match import begin, seats_after
from games.models.races.opening import Opening, place_of
from games.models.races.race import Race
from games.models.races.transition import save_transition


@dataclass(frozen=True)
class RaceOptions:
    """What the host chooses about a race besides its rules. The fields are columns of `Race`."""

    kind: racing.Kind = racing.Kind.CASUAL
    countdown_s: int = 5
    limit_s: int | None = 600
    """None for a practice."""
    helped: bool = False
    watchable: bool = False
    bots_allowed: bool = False
    gather_s: int | None = None
    """How long a quick race waits for more than two players."""
    lobby: str = ""
    """The game whose quick race this is; empty for others."""
    wished_difficulty: str | None = None
    """Empty for any; None for what suits the host: for a newcomer, the easiest that is ready."""
    planned_at: datetime | None = None
    """The start, whoever is there; None if it depends on the players."""

    def terms(self, rules: str) -> racing.Terms:
        """Return these options with the rules, as the race knows them."""
        return racing.Terms(
            rules=rules,
            kind=self.kind,
            countdown=self.countdown_s * 1000,
            limit=None if self.limit_s is None else self.limit_s * 1000,
            helped=self.helped,
            watchable=self.watchable,
            bots_allowed=self.bots_allowed,
            planned=None if self.planned_at is None else to_ms(self.planned_at),
        )


STANDARD: Final = RaceOptions()


@transaction.atomic
def new_race(
    host: Player | None,
    rules: str,
    clock: racing.Clock,
    options: RaceOptions = STANDARD,
    *,
    deal: Deal | None = None,
    rematch_of: Race | None = None,
    goal: racing.Goal | None = None,
    address: str = "",
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> Race:
    """Open a race with the host seated, on a deal from the stock unless one is passed.

    All deals in the stock are proven, and no one has seen them; a ranked race accepts no others.
    When only those reserved for ranked races and dailies are left, another race gets a published
    proven deal, or else a new, unproven one. The wished difficulty goes before secrecy.

    With a goal it is the first race of a match. `draw(n)` returns n random bytes; `address` is the
    host's, empty if unknown.

    :raises RefusedError: if the countdown, the limit or the planned start is out of bounds, or the
        host opens too many races; "no-deal" if it is ranked and no proven secret deal is ready.
    :raises EngineError: if the rules are unknown.
    """
    now = clock()
    rules = str(engine.Rules.parse(rules))
    if host is not None:
        _refuse(host, rules, options, address, now)
    empty = _empty_race(rules, options, rematch_of, draw)
    deal, wish = _deal_for(host, rules, options, draw, deal)
    race = Race.objects.create(
        code=empty.code,
        rules=rules,
        deal=deal,
        created_at=to_datetime(now),
        starts_at=options.planned_at,
        rematch_of=rematch_of,
        **asdict(replace(options, wished_difficulty=wish)),
    )
    if goal is not None:
        begin(race.pk, goal, draw)
    if host is not None:
        _seat_host(race, empty, host, address, clock)
    return race


def _refuse(host: Player, rules: str, options: RaceOptions, address: str, now: int) -> None:
    refuse_races(host, now)
    refuse_seats(host.pk, options.kind, now)
    if options.kind is racing.Kind.RANKED:
        refuse_ranked(host, address, rules, now)
    if options.planned_at is not None:
        racing.refuse_plan(to_ms(options.planned_at), now)
        refuse_planned(host, address, now)


def _deal_for(
    host: Player | None,
    rules: str,
    options: RaceOptions,
    draw: Callable[[int], bytes],
    deal: Deal | None,
) -> tuple[Deal, str]:
    """Draw a deal unless one is passed; return it with the wished difficulty.

    The difficulty is dropped if unasked and unmet.
    """
    if deal is not None:
        return deal, options.wished_difficulty or ""
    if (wish := options.wished_difficulty) is not None:
        return draw_deal(options.kind, rules, (wish, ""), draw), wish
    if host is None or not host.is_newcomer(engine.Rules.parse(rules).game):
        return draw_deal(options.kind, rules, ("",), draw), ""
    deal = draw_deal(options.kind, rules, EASIEST_FIRST, draw)
    met = deal.proofs.filter(rules=rules).of_difficulty(StoredDifficulty.EASY).exists()
    return deal, StoredDifficulty.EASY if met else ""


def _empty_race(
    rules: str, options: RaceOptions, rematch_of: Race | None, draw: Callable[[int], bytes]
) -> racing.Race:
    """Return a race without seats, with a code that no race has or had."""
    terms = options.terms(rules)
    race = racing.Race(
        code=racing.race_code(draw(racing.CODE_BYTES)),
        gathers=None if options.gather_s is None else options.gather_s * 1000,
        starts_at=terms.planned,
        match=seats_after(None if rematch_of is None else rematch_of.pk),
        **asdict(terms),
    )
    # The link to a race that was deleted before its start must not lead to another one.
    while (
        Race.objects.filter(code=race.code).exists()
        or Opening.objects.filter(code=race.code).exists()
    ):
        race = replace(race, code=racing.race_code(draw(racing.CODE_BYTES)))
    return race


def _seat_host(
    race: Race, empty: racing.Race, host: Player, address: str, clock: racing.Clock
) -> None:
    race.opening = Opening.objects.create(
        race=race,
        code=race.code,
        player_id=host.person,
        place=place_of(host, address),
        opened_at=race.created_at,
    )
    come = host.take_seat if race.gather_s is None else host.come_ready
    save_transition(race, empty, come, clock)


def possible_kind(wanted: racing.Kind, rules: str) -> racing.Kind:
    """Return the kind that a race can have now: casual if no deal is ready for a ranked one."""
    if wanted is racing.Kind.RANKED and not Proof.objects.stock(rules).exists():
        return racing.Kind.CASUAL
    return wanted


def draw_deal(
    kind: racing.Kind, rules: str, wishes: Iterable[str], draw: Callable[[int], bytes]
) -> Deal:
    """Return the deal for a race: see `new_race`. Of the difficulties wished, earlier ones win.

    :raises RefusedError: "no-deal" if it is ranked and no proven secret deal is ready.
    """
    if kind is racing.Kind.RANKED:
        for wish in wishes:
            if deal := Proof.objects.take(rules, wish):
                return deal
        raise racing.RefusedError(
            "no-deal", "No ranked deal is ready for these rules yet. Try again in a minute."
        )
    leave = left_to_ranked(rules)
    for wish in wishes:
        secret = Proof.objects.take(rules, wish, leave)
        if deal := secret or Proof.objects.choose_published(rules, draw, wish):
            return deal
    return Deal.objects.draw(draw(KEY_BYTES))
