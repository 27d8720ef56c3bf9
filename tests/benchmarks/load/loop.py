"""The event loop that the load runs on."""

from __future__ import annotations

from collections.abc import Coroutine
from importlib.util import find_spec
from typing import Any, Final, TypeVar

T = TypeVar("T")

MISSING: Final = (
    "uvloop is missing: pip install -c constraints.txt '.[bench]'"
    if find_spec("uvloop") is None
    else ""
)
"""What to say if the load can't run; empty if it can."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run the load on uvloop, the faster event loop."""
    # Here, so that a command can explain itself without it.
    import uvloop

    return uvloop.run(work)
