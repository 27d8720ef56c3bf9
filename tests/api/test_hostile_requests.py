"""Every operation of the OpenAPI document, with requests that it allows and that it doesn't."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from games.models import Player
from tests.api.contract import CHECKS, SCHEMA
from tests.api.programs import token_of
from tests.models.stored_races import closed_race, open_race
from tests.sampling import EVERY_CASE

pytestmark = pytest.mark.django_db


@pytest.fixture
def token(alice: Player, bob: Player) -> str:
    """Provide a token of a player with races to be found."""
    open_race(alice)
    closed_race(alice, bob)
    return token_of(alice)


@pytest.mark.usefixtures("_kept_connection")
@pytest.mark.parametrize("caller", ["nobody", "player"])
@SCHEMA.parametrize()
@settings(
    max_examples=10 if EVERY_CASE else 3,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_gets_an_undocumented_answer(
    case: schemathesis.Case[Any], caller: str, token: str
) -> None:
    # Each example is a minute of its own to the limit on writes.
    cache.clear()
    headers = {"Accept-Encoding": "identity"}
    if caller == "player":
        headers["Authorization"] = f"Bearer {token}"
    case.call_and_validate(headers=headers, checks=CHECKS)
