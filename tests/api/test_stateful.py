"""Two programs ask one after the other, each with what the answers before have named."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from games.models import Player
from tests.api.contract import CHECKS, SCHEMA
from tests.api.programs import token_of
from tests.sampling import EVERY_CASE, amount

pytestmark = pytest.mark.django_db

MACHINE: Any = SCHEMA.as_state_machine()


class Programs(MACHINE):  # type: ignore[misc]
    """Two players' programs, by turns."""

    reached: set[tuple[str, str, int]]

    def setup(self) -> None:
        self.world = transaction.atomic()
        self.world.__enter__()
        players = [Player.objects.create_user(name) for name in ("one", "other")]
        self.tokens = [token_of(player) for player in players]
        self.asked = 0

    def teardown(self) -> None:
        # Each order of requests begins with the same world.
        transaction.set_rollback(True)
        self.world.__exit__(None, None, None)

    def get_call_kwargs(self, case: Any) -> dict[str, Any]:
        # Each request is in a minute of its own to the limit on writes.
        cache.clear()
        self.asked += 1
        token = self.tokens[self.asked % 2]
        return {"headers": {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}}

    def validate_response(self, response: Any, case: Any, **_more: Any) -> None:
        self.reached.add((case.method, case.path, response.status_code))
        case.validate_response(response, checks=CHECKS)


@pytest.mark.usefixtures("_kept_connection")
def test_no_order_of_requests_gets_an_undocumented_answer() -> None:
    Programs.reached = set()
    run_state_machine_as_test(
        Programs,
        settings=settings(
            max_examples=amount(25, 50, 200),
            stateful_step_count=15,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
    race = "/api/v1/races/{code}"
    done = {(method, path) for method, path, status in Programs.reached if status < 300}
    assert done >= {("POST", "/api/v1/races"), ("POST", f"{race}/join")}
    # How much more of a race they come to is left to chance; most of it is theirs in 200 orders.
    further = {("POST", f"{race}/{verb}") for verb in ("ready", "start", "leave")}
    assert not EVERY_CASE or (further & done and len(done) >= 15), done
