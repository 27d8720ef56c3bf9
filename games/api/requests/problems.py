"""Problem details: the one shape of every error (RFC 9457)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Annotated, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from dmr import APIError, ResponseSpec
from msgspec import Meta, Struct

from games.models.races.crowding import TooManyError
from games.racing import RefusedError

MEDIA_TYPE: Final = "application/problem+json"

ROOT: Final = "/api/"
"""The address of the API's page; below it everything answers programs."""

UNKEPT: Final = "private, no-store"
"""How caches treat a problem: it may be gone the next moment."""


class Fault(Struct, frozen=True):
    """One thing that is wrong with a request."""

    where: Annotated[str, Meta(description="The part of the request, such as `query.limit`.")]
    detail: Annotated[str, Meta(description="What is wrong with it, in a sentence.")]


class Problem(Struct, frozen=True):
    """Why a request failed. Nothing has changed."""

    type: Annotated[str, Meta(description="`about:blank`: the status says what kind it is.")]
    title: Annotated[str, Meta(description="The status in words.")]
    status: Annotated[int, Meta(description="The HTTP status.", ge=400, le=599)]
    detail: Annotated[str, Meta(description="What went wrong and what would be right.")]
    code: Annotated[
        str | None,
        Meta(description="For programs: the race socket's code of the refusal, if it is one."),
    ] = None
    faults: Annotated[
        list[Fault], Meta(description="Each part of the request that is wrong, if any is.")
    ] = []


FULL: Final = ResponseSpec(
    Problem, status_code=HTTPStatus.CONFLICT, description="You have as many as one may have."
)
"""The answer at the limit on how many of something a player may have."""


def problem(
    status: HTTPStatus, detail: str, faults: Iterable[Fault] = (), code: str | None = None
) -> Problem:
    """Return the problem of a status."""
    return Problem("about:blank", status.phrase, status.value, detail, code, list(faults))


def refusal(
    status: HTTPStatus,
    detail: str,
    where: str = "",
    headers: Mapping[str, str] | None = None,
) -> APIError[Problem]:
    """Return the error that answers with a problem; `where` names what of the request is wrong."""
    faults = [Fault(where, detail)] if where else []
    return APIError(problem(status, detail, faults), status_code=status, headers=headers)


def is_for_programs(request: HttpRequest) -> bool:
    """Tell whether programs make a request, which get a problem and never a page."""
    return request.path_info.startswith(ROOT) and request.path_info not in (ROOT, f"{ROOT}socket/")


def refused(error: RefusedError) -> Problem:
    """Return the problem of a refusal."""
    status = HTTPStatus.CONFLICT
    if isinstance(error, TooManyError):
        status = HTTPStatus.TOO_MANY_REQUESTS
    return problem(status, str(error.sentence), code=error.code)


def refuse(status: HTTPStatus, detail: str, where: str = "") -> HttpResponse:
    """Answer with a problem where no resource does."""
    faults = [Fault(where, detail)] if where else []
    body = msgspec.json.encode(problem(status, detail, faults))
    return HttpResponse(
        body, content_type=MEDIA_TYPE, status=status, headers={"Cache-Control": UNKEPT}
    )
