"""The lobby: for each game one race that whoever comes next joins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Count, Q

from games import racing
from games.engine import Rules
from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.people.refusals import PersonalError
from games.models.races.entry import Entry, EntryQuerySet
from games.models.races.new_race import new_race, possible_kind
from games.models.races.race import Race
from games.models.races.transition import change_race

GATHER_S: Final = 30
ABSENT_MS: Final = 20_000
"""Whoever has not been seen for so long does not keep a seat that others wait at."""

ATTEMPTS: Final = 20


def join_lobby(player: Player, game: str, clock: racing.Clock, address: str = "") -> Race:
    """The quick race of a game with the player seated; opened if nobody waits in one.

    It is ranked if a proven secret deal is ready.

    :raises EngineError: if there is no such game.
    :raises TooManyError: if the player has too many seats, or opens too many races.
    """
    rules = str(Rules.of(game, "standard"))
    for _ in range(ATTEMPTS):
        race = Race.objects.filter(lobby=game).first()
        try:
            if race is not None:
                return _join(race, player, clock)
            with transaction.atomic():
                return new_race(
                    player,
                    rules,
                    clock,
                    kind=possible_kind(racing.Kind.RANKED, rules),
                    watchable=True,
                    gather_s=GATHER_S,
                    lobby=game,
                    address=address,
                )
        except Race.DoesNotExist:
            # All have left it a moment ago, and it is closed.
            continue
        except PersonalError:
            # It is about the player: the race is as it should be for everybody else.
            raise
        except racing.RefusedError:
            # It has started, or is full: nobody has to find it any more.
            Race.objects.filter(lobby=game, code=race.code if race else "").update(lobby="")
        except IntegrityError:
            # Somebody else has opened one at the same instant.
            continue
    raise RuntimeError(f"the lobby of {game} changed {ATTEMPTS} times")


def waiting(now: int) -> Mapping[str, int]:
    """How many wait in the lobby of each game where somebody does."""
    seen = Q(entries__seen_at__gte=to_datetime(now - ABSENT_MS))
    open_ones = Race.objects.exclude(lobby="").filter(
        Q(starts_at=None) | Q(starts_at__gt=to_datetime(now + racing.JOIN_CUTOFF))
    )
    counted = open_ones.values("lobby").annotate(here=Count("entries", filter=seen))
    return {row["lobby"]: row["here"] for row in counted if row["here"]}


def _join(found: Race, player: Player, clock: racing.Clock) -> Race:
    def change(race: racing.Race, now: int) -> racing.Race:
        if race.state(now) not in (racing.RaceState.OPEN, racing.RaceState.COUNTDOWN):
            raise racing.RefusedError("already-started", "The race has already started.")
        # Asked for when the row is held: who has come back meanwhile keeps the seat.
        for absent in _absent(found, now).exclude(player=player):
            race = race.leave(absent.player_id, now)
        return race.join(player.pk, player.name, player.guest, now)

    return change_race(found.code, change, clock)[0]


def _absent(race: Race, now: int) -> EntryQuerySet:
    gone = to_datetime(now - ABSENT_MS)
    unseen = Q(seen_at__lt=gone) | Q(seen_at=None, created_at__lt=gone)
    return Entry.objects.filter(unseen, race=race)
