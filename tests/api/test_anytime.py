from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from games.models import AnytimeRace, Player, Race
from games.pages.site.clock import now
from tests.api.programs import Program, token_of
from tests.models.anytime_races import RULES, anytime
from tests.models.dailies import HOUR, finish, prove

pytestmark = pytest.mark.django_db

NEW = {"rules": RULES, "seats": 3, "window": 2}


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


@pytest.fixture
def mine(alice: Player) -> Program:
    return Program(token_of(alice))


@pytest.fixture
def hers(bob: Player) -> Program:
    return Program(token_of(bob))


def listed(program: Program) -> list[tuple[str, str]]:
    """Return the codes and states of a program's any-time races."""
    return [(one["code"], one["state"]) for one in program.get("anytime").json()["races"]]


def test_a_request_that_is_sent_again_opens_no_second_one(mine: Program) -> None:
    prove(1)
    prove(2)
    first, again = (mine.post("anytime", NEW, key="mine") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["code"] == again.json()["code"]
    assert first["Location"] == again["Location"]
    assert AnytimeRace.objects.count() == 1
    assert mine.post("anytime", NEW | {"seats": 4}, key="mine").status_code == 422
    # A key is one for all that opens a race.
    assert mine.post("races", {"rules": RULES}, key="mine").status_code == 422
    assert mine.post("anytime", NEW, key="other").json()["code"] != first.json()["code"]


def test_a_refused_request_may_be_sent_again(mine: Program) -> None:
    assert mine.post("anytime", NEW, key="mine").status_code == 409
    prove(1)
    assert mine.post("anytime", NEW, key="mine").status_code == 201


def test_programs_open_one_and_take_seats(mine: Program, hers: Program) -> None:
    prove(1)
    answer = mine.post("anytime", NEW)
    opened = answer.json()
    code = opened["code"]
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/anytime/{code}"
    assert (opened["seats_max"], opened["taken"], opened["attempt"]) == (3, 0, None)
    assert (opened["host"]["name"], opened["hidden"]) == ("Alice", True)
    assert listed(mine) == [(code, "to-play")]
    assert listed(hers) == []

    attempt = hers.post(f"anytime/{code.lower()}/attempt").json()
    again = hers.post(f"anytime/{code}/attempt").json()
    assert attempt["code"] == again["code"]
    assert (attempt["kind"], attempt["state"]) == ("anytime", "open")
    assert hers.get(f"anytime/{code}").json()["attempt"] == attempt["code"]
    assert listed(hers) == [(code, "to-play")]
    assert hers.post(f"races/{attempt['code']}/ready", {}).json()["state"] == "countdown"
    assert mine.get(f"races/{attempt['code']}").status_code == 404


def secrets_in(told: dict[str, Any], race: AnytimeRace, theirs: Race) -> list[str]:
    """Return which secrets of the deal, and of another's attempt, an answer tells."""
    said = str(told)
    known = {
        "key": bytes(race.trial.deal.key or b"").hex(),
        "cards": race.trial.deal.cards,
        "code": theirs.code,
        "time": f"'time': {theirs.entries.get().time_ms}",
        "entry": f"'entry': {theirs.entries.get().pk}",
    }
    return [name for name, mark in known.items() if mark in said]


def test_the_host_and_strangers_read_no_result_before_their_own(
    mine: Program, alice: Player, bob: Player, charlie: Player
) -> None:
    at = now() - HOUR // 4
    race = anytime(alice, now=at)
    theirs = finish(race.trial, bob, now=at).race
    for program in (mine, Program(), Program(token_of(charlie))):
        told = program.get(f"anytime/{race.code}").json()
        assert (told["hidden"], told["results"], told["taken"]) == (True, None, 1)
        assert [(one["player"]["name"], one["done"]) for one in told["seats"]] == [("Bob", False)]
        assert secrets_in(told, race, theirs) == []
        for address in (f"races/{theirs.code}", f"entries/{theirs.entries.get().pk}"):
            assert program.get(address).status_code == 404

    own = Program(token_of(bob)).get(f"anytime/{race.code}").json()
    assert [(one["player"]["name"], one["place"]) for one in own["results"]] == [("Bob", 1)]
    finish(race.trial, alice, moves=3, now=at)
    told = mine.get(f"anytime/{race.code}").json()
    assert [(one["player"]["name"], one["place"]) for one in told["results"]] == [
        *(("Bob", 1), ("Alice", 2)),
    ]
    assert (told["state"], told["hidden"]) == ("waiting", False)
    assert secrets_in(told, race, theirs) == ["key", "cards", "time", "entry"]
    assert listed(mine) == [(race.code, "waiting")]


def test_all_is_told_once_it_is_over(mine: Program, alice: Player, bob: Player) -> None:
    race = anytime(alice, now=now() - 4 * HOUR)
    theirs = finish(race.trial, bob, now=now() - 4 * HOUR).race
    told = Program().get(f"anytime/{race.code}").json()
    assert (told["state"], told["hidden"]) == ("over", False)
    assert secrets_in(told, race, theirs) == ["key", "cards", "time", "entry"]
    refused = mine.post(f"anytime/{race.code}/attempt")
    assert (refused.status_code, refused.json()["code"]) == (409, "too-late")


def test_the_host_closes_the_free_seats(
    mine: Program, hers: Program, alice: Player, bob: Player, charlie: Player
) -> None:
    race = anytime(alice, now=now() - HOUR // 4)
    close = f"anytime/{race.code}/close-seats"
    finish(race.trial, alice, now=now() - HOUR // 4)
    alone = mine.post(close)
    assert (alone.status_code, alone.json()["code"]) == (409, "no-rival")
    finish(race.trial, bob, now=now() - HOUR // 4)
    stranger = hers.post(close)
    assert (stranger.status_code, stranger.json()["code"]) == (409, "not-host")
    closed = mine.post(close)
    assert (closed.status_code, closed.json()["state"]) == (201, "over")
    assert closed.json()["seats_max"] == 2
    assert mine.post(close).json() == closed.json()
    late = Program(token_of(charlie)).post(f"anytime/{race.code}/attempt")
    assert late.status_code == 409


def test_the_last_seat_is_taken_by_one(alice: Player, bob: Player, charlie: Player) -> None:
    race = anytime(alice, 2, now=now())
    answers = [
        Program(token_of(player)).post(f"anytime/{race.code}/attempt")
        for player in (alice, bob, charlie)
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 409]
    assert answers[-1].json()["code"] == "full"


@pytest.mark.parametrize(
    ("sent", "where", "right"),
    [
        ({"seats": 1}, "body.seats", "2 to 100"),
        ({"seats": 101}, "body.seats", "2 to 100"),
        ({"window": 0}, "body.window", "1 to 336"),
        ({"window": 337}, "body.window", "1 to 336"),
        ({"window": "soon"}, "body.window", "1 to 336"),
        ({"rules": "whist"}, "body.rules", ""),
        ({"difficulty": "odd"}, "body.difficulty", "hard"),
        ({"hours": 3}, "body.hours", ""),
    ],
)
def test_what_is_wrong_is_named_with_what_is_right(
    mine: Program, sent: dict[str, object], where: str, right: str
) -> None:
    prove(1)
    refused = mine.post("anytime", NEW | sent)
    assert refused.status_code == 400
    (fault,) = refused.json()["faults"]
    assert fault["where"] == where
    assert right in fault["detail"]
    assert not AnytimeRace.objects.exists()


def test_without_a_deal_it_says_when_to_try_again(mine: Program) -> None:
    refused = mine.post("anytime", NEW)
    assert (refused.status_code, refused.json()["code"]) == (409, "no-deal")
    assert "Try again in a minute" in refused.json()["detail"]
    prove(1)
    assert mine.post("anytime", NEW).status_code == 201


def test_a_list_comes_in_pieces(mine: Program, alice: Player) -> None:
    first, second = (anytime(alice, now=now()) for _ in range(2))
    page = mine.get("anytime?limit=1").json()
    assert [one["code"] for one in page["races"]] == [second.code]
    rest = mine.get(f"anytime?limit=1&before={page['next']}").json()
    assert ([one["code"] for one in rest["races"]], rest["next"]) == ([first.code], None)


@pytest.mark.parametrize("code", ["QQQQQQ", "x", "a" * 300])
def test_no_other_code_is_an_anytime_race(mine: Program, code: str) -> None:
    assert mine.get(f"anytime/{code}").status_code == 404
    assert mine.post(f"anytime/{code}/attempt").status_code == 404
