"""What a race says when it refuses."""

from __future__ import annotations


class RefusedError(Exception):
    """A request that the race does not grant now; nothing has changed.

    `code` is for programs ("full", "not-host", …), `sentence` is for the player.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence
