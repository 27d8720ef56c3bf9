from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import AccessToken, Player
from games.models.people.token import PREFIX, Scope, digest
from games.models.races.identity import erase
from tests.api.programs import Program, token_of
from tests.models.stored_races import closed_race, open_race

pytestmark = pytest.mark.django_db

PUT = {
    "me": "get",
    "me/events": "get",
    "me/races": "get",
    "me/tokens": "get",
    "me/webhooks": "get",
    "me/tokens/1": "delete",
    "me/bots": "get",
    "me/bots/1": "delete",
    "races": "post",
    "quick-races": "post",
    "practices": "post",
    "races/{code}/join": "post",
    "races/{code}/ready": "post",
    "races/{code}/start": "post",
    "races/{code}/leave": "post",
    "races/{code}/rematch": "post",
    "matches/ABCDEF/stop": "post",
    "anytime": "get",
    "anytime/ABCDEF/attempt": "post",
    "anytime/ABCDEF/close-seats": "post",
}
"""What takes a token, and with which verb."""


def ask(program: Program, address: str, code: str) -> int:
    return int(getattr(program, PUT[address])(address.format(code=code)).status_code)


@pytest.mark.parametrize("address", PUT)
def test_without_a_token_nothing_personal_is_done(
    address: str, client: Client, alice: Player, bob: Player
) -> None:
    code = open_race(alice).code
    client.force_login(bob)
    # The cookies of a browser count for nothing, so no other site can use them.
    filled = address.format(code=code)
    assert client.generic(PUT[address].upper(), f"/api/v1/{filled}").status_code == 401
    expired = token_of(bob, lasts=timedelta(seconds=-1))
    for token in ("", "x", PREFIX + "0" * 64, "\N{SNOWMAN}", expired):
        assert ask(Program(token.encode().decode("latin1")), address, code) == 401


def needed(player: Player, address: str, code: str) -> set[Scope]:
    """Return the scopes with which a player's token gets further than the scope."""
    return {
        scope
        for scope in Scope.of(player)
        if ask(Program(token_of(player, scope)), address, code) not in (401, 403)
    }


@pytest.mark.parametrize("address", PUT)
def test_a_token_without_the_scope_is_turned_away(address: str, alice: Player, bot: Player) -> None:
    code = open_race(alice).code
    by_verb = {"get": Scope.READ, "post": Scope.RACE, "delete": Scope.ACCOUNT}
    own = not {"tokens", "bots", "webhooks"}.isdisjoint(address.split("/"))
    assert needed(alice, address, code) == {Scope.ACCOUNT if own else by_verb[PUT[address]]}
    of_bots = {"get": {Scope.READ}, "post": {Scope.BOT}, "delete": set[Scope]()}
    assert needed(bot, address, code) == (set() if own else of_bots[PUT[address]])


def test_a_token_of_an_account_that_is_gone_does_nothing(alice: Player, bob: Player) -> None:
    program, other = Program(token_of(alice)), Program(token_of(bob))
    assert program.get("me").json()["player"]["name"] == "Alice"
    erase(alice, timezone.now())
    bob.is_active = False
    bob.save()
    assert program.get("me").status_code == other.get("me").status_code == 401
    assert not AccessToken.objects.filter(player=alice).exists()


def test_a_refusal_says_what_would_be_right(alice: Player) -> None:
    nobody = Program().get("me")
    assert nobody["WWW-Authenticate"] == 'Bearer scope="read"'
    assert "/account/tokens/" in nobody.json()["detail"]
    basic = Client().get("/api/v1/me", headers={"Authorization": "Basic YTpi"})
    assert basic["WWW-Authenticate"] == 'Bearer scope="read", error="invalid_request"'
    assert "begins with “Bearer ”" in basic.json()["detail"]
    # Clients of OAuth refresh their token after the one error, and ask for more after the other.
    ended = Program(token_of(alice, lasts=timedelta(seconds=-1))).get("me")
    assert ended["WWW-Authenticate"] == 'Bearer scope="read", error="invalid_token"'
    other = Program(token_of(alice, Scope.RACE)).get("me")
    assert other["WWW-Authenticate"] == 'Bearer scope="read", error="insufficient_scope"'
    assert other.json()["detail"] == "The token has the scopes “race”, and this takes “read”."


def test_the_text_of_a_token_is_not_stored(alice: Player) -> None:
    text = token_of(alice)
    stored = AccessToken.objects.get()
    assert text not in [str(value) for value in vars(stored).values()]
    assert stored.digest == digest(text)


def test_the_use_of_a_token_is_noted_once_a_minute(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = Program(token_of(alice))
    program.get("me")
    used = AccessToken.objects.get().used_at
    assert used is not None
    with django_assert_num_queries(2) as asked:
        program.get("me")
    assert all(query["sql"].startswith("SELECT") for query in asked)
    assert AccessToken.objects.get().used_at == used
    AccessToken.objects.update(used_at=used - timedelta(minutes=1))
    program.get("me")
    assert AccessToken.objects.get().used_at > used  # type: ignore[operator]


def test_a_program_lists_and_revokes_tokens(alice: Player, bob: Player) -> None:
    program = Program(token_of(alice, Scope.ACCOUNT))
    token_of(bob)
    [mine] = program.get("me/tokens").json()["tokens"]
    assert (mine["name"], mine["scopes"]) == ("bench", ["account"])
    other = AccessToken.objects.get(player=bob)
    assert program.delete(f"me/tokens/{other.pk}").status_code == 404
    assert program.delete(f"me/tokens/{mine['id']}").status_code == 204
    assert program.get("me/tokens").status_code == 401


def test_own_races_come_in_pieces_and_with_records(alice: Player, bob: Player) -> None:
    first, second = closed_race(alice, bob), closed_race(alice, bob)
    program = Program(token_of(alice))
    page = program.get("me/races?limit=1").json()
    assert [run["code"] for run in page["races"]] == [second.code]
    [run] = program.get(f"me/races?before={page['next']}").json()["races"]
    assert run["code"] == first.code
    told = program.get(f"entries/{run['id']}").json()
    assert told["run"] == run
    assert told["record"] == str(first.entries.get(player=alice).record())


def test_an_own_answer_is_kept_by_nobody(alice: Player) -> None:
    code = open_race(alice).code
    for program, kept in ((Program(token_of(alice)), "private, no-store"), (Program(), "public")):
        assert program.get(f"races/{code}")["Cache-Control"].startswith(kept)
    assert Program(token_of(alice)).get("me")["Cache-Control"] == "private, no-store"


def test_what_everyone_may_read_needs_no_scope(alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    for scope in Scope.of(alice):
        program = Program(token_of(alice, scope))
        assert program.get(f"races/{race.code}").status_code == 200
        entry = race.entries.get(player=alice)
        assert program.get(f"entries/{entry.pk}").status_code == 200
