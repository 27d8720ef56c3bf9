"""The resources that stream events."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from dmr import Headers, HeaderSpec, Path, ResponseSpec, validate
from dmr.negotiation import request_renderer
from dmr.plugins.msgspec import MsgspecJsonRenderer
from msgspec import Meta, Struct

from games.addresses import counted_as
from games.api.requests.callers import Bearer, caller, known_caller
from games.api.requests.problems import UNKEPT, Problem, refusal
from games.api.requests.resource import NOT_FOUND, PROBLEMS, Resource
from games.api.requests.schemas import LARGEST
from games.api.resources.races import RacePath, found_race
from games.api.streaming.events import EventDocument, Topic, begin
from games.api.streaming.feed import feed
from games.api.streaming.ongoing import BEGUN
from games.api.streaming.stream import Claim, Form, Stream
from games.models.people.credential import Credential
from games.models.people.token import Scope

WAIT: Final = 60
"""Seconds after which to ask again for a stream, with too many open."""

EVENTS: Final = ResponseSpec(
    EventDocument,
    status_code=HTTPStatus.OK,
    description="Events as they happen: server-sent events, or a JSON document a line.",
)

TOO_MANY: Final = ResponseSpec(
    Problem,
    status_code=HTTPStatus.TOO_MANY_REQUESTS,
    headers={"Retry-After": HeaderSpec(description="Seconds to wait.")},
    description="The caller has too many streams open.",
)


class Resuming(Struct, frozen=True):
    """Where a stream goes on."""

    after: Annotated[
        Annotated[int, Meta(ge=0, le=LARGEST)] | None,
        Meta(description="The `id` of the last event that arrived: what came since is sent first."),
    ] = msgspec.field(default=None, name="Last-Event-ID")


class EventStream(Resource):
    """A stream: what has been missed, and on an ASGI server what happens from then on."""

    is_abstract = True
    renderers = (*(MsgspecJsonRenderer(form.value) for form in Form), PROBLEMS)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer with a stream, which no one keeps."""
        # No copy of a stream can be up to date, so it is never "not modified".
        for condition in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE"):
            request.META.pop(condition, None)
        answer = super().dispatch(request, *args, **kwargs)
        answer["Cache-Control"] = UNKEPT
        del answer["ETag"]
        return answer

    def stream(self, topic: Topic, resuming: Resuming, code: str = "") -> HttpResponse:
        """Begin a stream.

        :raises APIError: 429 if the caller has too many open.
        """
        renderer = request_renderer(self.request)
        form = Form.LINES if renderer and renderer.content_type == Form.LINES else Form.EVENTS
        first, last = begin(topic, resuming.after)
        token: Credential | None = self.request.token  # type: ignore[attr-defined]
        claim = Claim("", 0, code) if token is None else Claim(token.key, token.player.pk, code)
        begun = getattr(self.request, "scope", {}).get(BEGUN)
        # To the view, HEAD is as GET.
        if begun is not None and self.request.META["REQUEST_METHOD"] == "GET":
            begun.append(self._admitted(Stream(topic, form, last, claim, self._counted_as(claim))))
        return HttpResponse(
            b"".join(form.chunk(told) for told in first) or form.heartbeat,
            content_type=form.value,
            # Keeps the site's compression, and proxies, from holding back what comes.
            headers={"Content-Encoding": "identity", "X-Accel-Buffering": "no"},
        )

    def _counted_as(self, claim: Claim) -> str:
        return str(claim.player or counted_as(self.request.META.get("REMOTE_ADDR", "")))

    def _admitted(self, stream: Stream) -> Stream:
        if feed.admit(stream.caller, settings.STREAMS_PER_CALLER):
            return stream
        status = HTTPStatus.TOO_MANY_REQUESTS
        many = f"You have {settings.STREAMS_PER_CALLER} streams open here. Close one first."
        raise refusal(status, many, headers={"Retry-After": str(WAIT)})


class EventsResource(EventStream):
    """What happens to all races that strangers may hear of."""

    auth = (Bearer(Scope.READ, optional=True),)

    @validate(EVENTS, TOO_MANY, validate_responses=False)
    def get(self, parsed_headers: Headers[Resuming]) -> HttpResponse:
        """Stream quick races as they open, and listed races as they start, go on and end."""
        return self.stream(Topic(), parsed_headers)


class RaceEventsResource(EventStream):
    """What happens to a race."""

    auth = (Bearer(Scope.READ, optional=True),)

    @validate(EVENTS, NOT_FOUND, TOO_MANY, validate_responses=False)
    def get(self, parsed_path: Path[RacePath], parsed_headers: Headers[Resuming]) -> HttpResponse:
        """Stream what happens to a race, beginning with the race as it is."""
        race = found_race(parsed_path.code, known_caller(self.request))
        return self.stream(Topic(code=race.code), parsed_headers, race.code)


class OwnEventsResource(EventStream):
    """What happens to you."""

    auth = (Bearer(Scope.READ),)

    @validate(EVENTS, TOO_MANY, validate_responses=False)
    def get(self, parsed_headers: Headers[Resuming]) -> HttpResponse:
        """Stream what happens to the races that you have a seat in, and who challenges you."""
        return self.stream(Topic(player=caller(self.request).pk), parsed_headers)
