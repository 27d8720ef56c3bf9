"""What the API says of a request that it can't read."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Player
from tests.api.programs import Program, token_of

pytestmark = pytest.mark.django_db

RULES = "applegate/standard"


@pytest.fixture
def mine(alice: Player) -> Program:
    return Program(token_of(alice))


def faults(answer: Any) -> dict[str, str]:
    """Return what is wrong, by place; the detail has it all."""
    assert answer.status_code == 400
    told = answer.json()
    found = {fault["where"]: fault["detail"] for fault in told["faults"]}
    assert told["detail"] == " ".join(found.values())
    return found


def test_every_mistake_is_named_at_once(mine: Program) -> None:
    sent = {"limit": "long", "countdown": 1, "kind": "fun", "helped": 7, "bots_alowed": True}
    assert faults(mine.post("races", sent)) == {
        "body.rules": "`body.rules` is missing. Send text, such as "
        '"freecell/standard": The rules: `GAME/PRESET+OPTION=VALUE`.',
        "body.kind": '`body.kind` is "fun". Send "casual" or "ranked".',
        "body.countdown": "`body.countdown` is 1. Send an integer (3 to 60).",
        "body.limit": '`body.limit` is "long". Send an integer (120 to 3600).',
        "body.helped": "`body.helped` is 7. Send true or false.",
        "body.bots_alowed": "`body.bots_alowed` isn't known. Did you mean `bots_allowed`?",
    }


def test_a_long_value_is_shown_in_part_and_many_faults_are_cut(mine: Program) -> None:
    said = faults(mine.post("races", {"rules": RULES, "kind": "x" * 900}))["body.kind"]
    assert said == f'`body.kind` is "{"x" * 39}…". Send "casual" or "ranked".'
    assert len(faults(mine.post("races", {str(n): n for n in range(300)}))) == 20


@pytest.mark.parametrize(
    ("address", "where", "right"),
    [
        ("dailies/today", "path.day", 'Send text, such as "2026-11-23": The UTC day.'),
        (f"leaderboards/{RULES}/month", "path.period", 'Send "all" or "day" or "week".'),
        (f"leaderboards/{RULES}/all?after=zzz", "query.after", "`next` of the rows before."),
        (f"leaderboards/{RULES}/all?limit=51", "query.limit", "Send an integer (1 to 50)."),
        ("races?befor=1", "query.befor", "Did you mean `before`?"),
        ("races?page=1", "query.page", "Known are before, limit."),
        ("help", "query.rules", "with `+` sent as `%2B`."),
        ("help?rules=applegate/standard+corner=no", "query.rules", "Send `+` as `%2B`."),
    ],
)
def test_what_would_be_right_is_told(client: Client, address: str, where: str, right: str) -> None:
    [(place, said)] = faults(client.get(f"/api/v1/{address}")).items()
    assert place == where
    assert said.endswith(right)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"[1", "The body isn't valid JSON: it ends too soon, after byte 2."),
        (b'{"rules": nul}', "The body isn't valid JSON: invalid character (byte 14)."),
        (b'{"rules": "\xff"}', "The body isn't valid JSON: it isn't UTF-8."),
        (b"1e400", "The body isn't valid JSON: Number out of range."),
        (b"[]", "The body is []. Send a JSON object."),
        (b"null", "The body is empty. Send a JSON object."),
        (b"", "The body is empty. Send a JSON object, with `Content-Type: application/json`."),
    ],
)
def test_a_body_that_is_no_object_is_told_so(
    client: Client, alice: Player, body: bytes, said: str
) -> None:
    headers = {"Authorization": f"Bearer {token_of(alice)}"}
    answer = client.post("/api/v1/races", body, content_type="application/json", headers=headers)
    assert faults(answer) == {"body": said}


def test_a_long_body_is_told_how_long_one_may_be(client: Client) -> None:
    answer = client.post("/api/v1/races", b" " * 5000, content_type="application/json")
    said = "A body has at most 4,096 bytes, and this has 5,000."
    assert (answer.status_code, answer.json()["detail"]) == (413, said)
    assert answer.json()["faults"] == [{"where": "body", "detail": said}]


def test_another_type_another_verb_and_another_answer_are_refused_in_words(
    client: Client, alice: Player
) -> None:
    headers = {"Authorization": f"Bearer {token_of(alice)}"}
    address = "/api/v1/races"
    form = client.post(address, "rules=x", content_type="text/plain", headers=headers)
    assert (form.status_code, form.json()["detail"]) == (
        415,
        "Send a JSON object, with `Content-Type: application/json`.",
    )
    verb = client.put(address)
    assert (verb.status_code, verb["Allow"]) == (405, "GET, POST")
    assert verb.json()["detail"] == "PUT isn't possible here. Possible: GET, POST."
    answer = client.get(address, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.json()["detail"]) == (
        406,
        "The answer is application/json, and your `Accept` allows neither that nor `*/*`.",
    )
