from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from games.api.documents.openapi import operations, scopes
from games.models import Player, Race
from games.models.races.daily import day_of
from games.pages.site.clock import now
from tests.models.stored_races import act, closed_race, open_race, started_race
from tests.pages.page import text

pytestmark = pytest.mark.django_db

Document = dict[str, Any]


@pytest.fixture
def document(client: Client) -> Document:
    made: Document = client.get("/api/v1/openapi.json").json()
    return made


def test_the_document_is_openapi(document: Document) -> None:
    validate(document)
    assert document["openapi"].startswith("3.1")


def test_everything_in_the_document_is_described(document: Document) -> None:
    for address, verb, operation in operations(document):
        assert operation["summary"], (address, verb)
        for parameter in operation.get("parameters", ()):
            said = {**parameter["schema"], **parameter}
            assert said.get("description"), (address, parameter["name"])
        for status, answer in operation["responses"].items():
            assert not answer["description"].startswith("Raised"), (address, verb, status)
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name


def test_only_what_needs_a_scope_can_lack_it(document: Document) -> None:
    for address, verb, operation in operations(document):
        assert ("403" in operation["responses"]) == bool(scopes(operation)), (address, verb)


def test_what_an_answer_needs_is_required(document: Document) -> None:
    asked = document["paths"]["/api/v1/help"]["get"]["parameters"]
    assert {one["name"]: one.get("required", False) for one in asked} == {
        "rules": True,
        "language": False,
    }


def test_a_limit_is_one_kind_of_refusal(document: Document) -> None:
    for what in ("bots", "webhooks"):
        said = document["paths"][f"/api/v1/me/{what}"]["post"]["responses"]["409"]
        assert said["description"] == "You have as many as one may have."


def test_every_example_is_as_described(document: Document) -> None:
    examples = 0
    for name, schema in document["components"]["schemas"].items():
        for example in schema.get("examples", ()):
            Draft202012Validator({**document, **schema}).validate(example)
            assert example or name == "Readiness"
            examples += 1
    assert examples > 40
    [[race]] = [document["components"]["schemas"]["RaceDocument"]["examples"]]
    assert race["seats"][0]["run"]["time"] == 61250


def test_operations_have_chapters_and_say_who_may_call(document: Document) -> None:
    tags = {tag["name"] for tag in document["tags"]}
    assert {operation["tags"][0] for _, _, operation in operations(document)} == tags
    race = document["paths"]["/api/v1/races/{code}"]["get"]
    assert race["security"] == [{}, {"token": []}, {"application": []}]
    mine = document["paths"]["/api/v1/me"]["get"]
    assert mine["security"] == [{"token": ["read"]}, {"application": ["read"]}]
    assert "security" not in document["paths"]["/api/v1/games"]["get"]
    assert document["webhooks"]["event"]["post"]["requestBody"]


def test_instants_are_told_as_such(document: Document) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["EventDocument"]["properties"]["at"]["format"] == "date-time"
    starts = schemas["RaceDocument"]["properties"]["starts_at"]
    assert starts["anyOf"][0]["format"] == "date-time"


def test_the_page_shows_every_address_and_type(client: Client, document: Document) -> None:
    page = client.get("/api/")
    for address in document["paths"]:
        assert address in text(page)
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in page.content.decode()


def test_the_page_tells_what_to_send_and_how(client: Client) -> None:
    page = client.get("/api/")
    said = text(page)
    for part in (
        "countdown integer, 3 to 60 default 5 The countdown, in seconds.",
        "rules string, such as “freecell/standard” required",
        "limit integer, 1 to 50 default 50",
        "curl http://testserver/api/v1/races/QFXKMP",
        "curl 'http://testserver/api/v1/help?rules=freecell/standard'",
        "429 Too often",
        "120 writes a minute",
        "HMAC-SHA256",
        "Last-Event-ID",
    ):
        assert part in said, part
    contents = re.findall(r'<a href="#([\w-]+)"', page.content.decode())
    assert {"begin", "races", "events", "types", "NewRace"} <= set(contents)
    for place in contents:
        assert f'id="{place}"' in page.content.decode(), place


def test_the_page_marks_code_as_code(client: Client) -> None:
    page = re.sub(r"<pre.*?</pre>", "", client.get("/api/").content.decode(), flags=re.DOTALL)
    assert "<code>GAME/PRESET</code>" in page
    assert "`" not in page


def asked(document: Document, races: list[Race], player: Player) -> list[str]:
    """Fill the addresses of the document with what is stored and with what can't be."""
    values: dict[str, list[str]] = {
        "code": [*(race.code for race in races), races[0].code.lower(), "ZZZZZZ", "1"],
        "id": [str(player.pk), "0", "-1", "9" * 30, "x"],
        "day": [day_of(now()).isoformat(), "2026-02-30", "x"],
        "game": ["agnes-sorel", "chess"],
        "preset": ["standard", "dalton"],
        "period": ["day", "week", "all", "year"],
    }
    found = [""]
    for address, verb, operation in operations(document):
        if verb != "get" or scopes(operation):
            continue
        made = [address]
        for name in re.findall(r"{(\w+)}", address):
            made = [one.replace(f"{{{name}}}", value) for one in made for value in values[name]]
        found += [one + query for one in made for query in ("", "?limit=0", "?limit=1&after=1-1")]
    return found[1:]


def contents(answer: Any) -> list[Any]:
    """Return what an answer says; of a stream, each event."""
    if answer["Content-Type"] != "text/event-stream":
        return [answer.json()]
    blocks = answer.content.decode().strip().split("\n\n")
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def test_every_answer_is_as_documented(
    client: Client, document: Document, alice: Player, bob: Player
) -> None:
    running = started_race(alice, bob)
    act(running, alice, "deal")
    races = [open_race(alice), running, closed_race(alice, bob)]
    statuses = set()
    for address in asked(document, races, alice):
        answer = client.get(address)
        path = address.partition("?")[0]
        [item] = [
            item
            for template, item in document["paths"].items()
            if re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path)
        ]
        documented = item["get"]["responses"][str(answer.status_code)]["content"]
        schema = documented[answer["Content-Type"]]["schema"]
        for said in contents(answer):
            Draft202012Validator({**document, **schema}).validate(said)
            if answer["Content-Type"] == "text/event-stream":
                inner = schema["properties"]["data"]["contentSchema"]
                Draft202012Validator({**document, **inner}).validate(json.loads(said["data"]))
        statuses.add(answer.status_code)
    assert statuses == {200, 400, 404}
