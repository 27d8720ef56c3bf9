"""A program that listens to a stream of events, as server-sent events or as lines of JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from tests.live.racer import WAIT

Told = dict[str, Any]

LINES = "application/x-ndjson"


class Listener:
    """A client of one stream; keeps every event."""

    def __init__(
        self, url: str, address: str, token: str = "", *, after: int | None = None, accept: str = ""
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {} if after is None else {"Last-Event-ID": str(after)}
        headers |= {"Accept": accept} if accept else {}
        self._line = HTTPConnection(urlsplit(url).netloc, timeout=WAIT)
        self._line.request("GET", f"/api/v1/{address}", headers=headers)
        self.answer: HTTPResponse = self._line.getresponse()
        self.events: list[Told] = []
        self._heard_at = time.monotonic()
        self._parts = self._lines() if accept == LINES else self._blocks()

    def until(self, wanted: Callable[[Told], bool]) -> Told:
        """Read until an event of a kind arrives, and return it."""
        for told in self._parts:
            self.events.append(told)
            if wanted(told):
                return told
        raise AssertionError(f"the stream ended after {self.events[-1:]}")

    def event(self, name: str, **values: Any) -> Told:
        """Read until an event of this name with these values arrives."""
        return self.until(lambda told: told["event"] == name and values.items() <= told.items())

    def rest(self) -> list[Told]:
        """Return what still comes before the server ends the stream."""
        return list(self._parts)

    def close(self) -> None:
        """Leave."""
        self.answer.close()
        self._line.close()

    def _read(self) -> str:
        """Return the next line; empty at the end.

        :raises AssertionError: if nothing but heartbeats has come for long.
        """
        line = self.answer.readline().decode()
        if line.strip(":\n"):
            self._heard_at = time.monotonic()
        assert time.monotonic() < self._heard_at + WAIT, self.events
        return line

    def _lines(self) -> Iterator[Told]:
        while line := self._read():
            if line.strip():
                yield json.loads(line)

    def _blocks(self) -> Iterator[Told]:
        block: dict[str, str] = {}
        while line := self._read():
            field, _, value = line.rstrip("\n").partition(": ")
            if field and field != ":":
                block[field] = value
            elif not field and block:
                told = json.loads(block["data"])
                assert (told["event"], told["id"]) == (
                    block["event"],
                    int(block["id"]) if "id" in block else None,
                )
                yield told
                block = {}
