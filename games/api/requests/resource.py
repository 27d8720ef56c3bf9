"""What all resources of the API share: their errors, and how long an answer may be kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import RawPostDataException
from django.views.decorators.http import conditional_page
from dmr import Controller, ResponseSpec
from dmr.decorators import dispatch_decorator
from dmr.endpoint import Endpoint
from dmr.errors import ErrorType, format_error
from dmr.exceptions import NotAcceptableError, RequestSerializationError, ResponseSchemaError
from dmr.parsers import Parser
from dmr.plugins.msgspec import MsgspecJsonRenderer
from dmr.renderers import Renderer

from games.api.requests.bodies import NO_JSON, JsonBody
from games.api.requests.faults import Serializer
from games.api.requests.problems import MEDIA_TYPE, UNKEPT, Fault, Problem, problem, refuse, refused
from games.racing import RefusedError

PROBLEMS: Final = MsgspecJsonRenderer(MEDIA_TYPE)

JSON: Final = "application/json"

WAIT: Final = 600
"""Seconds after which to try again, where a limit of the site is an hour long."""

View: TypeAlias = Callable[..., HttpResponseBase]

LONGEST: Final = 4096
"""The most bytes of a body; the longest that makes sense has a few hundred."""


def _head_as_get(view: View) -> View:
    """Answer to HEAD as to GET, with the same ETag; the server leaves the body out."""

    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        asked = request.method
        request.method = "GET" if asked == "HEAD" else asked
        try:
            return view(request, *args, **kwargs)
        finally:
            request.method = asked

    return answer


@dispatch_decorator(_head_as_get)
@dispatch_decorator(conditional_page)
class Resource(Controller[Serializer]):
    """An address of the API; a subclass has a method for each verb."""

    is_abstract = True
    error_model = Problem
    parsers: ClassVar[tuple[Parser, ...]] = (JsonBody(),)
    renderers: ClassVar[tuple[Renderer, ...]] = (MsgspecJsonRenderer(), PROBLEMS)
    # Problems have their own type, whatever was asked for.
    validate_negotiation = False
    # An answer that doesn't fit its description is our fault: it becomes a 500 in the log.
    exclude_semantic_responses = frozenset({HTTPStatus.UNPROCESSABLE_ENTITY})

    kept_for: ClassVar[int] = 0
    """For how many seconds an answer may be kept without asking whether it has changed."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer, and say how long the answer may be kept, and for whom."""
        if _length(request) > LONGEST:
            too_long = f"A body has at most {LONGEST:,} bytes, and this has {_length(request):,}."
            return refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, too_long, "body")
        answer = super().dispatch(request, *args, **kwargs)
        if answer.status_code == HTTPStatus.NO_CONTENT:
            del answer["Content-Type"]
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            answer["Content-Type"] = MEDIA_TYPE
            answer["Cache-Control"] = UNKEPT
        elif request.method != "GET" or "Authorization" in request.headers:
            answer["Cache-Control"] = UNKEPT
        else:
            kept = f"max-age={self.kept_for}" if self.kept_for else "no-cache"
            answer["Cache-Control"] = f"public, {kept}"
        return answer

    def format_error(
        self,
        error: str | Exception,
        *,
        loc: str | list[str | int] | None = None,
        error_type: str | ErrorType | None = None,
    ) -> Problem:
        """Describe what the framework found wrong with a request."""
        if error_type == ErrorType.not_allowed:
            possible = ", ".join(sorted(self.api_endpoints))
            said = f"{self.request.method} isn't possible here. Possible: {possible}."
            return problem(HTTPStatus.METHOD_NOT_ALLOWED, said)
        if isinstance(error, NotAcceptableError):
            types = " or ".join(one.content_type for one in self.renderers if one is not PROBLEMS)
            said = f"The answer is {types}, and your `Accept` allows neither that nor `*/*`."
            return problem(HTTPStatus.NOT_ACCEPTABLE, said)
        told = format_error(error, loc=loc)["detail"]
        faults = [Fault(str(one["loc"][0]), one["msg"]) for one in told if "loc" in one]
        if isinstance(error, RequestSerializationError):
            faults = [Fault("body", told[0]["msg"])]
        status = getattr(error, "status_code", HTTPStatus.BAD_REQUEST)
        said = " ".join(one["msg"] if one["msg"][-1] in ".?" else f"{one['msg']}." for one in told)
        return problem(status, said, faults)

    def to_error(
        self,
        raw_data: Any,
        *,
        status_code: HTTPStatus,
        headers: Mapping[str, str] | None = None,
        cookies: Any = None,
        renderer: Renderer | None = None,
    ) -> HttpResponse:
        """Send a problem, whatever the caller accepts."""
        return super().to_error(
            raw_data,
            status_code=status_code,
            headers=headers,
            cookies=cookies,
            renderer=PROBLEMS,
        )

    def handle_error(
        self, endpoint: Endpoint, controller: Controller[Any], exc: Exception
    ) -> HttpResponse:
        """Answer with a problem if there is no such thing; pass an error of our own on."""
        if isinstance(exc, ResponseSchemaError):
            raise RuntimeError(f"undocumented answer: {exc}") from exc
        if isinstance(exc, Http404):
            found = problem(HTTPStatus.NOT_FOUND, str(exc))
            return self.to_error(found, status_code=HTTPStatus.NOT_FOUND)
        if isinstance(exc, RecursionError):
            return self._unreadable(HTTPStatus.BAD_REQUEST, "The JSON is nested too deeply.")
        if isinstance(exc, RequestSerializationError) and self.request.content_type != JSON:
            if _length(self.request):
                return self._unreadable(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, NO_JSON)
            return self._unreadable(HTTPStatus.BAD_REQUEST, f"The body is empty. {NO_JSON}")
        if isinstance(exc, RefusedError):
            found = refused(exc)
            late = found.status == HTTPStatus.TOO_MANY_REQUESTS
            return self.to_error(
                found,
                status_code=HTTPStatus(found.status),
                headers={"Retry-After": str(WAIT)} if late else None,
            )
        raise exc

    def _unreadable(self, status: HTTPStatus, why: str) -> HttpResponse:
        return self.to_error(problem(status, why, [Fault("body", why)]), status_code=status)


NOT_FOUND: Final = ResponseSpec(
    Problem, status_code=HTTPStatus.NOT_FOUND, description="There is no such thing to be seen."
)
"""The answer to a question about something that isn't there, or that the caller may not see."""

REFUSED: Final = ResponseSpec(
    Problem, status_code=HTTPStatus.CONFLICT, description="The race refuses it: see `code`."
)
"""The answer to what can't be done now."""


def _length(request: HttpRequest) -> int:
    """Return the length of the body; 0 for that of a form, which no resource reads."""
    try:
        return len(request.body)
    except RawPostDataException:
        return 0
