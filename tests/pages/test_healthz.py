from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_server_with_a_database_is_up(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "up", "database": "up"}


def test_a_server_whose_database_is_gone_says_so(client: Client) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("gone")):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "down", "database": "down"}


def test_a_health_check_makes_no_session(client: Client) -> None:
    assert not client.get("/healthz").cookies


def test_health_is_only_read(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
