"""Traces of a whole site, as a collector gets them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from games import tracing
from tests import manage
from tests.live.conftest import Visit
from tests.live.wins import win
from tests.processes import BACKENDS, Launch
from tests.receiver import receiving
from tests.stores import Backend
from tests.traces import spans_once

PASSWORD = "correct horse battery"
EMAIL = "alice@mail.example.org"
PARTS = ["receive", "journal", "acknowledge"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_race_is_traced_without_a_secret(launch: Launch, visit: Visit, backend: Backend) -> None:
    # Long: what one race leaves behind, looked at from all sides.
    with receiving() as collector:
        address = collector.address.rpartition("/")[0]
        site = launch(
            backend,
            OTEL_EXPORTER_OTLP_ENDPOINT=address,
            OTEL_BSP_SCHEDULE_DELAY="200",
            LOG_FORMAT="json",
        )
        known = win("agnes-sorel")
        code = site.manage("race", known.rules, "--countdown", "3", "--deal", known.deal).strip()
        alice, bob = visit(site.urls[0]), visit(site.urls[0])
        alice.post("/accounts/signup/", username="alice", email=EMAIL, password1=PASSWORD)
        for racer in (alice, bob):
            racer.sit_ready(code)
        for racer in (alice, bob):
            racer.board(0)
        assert alice.play(known.moves)["board"]["outcome"] == "won"
        bob.send(t="end")
        alice.race(state="over")
        site.processes[0].end()
        found = spans_once(
            collector, lambda spans: any(span.name == "transition over" for span in spans)
        )
        said = b"".join(collector.bodies)

    for secret in (PASSWORD, EMAIL, known.moves[0], *alice.cookies.split("; ")):
        assert secret.rpartition("=")[2].encode() not in said
    assert {span.service["service.name"] for span in found} == {"same-deal"}
    for kind in ("countdown", "started", "over"):
        [transition] = [span for span in found if span.name == f"transition {kind}"]
        assert transition.values["samedeal.race"] == code
    moves = [span for span in found if span.name == "move"]
    assert {span.values["samedeal.race"] for span in moves} == {code}
    assert len({span.values["samedeal.entry"] for span in moves}) == 2
    for move in moves:
        assert move.values["samedeal.request_id"]
        parts = [span for span in found if span.parent == move.key]
        assert [part.name for part in parts] == PARTS
        assert {part.trace for part in parts} == {move.trace}
        assert move.began == parts[0].began <= parts[1].began <= parts[2].ended <= move.ended
    batches = [span.values["samedeal.actions"] for span in found if span.name == "journal batch"]
    assert sum(map(int, batches)) == len(known.moves) + 1

    joined = [span for span in found if span.name == "POST join-race"]
    assert [span.values["samedeal.status_code"] for span in joined] == [302, 302]
    changed = [span for span in found if span.name == "transition changed"]
    assert {span.key for span in joined} >= {span.parent for span in changed if span.parent}
    log = [json.loads(line) for line in site.processes[0].log.read_text().splitlines()]
    of_joins = {line["trace_id"] for line in log if line.get("view") == "join-race"}
    assert of_joins == {span.trace for span in joined}


def test_nothing_is_imported_unless_there_is_a_collector(launch: Launch) -> None:
    # redis-py imports the other package wherever it is.
    program = "import sys, solitaire_site.asgi; print('opentelemetry.exporter' in sys.modules)"
    site = launch()
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment(site.environment),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.strip() == "False"


def test_without_the_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http", None)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ImproperlyConfigured, match=r"pip install .*\[traces\]"):
        tracing.start("all", "1.0.0")
    assert not tracing.is_on()
