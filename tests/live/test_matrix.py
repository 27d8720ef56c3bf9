"""Who may send what over the race socket: every frame, by every kind of visitor."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.live import parsing
from games.live.connections import CLOSE_LOGGED_OUT
from games.models import Player
from games.models.people import credential, ticket
from games.models.people.token import Scope
from tests.api.programs import token_of
from tests.applications import granted_token
from tests.live.awaited_races import begun, opened
from tests.live.process import Process, Tab
from tests.live.process import process as process
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import bot as bot
from tests.players import charlie as charlie
from tests.players import guest as guest
from tests.sampling import sample
from tests.staff import staff as staff

pytestmark = pytest.mark.django_db(transaction=True)

CALLERS = ("nobody", "guest", "host", "application", "seated", "bot", "other", "staff")
"""Nobody has no session. The host is Alice, and the application and the bot are hers; Charlie is
seated too. The guest, the bot, the other and the staff watch.
"""

STRANGERS = {"nobody": "not-seated", "guest": "not-seated"}
WATCHERS = STRANGERS | dict.fromkeys(("bot", "other", "staff"), "not-seated")
PLAYERS = ("host", "application", "seated")


def everybody(code: str) -> dict[str, str]:
    return dict.fromkeys(CALLERS, code)


def players_only(code: str = "") -> dict[str, str]:
    return dict.fromkeys(PLAYERS, code) | WATCHERS


OPEN = {
    "ready": players_only(),
    "start": players_only() | {"seated": "not-host"},
    "act": players_only("not-started"),
    "end": players_only("not-started"),
    # Who isn't in a race has left it.
    "leave": everybody(""),
    "rematch": everybody("not-over") | {"nobody": "not-seated"},
    "react": players_only(),
    "restart": everybody("no-practice"),
    "alarm": everybody("no-help"),
    "hint": everybody("no-help"),
    "sync": everybody(""),
    "ping": everybody(""),
    "pong": everybody(""),
}
"""Before the start: the refusal of each frame by caller; empty if it is taken."""

RUNNING = OPEN | {
    "ready": players_only("already-started"),
    "start": players_only("already-started") | {"seated": "not-host"},
    "act": players_only(),
    "end": players_only(),
    "leave": players_only(),
    "react": players_only("still-playing"),
}
"""After it."""

FRAMES: dict[str, dict[str, Any]] = {
    "ready": {"ready": True},
    "act": {"n": 1, "a": "deal"},
    "alarm": {"on": True},
    "pong": {"k": 7},
    "react": {"r": "nice"},
}
"""The fields of the frames that have any."""

TAGS = set(parsing.TAGS)


def test_the_tables_have_every_frame_and_caller() -> None:
    for table in (OPEN, RUNNING):
        assert table.keys() == TAGS
        assert {frozenset(row) for row in table.values()} == {frozenset(CALLERS)}


@database_sync_to_async
def ticket_for(token: str) -> str:
    """Return a ticket for a token, as a page of another site gets one."""
    now = timezone.now()
    found = credential.find(token, now)
    assert found is not None
    return ticket.issue(found, now)


granted = database_sync_to_async(granted_token)
issued = database_sync_to_async(token_of)


@pytest.mark.parametrize("tag", sample(sorted(TAGS), 2))
@pytest.mark.parametrize("table", [OPEN, RUNNING], ids=["open", "running"])
async def test_who_may(
    table: dict[str, dict[str, str]],
    tag: str,
    process: Process,
    alice: Player,
    bob: Player,
    charlie: Player,
    guest: Player,
    bot: Player,
    staff: Player,
) -> None:
    players = {"host": alice, "seated": charlie, "other": bob, "guest": guest, "staff": staff}
    tokens = {"application": await granted(alice, Scope.RACE), "bot": await issued(bot)}
    found = {}
    for caller in CALLERS:
        race = await (opened if table is OPEN else begun)(alice, charlie)
        query = f"ticket={await ticket_for(tokens[caller])}" if caller in tokens else ""
        tab = await process.tab(race.code, players.get(caller), query)
        await tab.until("race")
        found[caller] = await refusal(tab, tag)
    assert found == table[tag]


async def refusal(tab: Tab, tag: str) -> str:
    """Send a frame and return the code that refuses it, or an empty text if it is taken."""
    await tab.send(t=tag, **FRAMES.get(tag, {}))
    # Refused to all in a race with others, and only once what came before it is done.
    await tab.send(t="restart")
    codes = [(await tab.until("refused"))["code"]]
    if codes[0] != "no-practice" or tag == "restart":
        codes.append((await tab.until("refused"))["code"])
    assert codes[-1] == "no-practice"
    return "" if len(codes) == 1 else str(codes[0])


async def test_a_token_without_the_scope_may_send_nothing(process: Process, alice: Player) -> None:
    race = await opened(alice)
    others = [Scope.READ, Scope.ACCOUNT]
    for token in (await issued(alice, *others), await granted(alice, *others)):
        tab = await process.tab(race.code, None, f"ticket={await ticket_for(token)}")
        await tab.refused("no-scope")
        assert await tab.receive() == {"t": "close", "code": CLOSE_LOGGED_OUT}
