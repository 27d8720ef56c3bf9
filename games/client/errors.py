"""What the client raises; every error says what happened, and what to do if that is known."""

from __future__ import annotations

from typing import Final

ADVICE: Final = {
    4400: "it can't read what this client sends: update the client",
    4401: "the token isn't valid any more, or hasn't the scope to race: make another one",
    4404: "there is no such race, or it was closed before its start: check the code",
    4409: "too many connections are open: close others of this player or address",
    4426: "it doesn't speak this client's version of the protocol: update the client",
    4429: "the client sent far too many frames: wait for each board before the next action",
}
"""What to do after a close code that connecting again doesn't help."""


class ClientError(Exception):
    """Whatever the client raises."""


class NoAnswerError(ClientError):
    """The site does not answer, or not as an API does."""


class ApiError(ClientError):
    """A request that the API refused: its HTTP status, its code, and a sentence."""

    def __init__(self, status: int, code: str | None, detail: str, retry_after: int = 0) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.retry_after = retry_after
        """Seconds to wait, if the site has said so."""


class TurnedAwayError(ClientError):
    """The site has closed the socket for good; the number is the close code."""

    def __init__(self, code: int) -> None:
        advice = ADVICE.get(code, "connecting again is no use")
        super().__init__(f"the site closed the socket for good ({code}): {advice}")
        self.code = code


class BrokenError(ClientError):
    """The race can't go on here: `async with` has ended, or the cause is an error."""


class ActionError(ClientError):
    """An action that was refused, with its code and a sentence; those behind it are dropped too."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
