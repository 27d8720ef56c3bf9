"""What opens a race: sent again with the same key, it opens no second one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, Final, TypeVar

import msgspec
from django.http import HttpResponse
from dmr import HeaderSpec, ResponseSpec
from dmr.openapi.objects import Link
from msgspec import Meta, Struct

from games import tasks
from games.api.requests.callers import caller
from games.api.requests.problems import Problem, refusal
from games.api.requests.resource import Resource
from games.api.resources.races import RaceDocument, race_document
from games.models import AnytimeRace, Event, Race, Request
from games.models.races.request import KEY_LENGTH, OtherRequestError

Made = TypeVar("Made", Race, AnytimeRace, Event)

WITH_ITS_CODE: Final = {"code": "$response.body#/code"}

NEXT: Final = {
    verb: Link(operation_id=operation, parameters=WITH_ITS_CODE)
    for verb, operation in (
        ("see", "getRace"),
        ("join", "postJoin"),
        ("ready", "postReady"),
        ("start", "postStart"),
        ("leave", "postLeave"),
        ("rematch", "postRematch"),
        ("deal", "getDeal"),
    )
}
"""What can be done with a new race: programs that read the document find the way by it."""

MADE: Final = ResponseSpec(
    RaceDocument,
    status_code=HTTPStatus.CREATED,
    headers={"Location": HeaderSpec(description="The address of the race.")},
    description="The race that this request, or the same one before, opened.",
    links=NEXT,
)

KEY_REUSED: Final = ResponseSpec(
    Problem,
    status_code=HTTPStatus.UNPROCESSABLE_ENTITY,
    description="The `Idempotency-Key` was sent before with something else.",
)


class Once(Struct, frozen=True):
    """What makes it safe to send a request again."""

    key: Annotated[
        Annotated[str, Meta(min_length=1, max_length=KEY_LENGTH, pattern="^[!-~]*$")] | None,
        Meta(
            description="Up to 64 printable ASCII characters of yours, such as a UUID. For a day, "
            "the same request with the same key opens no second race."
        ),
    ] = msgspec.field(default=None, name="Idempotency-Key")


def made_once(
    resource: Resource, once: Once, asked: Struct, act: Callable[[], Race]
) -> HttpResponse:
    """Open a race with `act`, unless this request already has, and answer with it.

    :raises APIError: 422 if the key came with another request, 409 if its race is gone.
    """
    race = only_once(resource, once, asked, act)
    tasks.search_for(race)
    document = race_document(race)
    return resource.to_response(
        document,
        status_code=HTTPStatus.CREATED,
        headers={"Location": f"/api/v1/races/{race.code}"},
    )


def only_once(resource: Resource, once: Once, asked: Struct, act: Callable[[], Made]) -> Made:
    """Return what `act` opens, or what this request has opened before.

    :raises APIError: 422 if the key came with another request, 409 if its race is gone.
    """
    if (key := once.key) is None:
        return act()
    request = resource.request
    said: Any = [request.path, asked]
    digest = hashlib.sha256(msgspec.json.encode(said)).hexdigest()
    try:
        race = Request.objects.once(caller(request), key, digest, act)
    except OtherRequestError:
        raise refusal(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "You sent this Idempotency-Key before, with something else. Choose another one.",
        ) from None
    if race is None:
        raise refusal(
            HTTPStatus.CONFLICT,
            "The race that this Idempotency-Key opened never started and is gone. Choose another "
            "key to open a new one.",
        )
    return race
