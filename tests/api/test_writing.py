from __future__ import annotations

from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from games.models import Entry, Player, Race
from games.models.deals.deal import Deal
from games.models.play.practice import begin_practice
from games.pages.site.clock import now
from tests.api.programs import Program, token_of
from tests.clocks import at
from tests.models.stored_races import closed_race, open_race

pytestmark = pytest.mark.django_db

RULES = "agnes-sorel/standard"


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


@pytest.fixture
def mine(alice: Player) -> Program:
    return Program(token_of(alice))


@pytest.fixture
def hers(bob: Player) -> Program:
    return Program(token_of(bob))


def test_two_programs_come_to_a_race(mine: Program, hers: Program) -> None:
    opened = mine.post("races", {"rules": RULES, "limit": 300, "countdown": 3})
    race = opened.json()
    assert opened.status_code == 201
    assert opened["Location"] == f"/api/v1/races/{race['code']}"
    assert (race["limit"], race["countdown"], race["host"]) == (300, 3, 0)
    joined = hers.post(f"races/{race['code']}/join").json()
    assert [seat["player"]["name"] for seat in joined["seats"]] == ["Alice", "Bob"]
    mine.post(f"races/{race['code']}/ready", {"ready": True})
    both = hers.post(f"races/{race['code']}/ready", {}).json()
    assert both["state"] == "countdown"


def test_only_the_host_starts(mine: Program, hers: Program) -> None:
    code = mine.post("races", {"rules": RULES}).json()["code"]
    hers.post(f"races/{code}/join")
    refused = hers.post(f"races/{code}/start")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-host")
    assert mine.post(f"races/{code}/start").json()["state"] == "countdown"


def test_joining_twice_is_joining_once(mine: Program, hers: Program) -> None:
    code = mine.post("races", {"rules": RULES}).json()["code"]
    once, twice = (hers.post(f"races/{code}/join").json() for _ in range(2))
    assert once == twice


def test_who_leaves_gives_the_seat_up(mine: Program, hers: Program) -> None:
    code = mine.post("races", {"rules": RULES}).json()["code"]
    hers.post(f"races/{code}/join")
    for _ in range(2):
        assert hers.post(f"races/{code}/leave").status_code == 204
    assert len(mine.get(f"races/{code}").json()["seats"]) == 1


def test_the_same_request_opens_one_race(mine: Program, hers: Program) -> None:
    asked = {"rules": RULES}
    first, again = (mine.post("races", asked, key="one") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["code"] == again.json()["code"]
    assert Race.objects.count() == 1
    other = mine.post("races", {"rules": RULES, "limit": 600}, key="two")
    assert other.json()["code"] != first.json()["code"]
    confused = mine.post("races", {"rules": RULES, "limit": 120}, key="one")
    assert confused.status_code == 422
    # Keys are each player's own.
    assert hers.post("races", asked, key="one").json()["code"] != first.json()["code"]


def test_a_refused_request_may_be_sent_again(mine: Program, alice: Player) -> None:
    refused = mine.post("races", {"rules": RULES, "kind": "ranked"}, key="one")
    assert (refused.status_code, refused.json()["code"]) == (409, "no-deal")
    assert mine.post("races", {"rules": RULES}, key="one").status_code == 201


def test_a_key_of_a_race_that_is_gone_opens_none(mine: Program) -> None:
    code = mine.post("races", {"rules": RULES}, key="one").json()["code"]
    mine.post(f"races/{code}/leave")
    again = mine.post("races", {"rules": RULES}, key="one")
    assert again.status_code == 409
    assert "is gone" in again.json()["detail"]


def test_quick_races_bring_programs_together(mine: Program, hers: Program) -> None:
    first, second = (
        one.post("quick-races", {"game": "agnes-sorel"}).json() for one in (mine, hers)
    )
    assert first["code"] == second["code"]
    assert len(second["seats"]) == 2


def test_a_practice_is_for_its_player_alone(mine: Program, hers: Program) -> None:
    begun = mine.post("practices", {"rules": RULES}).json()
    assert (begun["state"], begun["kind"]) == ("running", "solo")
    assert mine.get("me").json()["races"] == [begun["code"]]
    assert mine.get(f"races/{begun['code']}").status_code == 200
    for other in (hers, Program()):
        assert other.get(f"races/{begun['code']}").status_code == 404
    for what in ("join", "leave", "start", "rematch"):
        assert hers.post(f"races/{begun['code']}/{what}").status_code == 404


def test_a_rematch_is_for_those_who_raced(
    mine: Program, hers: Program, alice: Player, bob: Player, charlie: Player
) -> None:
    before = closed_race(alice, bob)
    one, two = (who.post(f"races/{before.code}/rematch").json() for who in (mine, hers))
    assert one["code"] == two["code"]
    assert two["state"] == "countdown"
    stranger = Program(token_of(charlie))
    assert stranger.post(f"races/{before.code}/rematch").json()["code"] == "not-seated"


def test_a_full_race_refuses(mine: Program, alice: Player, bob: Player) -> None:
    race = open_race(alice, bob)
    seats = [Player.objects.create_guest() for _ in range(race.load().seats_max - 2)]
    for guest in seats:
        Entry.objects.create(race=race, player=guest, seat=seats.index(guest) + 2)
    late = Player.objects.create_user("late")
    refused = Program(token_of(late)).post(f"races/{race.code}/join")
    assert (refused.status_code, refused.json()["code"]) == (409, "full")


@pytest.mark.parametrize(
    ("address", "sent", "where"),
    [
        ("races", {"rules": "chess/standard"}, "body.rules"),
        ("races", {"rules": RULES, "limit": 10**9}, "body.limit"),
        ("races", {"rules": RULES, "countdown": 1}, "body.countdown"),
        ("races", {"rules": RULES, "kind": "daily"}, "body.kind"),
        ("races", {"rules": RULES, "deal": "x"}, "body.deal"),
        ("races", {}, "body.rules"),
        ("practices", {"rules": 7}, "body.rules"),
        ("quick-races", {"game": "chess"}, "body.game"),
        ("quick-races", {"game": "applegate", "rules": "applegate/pysol"}, "body.rules"),
    ],
)
def test_what_is_wrong_is_named(mine: Program, address: str, sent: object, where: str) -> None:
    answer = mine.post(address, sent)
    assert answer.status_code == 400
    assert [fault["where"] for fault in answer.json()["faults"]] == [where]
    assert not Race.objects.exists()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff", 400),
        (b"[" * 2000, 400),
        (b'{"rules":' * 300 + b"1" + b"}" * 300, 400),
        (b'{"rules": "x", "limit": ' + b"9" * 4000 + b"}", 400),
        (b'{"rules": "x", "limit": 1e400}', 400),
        (b'{"rules": 1e400}', 400),
        (b"[" * 5000, 413),
        (b'{"rules": "' + b"x" * 10**6 + b'"}', 413),
    ],
)
@pytest.mark.parametrize("address", ["races", "practices", "races/ZZZZZZ/ready"])
def test_what_is_not_json_is_a_problem(
    client: Client, alice: Player, address: str, body: bytes, status: int
) -> None:
    answer = client.post(
        f"/api/v1/{address}",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token_of(alice)}"},
    )
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert "parsed_" not in answer.json()["detail"]


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("multipart/form-data", b"x", 400),
        ("application/x-www-form-urlencoded", b"&".join([b"a=b"] * 2000), 400),
        ("application/x-www-form-urlencoded", b"a=" + b"b" * 3 * 10**6, 413),
        ("application/json; charset=latin-1", b"{}", 400),
    ],
)
def test_what_cannot_be_read_is_a_problem(
    client: Client, kind: str, body: bytes, status: int
) -> None:
    answer = client.post("/api/v1/races", body, content_type=kind)
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("error", "status"), [(RuntimeError("secret"), 500), (OperationalError("secret"), 503)]
)
def test_a_fault_of_the_server_is_a_problem(error: Exception, status: int) -> None:
    client = Client(raise_request_exception=False)
    with patch("games.api.resources.race_list.page", side_effect=error):
        answer = client.get("/api/v1/races", headers={"accept-language": "de"})
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert answer["Content-Type"] == "application/problem+json"
    assert "secret" not in answer.content.decode()


def test_too_many_writes_wait(mine: Program) -> None:
    statuses = [mine.post("races", {"rules": "x"}).status_code for _ in range(121)]
    assert statuses == [400] * 120 + [429]
    late = mine.post("races", {"rules": "x"})
    assert 0 < int(late["Retry-After"]) <= 60
    assert late["RateLimit-Policy"].startswith("120;w=60")


def test_limits_of_the_site_hold(mine: Program, settings: object) -> None:
    settings.RACES_PER_HOUR = 1  # type: ignore[attr-defined]
    mine.post("races", {"rules": RULES})
    refused = mine.post("races", {"rules": RULES})
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-races")
    assert refused["Retry-After"] == "600"


def test_a_practice_of_another_is_not_there(hers: Program, alice: Player) -> None:
    race = begin_practice(alice, RULES, Deal.objects.draw(bytes(32)), at(now()))
    hidden, none = (hers.post(f"races/{code}/join") for code in (race.code, "ZZZZZZ"))
    assert hidden.status_code == none.status_code == 404
    assert hidden.json()["detail"].replace(race.code, "ZZZZZZ") == none.json()["detail"]
