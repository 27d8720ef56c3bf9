"""Reading metrics as Prometheus does, and those of this process."""

from __future__ import annotations

import urllib.request
from dataclasses import dataclass

from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families


def counted(name: str, **labels: str) -> float:
    """Return what this process counted so far; other tests may have been there before."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


@dataclass(frozen=True)
class Scrape:
    """What a process said when it was asked once."""

    values: dict[tuple[str, frozenset[tuple[str, str]]], float]

    @classmethod
    def of(cls, address: str) -> Scrape:
        """Read the metrics at an address, such as `127.0.0.1:9100`."""
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=30) as answer:
            families = text_string_to_metric_families(answer.read().decode())
            samples = [sample for family in families for sample in family.samples]
        return cls({(one.name, frozenset(one.labels.items())): one.value for one in samples})

    def value(self, name: str, **labels: str) -> float:
        """Return a value; 0 if nothing was counted yet."""
        return self.values.get((name, frozenset(labels.items())), 0.0)

    def names(self) -> set[str]:
        """Return the names of everything there is."""
        return {name for name, _ in self.values}

    def labels(self, name: str, label: str) -> set[str]:
        """Return the values of a label."""
        found = (dict(labels) for known, labels in self.values if known == name)
        return {labels[label] for labels in found}
