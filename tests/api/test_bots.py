"""Bots by the API: their owner makes them, and they race where they may."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.models import AccessToken, Player
from games.models.people.token import Scope
from games.models.standings.booking import book_closed
from tests.api.programs import Program, token_of
from tests.models.stored_races import RULES, closed_race

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


@pytest.fixture
def mine(alice: Player) -> Program:
    return Program(token_of(alice))


def test_an_owner_makes_a_bot_that_races_with_the_token_it_came_with(
    mine: Program, bob: Player
) -> None:
    made = mine.post("me/bots", {"name": "Robby"})
    assert made.status_code == 201
    robby = Program(made.json()["token"])
    me = robby.get("me").json()["player"]
    assert (me["name"], me["bot"], me["guest"]) == ("Robby", True, False)
    host = Program(token_of(bob))
    code = host.post("races", {"rules": RULES, "bots_allowed": True}).json()["code"]
    race = robby.post(f"races/{code}/join").json()
    assert race["bots_allowed"]
    assert [seat["player"]["bot"] for seat in race["seats"]] == [False, True]
    assert robby.post(f"races/{code}/ready", {}).status_code == 201
    assert robby.post(f"races/{code}/leave").status_code == 204


def test_a_bot_is_refused_elsewhere_by_a_code_of_its_own(bot: Player, bob: Player) -> None:
    host, robby = Program(token_of(bob)), Program(token_of(bot))
    code = host.post("races", {"rules": RULES}).json()["code"]
    for refused in (
        robby.post(f"races/{code}/join"),
        robby.post("races", {"rules": RULES}),
        robby.post("quick-races", {"game": "applegate"}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "no-bots")
    assert robby.post("practices", {"rules": RULES}).status_code == 201
    opened = robby.post("races", {"rules": RULES, "bots_allowed": True})
    assert opened.status_code == 201


def test_a_profile_tells_whose_bot_it_is(alice: Player, bot: Player) -> None:
    told = Program().get(f"players/{bot.pk}").json()
    assert (told["player"]["bot"], told["owner"]["name"]) == (True, "Alice")
    assert Program().get(f"players/{alice.pk}").json()["owner"] is None


def test_an_owner_sees_bots_and_their_tokens_and_ends_them(
    mine: Program, bot: Player, bob: Player
) -> None:
    playing = Program(token_of(bot))
    assert [one["name"] for one in mine.get("me/bots").json()["bots"]] == ["Greedy"]
    [token] = [one for one in mine.get("me/tokens").json()["tokens"] if one["player"]["bot"]]
    other = Program(token_of(bob))
    assert other.delete(f"me/tokens/{token['id']}").status_code == 404
    assert mine.delete(f"me/tokens/{token['id']}").status_code == 204
    assert playing.get("me").status_code == 401
    for program, number, status in (
        (other, bot.pk, 404),
        (mine, bob.pk, 404),
        (mine, bot.pk, 204),
        (mine, bot.pk, 404),
    ):
        assert program.delete(f"me/bots/{number}").status_code == status
    assert mine.get("me/bots").json()["bots"] == []


@pytest.mark.parametrize(
    ("sent", "where"),
    [
        ({"name": "Alice"}, "body.name"),
        ({"name": ""}, "body.name"),
        ({"name": "x" * 41}, "body.name"),
        ({"name": "a\u0000b"}, "body.name"),
        ({}, "body.name"),
        ({"name": "Robby", "owner": 1}, "body.owner"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(
    mine: Program, bot: Player, sent: object, where: str
) -> None:
    refused = mine.post("me/bots", sent)
    assert refused.status_code == 400
    assert [fault["where"] for fault in refused.json()["faults"]] == [where]
    assert Player.objects.filter(bot=True).count() == 1


def test_one_bot_too_many_is_refused(mine: Program) -> None:
    answers = [mine.post("me/bots", {"name": f"Robot {n}"}) for n in range(6)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [409]
    # Nothing that was sent is wrong.
    assert answers[-1].json()["faults"] == []
    assert AccessToken.objects.filter(player__bot=True).count() == 5


def test_leaderboards_and_ratings_of_bots_are_asked_for(alice: Player, bot: Player) -> None:
    race = closed_race(alice, bot)
    race.entries.update(state="won", progress=52, time_ms=60_000, moves=90)
    book_closed()
    address = f"leaderboards/{RULES}/all"
    for who, name in (("", "Alice"), ("?who=people", "Alice"), ("?who=bots", "Greedy")):
        rows = Program().get(address + who).json()["ranking"]["rows"]
        assert [row["player"]["name"] for row in rows] == [name]
    assert Program().get(f"{address}?who=cats").status_code == 400
    assert Program().get("ratings/agnes-sorel?who=bots").json()["players"] == []


def test_a_bot_has_no_say_in_accounts(bot: Player, mine: Program) -> None:
    program = Program(token_of(bot, Scope.READ, Scope.BOT))
    assert program.get("me").status_code == 200
    assert program.post("me/bots", {"name": "Child"}).status_code == 403
