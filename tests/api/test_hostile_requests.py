"""Every operation of the OpenAPI document, with requests that it allows and that it doesn't."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from games.models import Player
from games.models.people.bot import make_bot
from games.models.people.token import Scope
from tests.api.contract import CHECKS, SCHEMA
from tests.api.programs import token_of
from tests.models.stored_races import closed_race, open_race
from tests.sampling import amount, sample
from tests.staff import staff as staff

pytestmark = pytest.mark.django_db


CALLERS = ("nobody", "player", "reader", "bot", "staff")


@pytest.fixture
def tokens(alice: Player, bob: Player, staff: Player) -> Mapping[str, str]:
    """Provide a token of each caller; the player has races to be found, as has the bot's owner."""
    open_race(alice)
    closed_race(alice, bob)
    return {
        "player": token_of(alice),
        "reader": token_of(alice, Scope.READ),
        "bot": token_of(make_bot(alice, "Robby")),
        "staff": token_of(staff),
    }


@pytest.mark.usefixtures("_kept_connection")
@pytest.mark.parametrize("caller", sample(CALLERS, 5, large=1))
@SCHEMA.parametrize()
@settings(
    max_examples=amount(3, 5, 10),
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_gets_an_undocumented_answer(
    case: schemathesis.Case[Any], caller: str, tokens: Mapping[str, str]
) -> None:
    # Each example is a minute of its own to the limit on writes.
    cache.clear()
    headers = {"Accept-Encoding": "identity"}
    if caller in tokens:
        headers["Authorization"] = f"Bearer {tokens[caller]}"
    case.call_and_validate(headers=headers, checks=CHECKS)
