"""The refusals of a race."""

from __future__ import annotations

from typing import Literal, TypeAlias

RefusalCode: TypeAlias = Literal[
    "already-started",
    "bad-action",
    "bad-break",
    "bad-countdown",
    "bad-limit",
    "bad-name",
    "bad-rounds",
    "bad-seats",
    "bad-start",
    "bad-token",
    "bad-version",
    "bad-window",
    "counting",
    "daily",
    "decided",
    "event-begun",
    "event-over",
    "full",
    "help-later",
    "match-over",
    "never-started",
    "no-bots",
    "no-deal",
    "no-friend",
    "no-help",
    "no-move",
    "no-player",
    "no-practice",
    "no-race",
    "no-reason",
    "no-rematch",
    "no-rival",
    "no-scope",
    "no-undo",
    "nothing-safe",
    "not-host",
    "not-organiser",
    "not-over",
    "not-seated",
    "not-started",
    "planned",
    "race-over",
    "removed",
    "run-full",
    "run-over",
    "secret",
    "starting",
    "still-playing",
    "too-fast",
    "too-late",
    "too-many-guests",
    "too-many-races",
    "too-many-ranked",
    "too-many-rooms",
    "too-many-seats",
    "too-many-sockets",
    "too-soon",
]
"""Every refusal code; docs/reference/protocol.md explains each to client authors."""


class RefusedError(Exception):
    """A request that the race refuses; nothing has changed.

    `code` is for programs ("full", "not-host", …), `sentence` for the player.
    """

    def __init__(self, code: RefusalCode, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code: RefusalCode = code
        self.sentence = sentence


def too_late() -> RefusedError:
    """Return the refusal to start an attempt when its trial has closed."""
    return RefusedError("too-late", "It's too late to start.")


def never_started() -> RefusedError:
    """Return the refusal for a race that was closed before it started."""
    return RefusedError(
        "never-started", "This race never started, so it was closed. Open another one."
    )
