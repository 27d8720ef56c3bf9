"""Who may ask the API for what: every operation, by every kind of caller."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.api.documents.openapi import document, operations, scopes
from games.models import AccessToken, Deal, Match, Player, Race, Webhook
from games.models.deals.deal import KEY_BYTES
from games.models.people.bot import make_bot
from games.models.people.token import Scope, digest
from games.models.play.practice import begin_practice
from games.models.races.closing import close_race
from games.models.races.daily import day_of
from games.models.races.rematch import open_rematch
from games.models.races.webhook import WebhookFormat
from games.pages.site.clock import now
from tests.api.programs import token_of
from tests.applications import granted_token
from tests.clocks import at
from tests.models.anytime_races import anytime
from tests.models.dailies import GAME, prove
from tests.models.events import planned
from tests.models.stored_races import END, RULES, act, closed_race, open_race, started_race
from tests.players import bot as bot
from tests.players import charlie as charlie
from tests.sampling import sample
from tests.staff import staff as staff

pytestmark = pytest.mark.django_db

CALLERS = ("nobody", "guest", "player", "application", "unscoped", "bot", "other", "staff")
"""Nobody has no token, and a guest only cookies. The player is Alice, and the application and the
bot are hers; `unscoped` is a token of hers with every scope but the one that it takes. The bot's
token has every scope that bots have. The other is Bob.
"""

TABLE = {
    # What everyone may read is the same for all.
    "get games": (200,) * 8,
    "get games/{game}": (200,) * 8,
    "get help": (200,) * 8,
    "get dailies/{day}": (200,) * 8,
    "get dailies/{day}/{game}": (404,) * 8,
    "get leaderboards/{game}/{preset}/{period}": (200,) * 8,
    "get leaderboards/{game}/{preset}/{period}/players/{id}": (404,) * 8,
    "get ratings/{game}": (200,) * 8,
    "get races": (200,) * 8,
    "get quick-races": (200,) * 8,
    "get players/{id}": (200,) * 8,
    "get players/{id}/races": (200,) * 8,
    "get entries/{id}": (200,) * 8,
    "get entries/{id}/frames": (200,) * 8,
    "get events": (200,) * 8,
    # A practice is its player's own.
    "get races/{code}": (404, 404, 200, 200, 404, 404, 404, 404),
    "get races/{code}/events": (404, 404, 200, 200, 404, 404, 404, 404),
    "get matches/{code}": (200,) * 8,
    "get anytime/{code}": (200,) * 8,
    "get competitions": (200,) * 8,
    "get competitions/{code}": (200,) * 8,
    "get competitions/{code}/standings": (200,) * 8,
    # Its deal is secret until it ends, even from that player.
    "get races/{code}/deal": (404,) * 8,
    # Yourself.
    "get me": (401, 401, 200, 200, 403, 200, 200, 200),
    "get me/races": (401, 401, 200, 200, 403, 200, 200, 200),
    "get anytime": (401, 401, 200, 200, 403, 200, 200, 200),
    "get me/events": (401, 401, 200, 200, 403, 200, 200, 200),
    "get me/notices": (401, 401, 200, 200, 403, 200, 200, 200),
    "post me/notices/seen": (401, 401, 204, 204, 403, 204, 204, 204),
    "get me/bots": (401, 401, 200, 200, 403, 403, 200, 200),
    "post me/bots": (401, 401, 201, 201, 403, 403, 201, 201),
    "delete me/bots/{id}": (401, 401, 204, 204, 403, 403, 404, 404),
    "get me/tokens": (401, 401, 200, 200, 403, 403, 200, 200),
    "delete me/tokens/{id}": (401, 401, 204, 204, 403, 403, 404, 404),
    "get me/webhooks": (401, 401, 200, 200, 403, 403, 200, 200),
    "post me/webhooks": (401, 401, 201, 201, 403, 403, 201, 201),
    "delete me/webhooks/{id}": (401, 401, 204, 204, 403, 403, 404, 404),
    "post me/webhooks/{id}/test": (401, 401, 204, 204, 403, 403, 404, 404),
    "get me/webhooks/{id}/deliveries": (401, 401, 200, 200, 403, 403, 404, 404),
    "post me/tickets": (401, 401, 201, 201, 403, 201, 201, 201),
    # What anyone with a token may begin.
    "post races": (401, 401, 201, 201, 403, 409, 201, 201),
    "post anytime": (401, 401, 201, 201, 403, 409, 201, 201),
    "post practices": (401, 401, 201, 201, 403, 201, 201, 201),
    "post quick-races": (401, 401, 201, 201, 403, 409, 201, 201),
    # A race that Alice hosts, and Charlie sits in.
    "post races/{code}/join": (401, 401, 201, 201, 403, 409, 201, 201),
    "post races/{code}/ready": (401, 401, 201, 201, 403, 409, 409, 409),
    "post races/{code}/start": (401, 401, 201, 201, 403, 409, 409, 409),
    # Who isn't in a race has left it.
    "post races/{code}/leave": (401, 401, 204, 204, 403, 204, 204, 204),
    # An any-time race of Alice's with free seats.
    "post anytime/{code}/attempt": (401, 401, 201, 201, 403, 409, 201, 201),
    # Even its host waits for a second player.
    "post anytime/{code}/close-seats": (401, 401, 409, 409, 403, 409, 409, 409),
    # An event of Alice's: guests and bots plan none, and bots take no part.
    "post competitions": (401, 401, 201, 201, 403, 409, 201, 201),
    "post competitions/{code}/terms": (401, 401, 201, 201, 403, 409, 409, 409),
    "post competitions/{code}/call-off": (401, 401, 201, 201, 403, 409, 409, 409),
    "post competitions/{code}/join": (401, 401, 201, 201, 403, 409, 201, 201),
    "post competitions/{code}/leave": (401, 401, 201, 201, 403, 201, 201, 201),
    "post competitions/{code}/players/{id}/remove": (401, 401, 201, 201, 403, 409, 409, 409),
    # A match that Alice and Charlie have begun.
    "post matches/{code}/stop": (401, 401, 201, 201, 403, 409, 409, 409),
    # A race that these two have finished.
    "post races/{code}/rematch": (401, 401, 201, 201, 403, 409, 409, 409),
}

OPERATIONS = {
    f"{verb} {address.removeprefix('/api/v1/')}": operation
    for address, verb, operation in operations(document())
}

RECEIVER = "https://receiver.example/"

QUERIES = {"get help": f"?rules={RULES}"}

EVENT = {
    "name": "Club night",
    "starts_at": f"{timezone.now() + timedelta(days=1):%Y-%m-%dT%H:%M}:00Z",
    "rounds": [{"rules": RULES}] * 3,
}

BODIES: dict[str, dict[str, Any]] = {
    "post races": {"rules": RULES},
    "post anytime": {"rules": f"{GAME}/standard", "seats": 4, "window": 24},
    "post practices": {"rules": RULES},
    "post competitions": EVENT,
    "post competitions/{code}/terms": EVENT,
    "post me/bots": {"name": "Robby"},
    "post me/notices/seen": {"upto": 1},
    "post me/webhooks": {"address": RECEIVER},
    "post quick-races": {"game": "agnes-sorel"},
    "post races/{code}/ready": {"ready": True},
}


def test_the_table_has_every_operation_and_every_body() -> None:
    assert TABLE.keys() == OPERATIONS.keys()
    assert {len(row) for row in TABLE.values()} == {len(CALLERS)}
    assert BODIES.keys() == {name for name, of in OPERATIONS.items() if "requestBody" in of}


@pytest.fixture
def players(
    alice: Player, bob: Player, charlie: Player, guest: Player, bot: Player, staff: Player
) -> dict[str, Player]:
    """Name those who call; Charlie only plays."""
    return {
        **{"player": alice, "other": bob, "charlie": charlie},
        **{"guest": guest, "bot": bot, "staff": staff},
    }


@pytest.mark.parametrize("asked", sample(list(TABLE), 2))
def test_who_may(asked: str, players: dict[str, Player]) -> None:
    found = {}
    for caller in CALLERS:
        cache.clear()
        with transaction.atomic():
            found[caller] = answered(asked, caller, players)
            transaction.set_rollback(True)
    assert found == dict(zip(CALLERS, TABLE[asked], strict=True))


def answered(asked: str, caller: str, players: dict[str, Player]) -> int:
    """Return the status with which a caller is answered."""
    verb, _, address = asked.partition(" ")
    prove(1)
    client, headers = Client(), {}
    if caller == "guest":
        client.force_login(players["guest"])
    elif caller != "nobody":
        headers = {"Authorization": f"Bearer {token(asked, caller, players)}"}
    path = f"/api/v1/{filled(asked, address, players)}{QUERIES.get(asked, '')}"
    sent = json.dumps(BODIES[asked]) if asked in BODIES else ""
    answer = client.generic(verb.upper(), path, sent, "application/json", headers=headers)
    return int(answer.status_code)


def token(asked: str, caller: str, players: dict[str, Player]) -> str:
    """Return a caller's token with the scope that an operation takes, or with all others."""
    if caller == "bot":
        return token_of(players["bot"])
    needed = tuple(map(Scope, scopes(OPERATIONS[asked]))) or (Scope.READ,)
    if caller == "unscoped":
        return token_of(
            players["player"],
            *(scope for scope in Scope.of(players["player"]) if scope != needed[0]),
        )
    if caller == "application":
        return granted_token(players["player"], *needed)
    return token_of(players[caller], *needed)


def filled(asked: str, address: str, players: dict[str, Player]) -> str:
    """Return an address with what Alice has in it."""
    alice, charlie = players["player"], players["charlie"]
    values = {
        "day": day_of(now()).isoformat(),
        "game": "agnes-sorel",
        "preset": "standard",
        "period": "week",
    }
    if "matches/{code}" in address:
        values["code"] = match_of(alice, charlie).code
    elif "competitions/{code}" in address:
        values["code"] = planned(alice, charlie, now=now()).code
    elif "anytime/{code}" in address:
        values["code"] = anytime(alice, now=now()).code
    elif "{code}" in address:
        values["code"] = race_for(asked, alice, charlie).code
    if "tokens/{id}" in address:
        values["id"] = str(AccessToken.objects.get(digest=digest(token_of(alice))).pk)
    elif "bots/{id}" in address:
        values["id"] = str(make_bot(alice, "Robby").pk)
    elif "webhooks/{id}" in address:
        values["id"] = str(webhook_of(alice).pk)
    elif "entries/{id}" in address:
        values["id"] = str(closed_race(alice, charlie).entries.get(player=alice).pk)
    elif "competitions/{code}/players/{id}" in address:
        values["id"] = str(charlie.pk)
    elif "{id}" in address:
        values["id"] = str(alice.pk)
    return address.format_map(values)


def webhook_of(player: Player) -> Webhook:
    at = timezone.now()
    return Webhook.objects.make(player, RECEIVER, WebhookFormat.JSON, "https://play.example", at)


def match_of(*players: Player) -> Match:
    """Store an open series of which a race is over."""
    before = started_race(*players)
    for player in players:
        act(before, player, "end")
    close_race(before, at(END))
    open_rematch(before, players[0], now)
    return Match.objects.get(races__race=before)


def race_for(asked: str, alice: Player, charlie: Player) -> Race:
    """Return a race of Alice's that an operation makes sense for."""
    if asked.startswith("get"):
        return practice(alice)
    return (closed_race if asked.endswith("rematch") else open_race)(alice, charlie)


def practice(player: Player) -> Race:
    return begin_practice(player, RULES, Deal.objects.draw(bytes(KEY_BYTES)), now)
