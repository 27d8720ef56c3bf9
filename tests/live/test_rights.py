"""Every stored change that ends a login, and every way to log out, ends a socket's rights."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.admin import site
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection, models, transaction
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.live.connections import CLOSE_LOGGED_OUT
from games.live.relay import GROUP, note_on_rights
from games.live.visitors import (
    RIGHTS,
    STRANGER,
    recognise,
    still_here,
    still_here_now,
    visitor,
)
from games.models import Deal, Player, Race
from games.models.play.practice import begin_practice
from games.models.races.identity import erase
from tests.clocks import at
from tests.live.process import Process
from tests.live.wins import win
from tests.manage import REPOSITORY
from tests.models.stored_races import ZERO, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob
from tests.scraping import counted

pytestmark = pytest.mark.django_db(transaction=True)

FIELDS = [
    (model, field)
    for model in (Player, Session)
    for field in model._meta.concrete_fields
    # Only bots have an owner, and bots have no sessions.
    if not field.primary_key and field.name != "owner"
]


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the players about whom the processes are notified."""
    noted: list[int] = []
    monkeypatch.setattr("games.live.rights._tell", noted.append)
    return noted


def scope_of(key: str) -> dict[str, Any]:
    """Return the scope of a handshake with this session's cookie."""
    return {"headers": [(b"cookie", f"{settings.SESSION_COOKIE_NAME}={key}".encode())]}


@database_sync_to_async
def logged_in() -> tuple[Player, SessionStore]:
    """Return a player with an account, and a session."""
    player = Player.objects.create_user("alice", "alice@example.org", "kitchen-table-42")
    client = Client()
    client.force_login(player)
    key = client.session.session_key
    assert key is not None
    return player, SessionStore(key)


@database_sync_to_async
def stored(race: Race, player: Player) -> int:
    """Return the number of a player's stored actions."""
    return race.entries.get(player=player).actions.count()


def another(field: models.Field[Any, Any], value: Any) -> Any:
    """Return a value that differs from the field's."""
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.IntegerField):
        return value + 1
    if isinstance(field, models.DateTimeField):
        return timezone.now() - timedelta(days=1)
    if field.name == "session_data":
        return SessionStore().encode({SESSION_KEY: "0"})
    return f"{value}x"


@pytest.mark.parametrize(("model", "field"), FIELDS, ids=lambda each: getattr(each, "name", ""))
async def test_every_stored_fact_that_ends_a_login_ends_its_sockets(
    model: type[models.Model], field: models.Field[Any, Any], noted: list[int]
) -> None:
    player, session = await logged_in()
    came = await visitor(scope_of(session.session_key or ""))
    assert came.player == player.pk

    @database_sync_to_async
    def change() -> None:
        row = model._default_manager.get(pk=player.pk if model is Player else session.session_key)
        setattr(row, field.attname, another(field, getattr(row, field.attname)))
        row.save(update_fields=[field.attname])

    noted.clear()
    await change()
    has_ended = await visitor(scope_of(session.session_key or "")) == STRANGER
    assert (await still_here([came]) == {}) == has_ended
    # Expiry sends no note, and what a page stores in a session deserves none.
    assert noted == ([player.pk] if has_ended and model is Player else [])
    assert has_ended == (field.name in (*RIGHTS, "session_data", "expire_date"))


async def test_changes_that_end_nothing_are_looked_up_once() -> None:
    _, session = await logged_in()
    came = await visitor(scope_of(session.session_key or ""))

    @database_sync_to_async
    def store() -> None:
        session["seen"] = 7
        session.save()

    await store()
    now = (await still_here([came]))[came]
    assert (now.player, now.session) == (came.player, came.session)
    assert now.facts != came.facts
    assert await still_here([now]) == {now: now}


@pytest.mark.parametrize("end", ["flush", "delete", "cycle_key"])
async def test_every_way_to_end_a_session_sends_a_note_after_the_commit(
    end: str, noted: list[int]
) -> None:
    player, session = await logged_in()
    came = await visitor(scope_of(session.session_key or ""))

    @database_sync_to_async
    def do() -> list[int]:
        with transaction.atomic():
            getattr(session, end)()
            return list(noted)

    assert await do() == []
    assert noted == [player.pk]
    assert await still_here([came]) == {}


async def test_a_second_factor_that_ends_all_sessions_sends_a_note(noted: list[int]) -> None:
    player, session = await logged_in()
    came = await visitor(scope_of(session.session_key or ""))
    await database_sync_to_async(player.end_sessions)()
    assert noted == [player.pk]
    assert await still_here([came]) == {}


def test_no_code_ends_rights_without_a_signal() -> None:
    """A queryset update sends no signal, so the sockets would stay open until the heartbeat."""
    for path in (REPOSITORY / "games").rglob("*.py"):
        if path.parent.name == "migrations":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "update":
                named = {keyword.arg for keyword in node.keywords}
                assert named.isdisjoint(RIGHTS), f"{path}:{node.lineno}"


async def test_deleting_a_player_sends_a_note(noted: list[int]) -> None:
    player, session = await logged_in()
    came = await visitor(scope_of(session.session_key or ""))
    pk = player.pk
    await player.adelete()
    assert noted == [pk]
    assert await still_here([came]) == {}


async def test_barring_a_player_in_the_admin_sends_a_note(noted: list[int]) -> None:
    player, session = await logged_in()
    came = await visitor(scope_of(session.session_key or ""))

    @database_sync_to_async
    def bar() -> None:
        player.is_active = False
        site.get_model_admin(Player).save_model(HttpRequest(), player, None, change=True)

    await bar()
    assert noted == [player.pk]
    assert await still_here([came]) == {}


async def test_any_number_of_sessions_costs_two_queries() -> None:
    @database_sync_to_async
    def queries() -> int:
        visitors = []
        for _ in range(40):
            client = Client()
            client.force_login(Player.objects.create_guest())
            visitors.append(client.session.session_key)
        came = [recognise(key) for key in visitors if key]
        with CaptureQueriesContext(connection) as captured:
            assert len(still_here_now(came)) == len(came) == 40
        return len(captured)

    assert await queries() == 2


async def test_a_socket_changes_no_session(noted: list[int]) -> None:
    player, session = await logged_in()

    @database_sync_to_async
    def bar() -> None:
        player.set_password("another-42-table")
        player.save()

    await bar()
    assert await visitor(scope_of(session.session_key or "")) == STRANGER
    assert await session.aexists(session.session_key or "")


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Provide a process one second after the start, without a heartbeat."""
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 3600)
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()


async def test_a_note_ends_all_sockets_of_a_player_and_no_others(
    process: Process, alice: Player, bob: Player
) -> None:
    race, known = await database_sync_to_async(winnable_race)(alice, bob)
    tabs = [await process.tab(race.code, alice) for _ in range(2)]
    rival, watcher = await process.tab(race.code, bob), await process.tab(race.code)
    for tab in tabs:
        await tab.board(0)
    await rival.board(0, seat=1)
    await tabs[0].play(*known[:2])
    await database_sync_to_async(erase)(alice, timezone.now())
    for tab in tabs:
        assert (await tab.until("close"))["code"] == CLOSE_LOGGED_OUT
    await rival.quiet()
    await watcher.quiet()
    assert await stored(race, alice) == 2


async def test_an_action_still_waiting_when_the_rights_end_is_not_stored(
    process: Process, alice: Player, bob: Player
) -> None:
    race, known = await database_sync_to_async(winnable_race)(alice, bob)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play(*known[:2])
    room = process.rooms._rooms[race.code]
    [connection] = room.broadcast.connections
    # Hold the board's turn, as a slow query for another action would.
    turn = room.boards[alice.pk].turn
    await turn.take()
    await tab.send(t="act", n=3, a=known[2])
    await tab.send(t="ready", ready=True)
    await tab.send(t="end")
    await tab.quiet()
    connection.revoke()
    turn.release()
    assert (await tab.until("close"))["code"] == CLOSE_LOGGED_OUT
    await tab.close()
    assert await stored(race, alice) == 2


async def test_a_request_still_waiting_when_the_rights_end_is_not_begun(
    process: Process, alice: Player
) -> None:
    known = win("agnes-sorel")

    @database_sync_to_async
    def practise() -> Race:
        deal = Deal.objects.create(cards=known.deal)
        return begin_practice(alice, known.rules, deal, at(ZERO))

    race = await practise()
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    room = process.rooms._rooms[race.code]
    [connection] = room.broadcast.connections
    turn = room.boards[alice.pk].turn
    await turn.take()
    await tab.send(t="act", n=1, a=known.moves[0])
    await tab.send(t="alarm", on=True)
    await tab.quiet()
    connection.revoke()
    turn.release()
    assert (await tab.until("close"))["code"] == CLOSE_LOGGED_OUT
    await tab.close()
    assert not await race.entries.filter(assisted=True).aexists()


async def test_a_players_page_without_a_session_does_not_become_a_watcher(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await database_sync_to_async(winnable_race)(alice, bob)
    tab = await process.tab(race.code, query="session=required")
    assert await tab.receive() == {"t": "close", "code": CLOSE_LOGGED_OUT}
    tab = await process.tab(race.code, alice, query="session=required")
    assert (await tab.race())["you"] == 0
    watcher = await process.tab(race.code)
    assert (await watcher.race())["you"] is None


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collect the messages to the processes."""
    sent: list[Any] = []

    class Layer:
        async def group_send(self, group: str, message: object) -> None:
            sent.append((group, message))
            raise OSError("gone")

    monkeypatch.setattr("games.live.bulletin.get_channel_layer", Layer)
    return sent


async def test_a_failing_channel_layer_does_not_prevent_logging_out(
    told: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    player, session = await logged_in()
    told.clear()
    before = counted("samedeal_redis_failures_total", of="news")
    await session.aflush()
    assert counted("samedeal_redis_failures_total", of="news") == before + 1
    assert told == [(GROUP, note_on_rights(player.pk))]
    assert "OSError('gone')" in caplog.text
    assert not await session.aexists(session.session_key or "")
