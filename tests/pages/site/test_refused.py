"""Requests that the site refuses: anyone can send as many as they like."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from games.models import Player
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db


def test_a_refused_request_is_one_line_of_the_log(
    visit: Visit, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    # What other tests asked the admin for counts towards its limit.
    cache.clear()
    answers = (
        visit(bob).get("/admin/login/"),
        visit(bob).post("/oauth/authorize", {"request": "tampered", "action": "grant"}),
    )
    assert [answer.status_code for answer in answers] == [403, 403]
    assert len(caplog.records) == len(answers)
    assert not any(record.exc_info for record in caplog.records)
