"""What `docker-compose.yml` says, with its variables filled in as for a site without `.env`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from typing import Any, Final

import yaml

from tests.repository.files import REPOSITORY

TEXT: Final = (REPOSITORY / "docker-compose.yml").read_text()
VARIABLE: Final = re.compile(r"\$\{(\w+)(:?)-([^${}]*)\}")
"""With `:`, an empty value counts as none. A default may be a variable too: the inner one first."""


def composed(variables: Mapping[str, str]) -> dict[str, Any]:
    """Return what the file says with these variables in `.env`."""

    def value(found: re.Match[str]) -> str:
        name, empty_is_unset, default = found.groups()
        given = variables.get(name)
        return default if given is None or (empty_is_unset and not given) else given

    text = TEXT
    while VARIABLE.search(text):
        text = VARIABLE.sub(value, text)
    found: dict[str, Any] = yaml.safe_load(text)
    return found


COMPOSE: Final = composed({})
SERVICES: Final[dict[str, dict[str, Any]]] = COMPOSE["services"]
SITE: Final = tuple(name for name, one in SERVICES.items() if one["image"] == "same-deal")
"""The services that run this repository's code."""

LONG_RUNNING: Final = tuple(
    name for name, service in SERVICES.items() if service["restart"] != "no"
)


def order() -> list[str]:
    """Return the services in an order in which each finds what it waits for."""
    graph = {name: set(service.get("depends_on", {})) for name, service in SERVICES.items()}
    return list(TopologicalSorter(graph).static_order())
