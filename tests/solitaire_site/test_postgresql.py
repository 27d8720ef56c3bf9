"""Why no connection came: said if it is known and new."""

from __future__ import annotations

import socket
import time
from contextlib import closing

import psycopg
import pytest
from django.db import connections

from solitaire_site.postgresql.base import LATEST, DatabaseWrapper, LastFailure


def test_the_reason_is_what_the_server_says() -> None:
    failure = LastFailure()
    said = 'connection failed: connection to server at "db" failed: FATAL:  too many clients'
    failure.note(psycopg.OperationalError(f"{said}\nMultiple attempts failed."))
    assert failure.reason() == "FATAL: too many clients"


def test_without_an_answer_it_says_where_it_asked() -> None:
    failure = LastFailure()
    failure.note(psycopg.OperationalError("failed to resolve host 'db': Name not known"))
    assert failure.reason() == "failed to resolve host 'db': Name not known"


def test_an_old_failure_explains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    failure = LastFailure()
    assert failure.reason() == ""
    failure.note(psycopg.OperationalError("gone"))
    later = time.monotonic() + LATEST
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert failure.reason() == ""


def test_a_refusal_is_explained_at_once() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    asked = {"NAME": "games", "HOST": "127.0.0.1", "PORT": str(port)}
    pooled = {"OPTIONS": {"pool": {"timeout": 5}}}
    wrapper = DatabaseWrapper(connections.settings["default"] | pooled | asked)
    assert wrapper.refusal().endswith("Connection refused")


def test_a_connection_without_a_pool_explains_itself() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    asked = {"NAME": "games", "HOST": "127.0.0.1", "PORT": str(port)}
    wrapper = DatabaseWrapper(connections.settings["default"] | {"OPTIONS": {}} | asked)
    assert wrapper.refusal() == ""
    said = f'connection to server at "127.0.0.1", port {port} failed: Connection refused'
    with pytest.raises(psycopg.OperationalError, match=f"^{said}$"):
        wrapper.get_new_connection(wrapper.get_connection_params())
