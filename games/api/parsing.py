"""Text in requests that the engine reads: rules."""

from __future__ import annotations

from http import HTTPStatus

from dmr import APIError

from games.api.problems import Fault, problem
from games.engine import EngineError, Rules


def rules_of(text: str) -> str:
    """Return rules in their full form.

    :raises APIError: 400 if there are no such rules; it says what is wrong.
    """
    try:
        return str(Rules.parse(text))
    except EngineError as error:
        wrong = Fault("body.rules", f"{error}.")
        status = HTTPStatus.BAD_REQUEST
        raise APIError(problem(status, wrong.detail, [wrong]), status_code=status) from None
