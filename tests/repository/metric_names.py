"""The names of the site's metrics, as Prometheus knows them."""

from __future__ import annotations

from typing import Final

from prometheus_client import REGISTRY
from prometheus_client.metrics_core import Metric

from games import metrics
from games.background.figures import StoredFigures

PREFIX: Final = "samedeal_"


def families() -> list[Metric]:
    """Return the metrics of web processes and workers."""
    assert metrics.ACTIONS
    ours = [family for family in REGISTRY.collect() if family.name.startswith(PREFIX)]
    return [*ours, *StoredFigures().describe()]


def exported(family: Metric) -> str:
    """Return the name of a metric, with the ending that counters have."""
    return f"{family.name}_total" if family.type == "counter" else family.name


def series(family: Metric) -> set[str]:
    """Return the names under which queries find a metric."""
    if family.type == "histogram":
        return {f"{family.name}_{part}" for part in ("bucket", "sum", "count")}
    return {exported(family)}
