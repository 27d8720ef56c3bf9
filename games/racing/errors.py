"""What a race says when it refuses."""

from __future__ import annotations

from typing import Literal, TypeAlias

RefusalCode: TypeAlias = Literal[
    "already-started",
    "bad-action",
    "bad-countdown",
    "bad-limit",
    "counting",
    "daily",
    "decided",
    "full",
    "help-later",
    "never-started",
    "no-deal",
    "no-friend",
    "no-help",
    "no-practice",
    "no-race",
    "no-reason",
    "no-rematch",
    "no-rival",
    "no-undo",
    "not-host",
    "not-over",
    "not-seated",
    "not-started",
    "race-over",
    "run-full",
    "run-over",
    "secret",
    "starting",
    "too-late",
    "too-many-guests",
    "too-many-races",
    "too-many-ranked",
    "too-many-rooms",
    "too-many-seats",
    "too-many-sockets",
    "too-soon",
]
"""Every code of a refusal; docs/protocol.md explains each to authors of clients."""


class RefusedError(Exception):
    """A request that the race does not grant now; nothing has changed.

    `code` is for programs ("full", "not-host", …), `sentence` is for the player.
    """

    def __init__(self, code: RefusalCode, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code: RefusalCode = code
        self.sentence = sentence


def never_started() -> RefusedError:
    """Return what is said of a race that was closed before it started."""
    return RefusedError(
        "never-started", "This race never started, so it was closed. Open another one."
    )
