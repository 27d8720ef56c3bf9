"""Contests: concurrent operations, each on its own connection.

A contest runs in a process with its own database and prints the result as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from threading import Barrier, Thread
from typing import Any

from allauth.idp.oidc.models import Token
from django.db import IntegrityError, connection
from django.test import Client, override_settings

from games.models import Action, Daily, Deal, Entry, Player, Proof, Race, RatingChange
from games.models.database.instants import to_datetime
from games.models.races.closing import close_race
from games.models.races.lobby import join_lobby
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.models.races.unstarted import give_up
from games.models.standings.booking import book_race
from games.models.standings.rating import wrong_ratings
from games.racing import Kind, RefusedError
from tests.applications import refresh, refresh_token, submit
from tests.clocks import at
from tests.models.dailies import GAME, prove
from tests.models.stored_races import END, NOW, RULES, closed_race, join, open_race, started_race


def at_once(deeds: Sequence[Callable[[], Any]]) -> list[Any]:
    """Start some calls together; return their results, or the codes of refusals."""
    results: list[Any] = [None] * len(deeds)
    ready = Barrier(len(deeds))

    def do(number: int, deed: Callable[[], Any]) -> None:
        connection.ensure_connection()
        ready.wait()
        try:
            results[number] = deed()
        except RefusedError as refusal:
            results[number] = refusal.code
        except IntegrityError:
            results[number] = "taken"
        except Race.DoesNotExist:
            results[number] = "gone"
        finally:
            connection.close()

    threads = [Thread(target=do, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def guests(count: int) -> list[Player]:
    return [Player.objects.create_guest() for _ in range(count)]


def last_seat() -> dict[str, Any]:
    """Let two players join a race that has one seat left."""
    race = open_race(*guests(9))
    joins = at_once([partial(join, race, player) for player in guests(2)])
    seats = list(race.entries.order_by("seat").values_list("seat", flat=True))
    return {"joins": joins, "seats": seats}


def full_table() -> dict[str, Any]:
    """Let nine players join the host."""
    race = open_race(*guests(1))
    joins = at_once([partial(join, race, player) for player in guests(9)])
    seats = list(race.entries.order_by("seat").values_list("seat", flat=True))
    return {"joins": joins, "seats": seats}


def rematch() -> dict[str, Any]:
    """Let eight players ask for the rematch."""
    players = guests(8)
    race = closed_race(*players)
    races = at_once([partial(open_rematch, race, player, at(END)) for player in players])
    again = Race.objects.get(rematch_of=race)
    return {
        "codes": sorted({race.code for race in races}),
        "code": again.code,
        "seated": again.entries.count(),
        "deals": Deal.objects.count(),
    }


def first_visitors() -> dict[str, Any]:
    """Let eight calls ask for a new daily, and four players open it twice each."""
    for number in range(1, 9):
        prove(number)
    dailies = at_once([partial(Daily.objects.of_day, GAME, NOW) for _ in range(8)])
    players = guests(4)
    tabs = [partial(dailies[0].attempt, player, at(NOW)) for player in players * 2]
    attempts = at_once(tabs)
    return {
        "dailies": sorted({daily.pk for daily in dailies}),
        "stock": Proof.objects.filter(in_stock=True).count(),
        "attempts": len({attempt.pk for attempt in attempts}),
        "races": Race.objects.count(),
    }


def lobby() -> dict[str, Any]:
    """Let eight players ask for a quick race."""
    players = guests(8)
    races = at_once([partial(join_lobby, player, "applegate", at(NOW)) for player in players])
    return {
        "codes": len({race.code for race in races}),
        "seats": list(races[0].entries.order_by("seat").values_list("seat", flat=True)),
    }


def giving_back() -> dict[str, Any]:
    """Leave, join, start, give up and deal a race at once, several times.

    The clocks disagree: the dealing call sees the start as past, the others can still stop it.
    """
    outcomes = []
    for number in range(12):
        host, other = guests(2)
        proof = prove(number + 1)
        race = new_race(host, RULES, at(NOW), RaceOptions(kind=Kind.RANKED))
        code, deals = race.code, number % 2 == 0
        if deals:
            started(race, host)
        change = partial(change_race, code, clock=at(NOW))
        left = to_datetime(NOW - 1)
        Entry.objects.filter(race=race).update(seen_at=left)
        found = Race.objects.find(code)
        deeds: list[Callable[[], Any]] = [
            partial(change, change=lambda r, now, host=host: r.leave(host.pk, now)),
            partial(change, change=lambda r, now, p=other: r.join(p.pk, p.name, True, now)),
            partial(give_up, found, NOW),
        ]
        if deals:
            deeds.append(partial(Race.objects.deal_out, [code], at(NOW + 60_000)))
        else:
            deeds.append(partial(started, race, host))
        at_once(deeds)
        stored = Race.objects.filter(code=code).first()
        proof.refresh_from_db()
        outcomes.append(
            {
                "race": stored is not None,
                "in_stock": proof.in_stock,
                "dealt": stored is not None and stored.dealt_at is not None,
                "seats": Entry.objects.filter(race__code=code).count(),
            }
        )
        Proof.objects.update(in_stock=False)
    return {"outcomes": outcomes}


def started(race: Race, host: Player) -> None:
    change_race(race.code, lambda r, now: r.start(host.pk, now), at(NOW))


def one_address() -> dict[str, Any]:
    """Let eight guests of one address each open a ranked race."""
    for number in range(1, 9):
        prove(number)
    ranked = RaceOptions(kind=Kind.RANKED)
    opened = partial(new_race, rules=RULES, options=ranked, clock=at(NOW), address="::1")
    with override_settings(RANKED_ROOMS_PER_ADDRESS=3):
        at_once([partial(opened, guest) for guest in guests(8)])
    return {"races": Race.objects.count(), "stock": Proof.objects.stock(RULES).count()}


def ratings() -> dict[str, Any]:
    """Book finished races at once, in reverse order."""
    players = guests(4)
    Player.objects.update(guest=False)
    races = []
    for number in range(8):
        prove(number + 1)
        race = new_race(players[0], RULES, at(NOW), RaceOptions(kind=Kind.RANKED))
        for player in players[1:]:
            join(race, player)
        race = change_race(race.code, lambda r, now: r.start(players[0].pk, now), at(NOW))[0]
        close_race(race, at(END))
        end = to_datetime(END + number // 3)
        Race.objects.filter(pk=race.pk).update(closed_at=end)
        for place, player in enumerate(players[number % 4 :] + players[: number % 4], 1):
            won = {"state": "won", "time_ms": 60_000 * place, "place": place}
            race.entries.filter(player=player).update(**won)
        races.append(Race.objects.select_related("deal").get(pk=race.pk))
    at_once([partial(book_race, race) for race in reversed(races)])
    return {"wrong": list(wrong_ratings(GAME)), "changes": RatingChange.objects.count()}


def close() -> dict[str, Any]:
    """Close one race in eight calls."""
    race = started_race(*guests(3))
    loaded = [Race.objects.get(pk=race.pk) for _ in range(8)]
    closed = at_once([partial(close_race, race, at(END)) for race in loaded])
    return {"closed": closed, "bells": Action.objects.count()}


def same_number() -> dict[str, Any]:
    """Store the same action twice, as from two tabs."""
    entry = started_race(*guests(1)).entries.get()
    deal = partial(Action.objects.create, entry=entry, number=1, ms=1000, text="deal")
    return {"sent": list(map(str, at_once([deal, deal]))), "stored": Action.objects.count()}


def last_move() -> dict[str, Any]:
    """Store a player's last move while the race closes, ten times."""
    outcomes = []
    for _ in range(10):
        player = guests(1)[0]
        race = started_race(player, rules="agnes-sorel")
        entry = race.entries.get()
        deal = partial(Action.objects.create, entry=entry, number=1, ms=END - NOW, text="deal")
        move, closed = at_once([deal, partial(close_race, race, at(END))])
        settled = Race.objects.get(pk=race.pk)
        outcomes.append(
            {
                "move": str(move),
                "closed": closed,
                "state": Entry.objects.get(pk=entry.pk).state,
                "derived": settled.load() == settled.replay(),
            }
        )
    return {"outcomes": outcomes}


@override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False)
def refresh_twice() -> dict[str, Any]:
    """Let two programs trade one refresh token: one of them has stolen it."""
    client, text = refresh_token(Player.objects.create_user("alice"))
    sent = refresh(client, text)
    statuses = at_once([lambda: submit(Client(), "token", sent).status_code] * 2)
    return {"statuses": statuses, "tokens": Token.objects.count()}


def run(contest: str) -> None:
    """Print the result of a contest."""
    found: Callable[[], dict[str, Any]] = globals()[contest]
    json.dump(found(), sys.stdout)
