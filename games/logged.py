"""What a log line is about: the request, race, entry, player or task, whichever is known."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

Id = str | int | None
Ids = Mapping[str, Id | Callable[[], Id]]
"""Ids by name; a function is called when a line is logged."""

NAMES: Final = ("request_id", "trace_id", "race", "event", "entry", "player", "task")

_ids: Final[ContextVar[Ids]] = ContextVar("ids", default=MappingProxyType({}))


def ids() -> Mapping[str, Id]:
    """Return what is known here."""
    found = {name: value() if callable(value) else value for name, value in _ids.get().items()}
    return {name: value for name, value in found.items() if value is not None}


def note(**ids: Id | Callable[[], Id]) -> None:
    """Add ids to all that this task or thread logs from now on."""
    _ids.set({**_ids.get(), **ids})


@contextmanager
def about(**ids: Id | Callable[[], Id]) -> Iterator[None]:
    """Have exactly these ids in what the block logs."""
    token = _ids.set(ids)
    try:
        yield
    finally:
        _ids.reset(token)


@contextmanager
def also_about(**ids: Id | Callable[[], Id]) -> Iterator[None]:
    """Add ids to what the block logs."""
    with about(**{**_ids.get(), **ids}):
        yield


class WithIds(logging.Filter):
    """Puts the ids into each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, value in ids().items():
            if name not in record.__dict__:
                setattr(record, name, value)
        return True
