"""Pages of other sites call the API from a browser where the operator allows it."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

CLUB = "https://club.example.org"
ASKS = {"origin": CLUB, "access-control-request-method": "POST"}

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/api/v1/games", "/api/v1/nothing", "/"])
def test_no_other_origin_is_allowed_by_itself(client: Client, address: str) -> None:
    for answer in (
        client.get(address, headers={"origin": CLUB}),
        client.options(address, headers=ASKS),
    ):
        assert "Access-Control-Allow-Origin" not in answer


def test_an_allowed_origin_reads_and_writes_the_api_alone(
    client: Client, settings: Settings
) -> None:
    settings.CORS_ALLOWED_ORIGINS = [CLUB]
    read = client.get("/api/v1/games", headers={"origin": CLUB})
    assert read["Access-Control-Allow-Origin"] == CLUB
    assert "Access-Control-Allow-Credentials" not in read
    assert read["Vary"] == "Accept-Encoding, Origin"
    asked = client.options(
        "/api/v1/races",
        headers={**ASKS, "access-control-request-headers": "authorization, idempotency-key"},
    )
    assert "idempotency-key" in asked["Access-Control-Allow-Headers"]
    assert "POST" in asked["Access-Control-Allow-Methods"]
    other = client.get("/api/v1/games", headers={"origin": "https://other.example.org"})
    assert "Access-Control-Allow-Origin" not in other
    assert "Access-Control-Allow-Origin" not in client.get("/", headers={"origin": CLUB})


def test_all_origins_may_be_allowed(client: Client, settings: Settings) -> None:
    settings.CORS_ALLOW_ALL_ORIGINS = True
    assert (
        client.get("/api/v1/games", headers={"origin": CLUB})["Access-Control-Allow-Origin"] == "*"
    )
