"""Rematches, which are the next races of a match."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from django.db import IntegrityError, transaction

from games import racing
from games.models.people.player import Player
from games.models.people.wishes import NoticeKind
from games.models.races.match import LEFT, Match, MatchRace, begin, link_of
from games.models.races.new_race import RaceOptions, new_race, possible_kind
from games.models.races.notice import Notice
from games.models.races.race import Race
from games.models.races.transition import ATTEMPTS, change_race

CALLED_MS: Final = 10 * 60_000
"""How long those of the race before are called to the next."""


def open_rematch(
    of: Race,
    player: Player,
    clock: racing.Clock,
    address: str = "",
    draw: Callable[[int], bytes] = secrets.token_bytes,
    *,
    ready: bool = True,
) -> Race:
    """Seat a player in the one race that follows; the first to ask opens it.

    It makes a single race the first of an open series. The countdown begins once everyone of the
    match has come, or after a wait for those who have.

    :raises RefusedError: if the race isn't over, or is a practice or an attempt; if the player has
        no seat in its match; "match-over" if that was stopped; or if the next race has started or
        is full.
    """
    if of.kind == racing.Kind.SOLO:
        raise racing.RefusedError("no-rematch", "Practice has no rematch. Play it again instead.")
    if of.kind == racing.Kind.EVENT:
        raise racing.RefusedError("no-rematch", "The event goes on with its next round.")
    if of.kind == racing.Kind.ANYTIME:
        raise racing.RefusedError("no-rematch", "Everyone gets one attempt at an any-time race.")
    if of.kind == racing.Kind.DAILY:
        raise racing.RefusedError("daily", "You get one attempt at a daily challenge.")
    if of.closed_at is None:
        raise racing.RefusedError("not-over", "The race isn't over yet.")
    if not _was_there(of, player):
        raise racing.RefusedError("not-seated", "You weren't in this race.")
    for _ in range(ATTEMPTS):
        again = Race.objects.filter(rematch_of=of).first()
        try:
            if again is None:
                again = _open(of, player, clock, address, draw)
            return change_race(again.code, _coming(player, ready), clock)[0]
        except IntegrityError:
            # Another was first to open it.
            continue
        except racing.RefusedError as refusal:
            # Those who came first have left again, so it was deleted: open another.
            if refusal.code != "never-started":
                raise
    raise racing.never_started()


@transaction.atomic
def _open(
    of: Race, player: Player, clock: racing.Clock, address: str, draw: Callable[[int], bytes]
) -> Race:
    match, number = _next_of(of, draw)
    again = new_race(
        player, of.rules, clock, _options_of(of), rematch_of=of, address=address, draw=draw
    )
    MatchRace.objects.create(match=match, race=again, number=number)
    others = of.entries.exclude(player=player).exclude(state__in=LEFT)
    called = set(others.values_list("player", flat=True))
    # Those who were told aren't told again if the race is left and opened anew.
    cause = f"rematch of {of.pk}"
    Notice.objects.invite(called, NoticeKind.REMATCH, again, player, clock(), CALLED_MS, cause)
    return again


def _was_there(of: Race, player: Player) -> bool:
    if of.entries.filter(player=player).exists():
        return True
    match = Match.objects.filter(races__race=of).first()
    return match is not None and match.entries().filter(player=player).exists()


def _next_of(of: Race, draw: Callable[[int], bytes]) -> tuple[Match, int]:
    """Return the match that the next race belongs to, and its number there.

    After a match that is decided, another to the same goal begins.
    """
    link = link_of(of.pk)
    if link is None:
        return begin(of.pk, racing.OPEN_SERIES, draw, chosen=False), 2
    score = link.match.hold()
    if score.stopped:
        raise racing.RefusedError("match-over", "The match was stopped. Open another race.")
    if score.is_over:
        return Match.objects.open_for(score.goal, draw), 1
    return link.match, link.number + 1


def _coming(player: Player, ready: bool) -> racing.Change:
    """Return the change that seats a player, ready if they don't want to choose first."""

    def come(race: racing.Race, now: int) -> racing.Race:
        joined = player.take_seat(race, now)
        return joined.set_ready(player.pk, True, now) if ready else joined

    return come


def _options_of(race: Race) -> RaceOptions:
    """Return the options of a race for its rematch, which is casual if no ranked deal is ready."""
    return RaceOptions(
        kind=possible_kind(racing.Kind(race.kind), race.rules),
        countdown_s=race.countdown_s,
        limit_s=race.limit_s,
        helped=race.helped,
        watchable=race.watchable,
        bots_allowed=race.bots_allowed,
        wished_difficulty=race.wished_difficulty,
    )
