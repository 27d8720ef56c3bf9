"""The lobby: one open race per game that the next player joins."""

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
from games.models.races.new_race import RaceOptions, new_race, possible_kind
from games.models.races.race import Race
from games.models.races.transition import change_race

GATHER_S: Final = 30
ABSENT_MS: Final = 8000
"""How long a player can be absent before losing a seat in a quick race to another: two heartbeats.

Otherwise the newcomer would race a whole race against a closed page.
"""

COMING_MS: Final = 20_000
"""The same for a player whose page hasn't opened yet."""

ATTEMPTS: Final = 20


def join_lobby(player: Player, game: str, clock: racing.Clock, address: str = "") -> Race:
    """Seat a player in the quick race of a game, and return it; open one if none is waiting.

    Whoever comes to race now is ready, so two start at once. It is ranked if a proven secret deal
    is ready.

    :raises EngineError: if there is no such game.
    :raises RefusedError: "no-bots" to a bot: no one here has agreed to race one.
    :raises TooManyError: if the player has too many seats, or opens too many races.
    """
    rules = str(Rules.of(game, "standard"))
    if player.bot:
        raise racing.RefusedError("no-bots", "Quick races are for people.")
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
                    RaceOptions(
                        kind=possible_kind(racing.Kind.RANKED, rules),
                        watchable=True,
                        gather_s=GATHER_S,
                        lobby=game,
                    ),
                    address=address,
                )
        except Race.DoesNotExist:
            # All players just left it, so it was deleted.
            continue
        except PersonalError:
            # The refusal is about the player, not the race, which stays in the lobby.
            raise
        except racing.RefusedError:
            # It has started or is full: take it out of the lobby.
            Race.objects.filter(lobby=game, code=race.code if race else "").update(lobby="")
        except IntegrityError:
            # A concurrent call opened one first.
            continue
    raise RuntimeError(f"the lobby of {game} changed {ATTEMPTS} times")


def waiting(now: int) -> Mapping[str, int]:
    """Return how many players wait in the lobby of each game; games without any are left out."""
    seen = Q(entries__seen_at__gte=to_datetime(now - ABSENT_MS))
    open_ones = Race.objects.exclude(lobby="").filter(
        Q(starts_at=None) | Q(starts_at__gt=to_datetime(now + racing.JOIN_CUTOFF))
    )
    counted = open_ones.values("lobby").annotate(here=Count("entries", filter=seen))
    return {row["lobby"]: row["here"] for row in counted if row["here"]}


def waits_in(player: Player) -> set[str]:
    """Return the games in whose lobby a player has a seat."""
    own = Race.objects.exclude(lobby="").filter(entries__player=player, starts_at=None)
    return set(own.values_list("lobby", flat=True))


def _join(found: Race, player: Player, clock: racing.Clock) -> Race:
    def change(race: racing.Race, now: int) -> racing.Race:
        if race.state(now) not in (racing.RaceState.OPEN, racing.RaceState.COUNTDOWN):
            raise racing.RefusedError("already-started", "The race has already started.")
        # Read under the lock: a player who came back meanwhile keeps the seat.
        for absent in _absent(found, now).exclude(player=player):
            race = race.leave(absent.player_id, now)
        return player.come_ready(race, now)

    return change_race(found.code, change, clock)[0]


def _absent(race: Race, now: int) -> EntryQuerySet:
    gone, late = to_datetime(now - ABSENT_MS), to_datetime(now - COMING_MS)
    unseen = Q(seen_at__lt=gone) | Q(seen_at=None, created_at__lt=late)
    return Entry.objects.filter(unseen, race=race)
