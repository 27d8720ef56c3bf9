"""The alert rules and the dashboard: valid, and about metrics that exist."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import pytest
import yaml

from games import metrics
from tests.repository.files import REPOSITORY
from tests.repository.metric_names import families, series

DEPLOY = REPOSITORY / "solitaire_site/deploy"
ALERTS = DEPLOY / "prometheus/alerts.yml"
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana/same-deal.json").read_text())
USUAL = {"up", "process_open_fds", "process_max_fds", "process_resident_memory_bytes"} | {
    "process_cpu_seconds_total"
}
"""Metrics of Prometheus and its client."""

RULES = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES = [rule["expr"] for rule in RULES] + [
    target["expr"] for panel in PANELS for target in panel["targets"]
]
GROUPED = re.compile(r"\b(?:by|on) \([^)]*\)")
WORDS = re.compile(r"\b(?:samedeal|process|up)\w*(?=[\[{) ]|$)")


def promtool(*arguments: str) -> str:
    """Run Prometheus's own check."""
    done = subprocess.run(
        ["promtool", *arguments], cwd=ALERTS.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.needs_promtool
def test_prometheus_accepts_the_rules_and_its_configuration() -> None:
    assert f"{len(RULES)} rules found" in promtool("check", "rules", "alerts.yml")
    assert "2 rules found" in promtool("check", "rules", "machine.yml")
    for configuration in ("prometheus.yml", "systemd.yml"):
        promtool("check", "config", configuration)


@pytest.mark.needs_promtool
def test_the_alerts_come_when_they_should_and_only_then() -> None:
    promtool("test", "rules", "alerts_test.yml")


@pytest.mark.needs_promtool
def test_prometheus_can_read_the_queries_of_the_dashboard(tmp_path_factory: Any) -> None:
    rules = [
        {"record": f"query:{number}", "expr": query.replace("$__rate_interval", "5m")}
        for number, query in enumerate(QUERIES)
    ]
    path = tmp_path_factory.mktemp("dashboard") / "queries.yml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "all", "rules": rules}]}))
    promtool("check", "rules", str(path))


@pytest.mark.parametrize("query", QUERIES)
def test_every_query_names_metrics_that_exist(query: str) -> None:
    named = set(WORDS.findall(GROUPED.sub("", query)))
    assert named
    assert named <= USUAL | {name for family in families() for name in series(family)}


def test_every_metric_is_on_the_dashboard_or_in_a_rule() -> None:
    shown = set(WORDS.findall(" ".join(QUERIES)))
    assert [family.name for family in families() if not shown & series(family)] == []


def test_every_alert_says_how_urgent_it_is_what_happened_and_what_to_do() -> None:
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "look")
        assert set(rule["annotations"]) == {"summary", "description"}


def test_no_panel_covers_another() -> None:
    places = [
        (panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y)
        for panel in DASHBOARD["panels"]
        for x in range(panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["h"])
    ]
    assert len(places) == len(set(places))
    assert all(x < 24 for x, _ in places)


def test_what_alerts_look_at_is_there_before_it_happens() -> None:
    """Prometheus sees no increase from nothing to one."""
    [actions] = metrics.ACTIONS.collect()
    results = {sample.labels["result"] for sample in actions.samples}
    assert results >= {"stored", "not-stored", "illegal", "refused"}
    [failures] = metrics.DATABASE_FAILURES.collect()
    assert {sample.labels["of"] for sample in failures.samples} >= {"journal", "live", "pages"}
    [failures] = metrics.REDIS_FAILURES.collect()
    assert {sample.labels["of"] for sample in failures.samples} >= {"relay", "news", "pages"}
