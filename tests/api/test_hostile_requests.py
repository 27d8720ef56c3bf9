"""Every operation of the OpenAPI document, with requests that it allows and that it doesn't."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api.openapi import document
from games.models import Player
from tests.api.programs import token_of
from tests.models.stored_races import closed_race, open_race

pytestmark = pytest.mark.django_db

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

SCHEMA = schemathesis.openapi.from_dict(dict(document()))
SCHEMA.app = get_wsgi_application()


@pytest.fixture
def token(alice: Player, bob: Player) -> str:
    """Provide a token of a player with races to be found."""
    open_race(alice)
    closed_race(alice, bob)
    return token_of(alice)


@pytest.fixture
def _kept_connection() -> Iterator[None]:
    """Keep what ends a request from closing the connection of the test, as Django's client does."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("_kept_connection")
@pytest.mark.parametrize("caller", ["nobody", "player"])
@SCHEMA.parametrize()
@settings(max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_no_request_gets_an_undocumented_answer(
    case: schemathesis.Case[Any], caller: str, token: str
) -> None:
    # Each example is a minute of its own to the limit on writes.
    cache.clear()
    headers = {"Accept-Encoding": "identity"}
    if caller == "player":
        headers["Authorization"] = f"Bearer {token}"
    case.call_and_validate(headers=headers, checks=CHECKS)
