"""Who calls: the owner of the access token in a request, never the session of a browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final, Literal

from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from dmr import APIError, Controller, ResponseSpec
from dmr.endpoint import Endpoint
from dmr.headers import HeaderSpec
from dmr.metadata import EndpointMetadata
from dmr.openapi.objects import Reference, SecurityRequirement, SecurityScheme
from dmr.security import SyncAuth
from dmr.throttling import Rate, SyncThrottle
from dmr.throttling.backends import SyncDjangoCache
from dmr.throttling.cache_keys import BaseThrottleCacheKey
from dmr.throttling.headers import RateLimitIETFDraft, RetryAfter

from games.api.requests.problems import Problem, refusal
from games.models import Player
from games.models.people.credential import Credential, find
from games.models.people.token import Scope

SCHEME: Final = "token"
PER_MINUTE: Final = 120
"""How many writes a player's programs may send in a minute."""

HOW: Final = (
    "Send an access token, `Authorization: Bearer samedeal_…`. Make one at /account/tokens/."
)


class Bearer(SyncAuth):
    """Lets the owner of a token with all scopes in; without a token, everyone if it is optional."""

    __slots__ = ("optional", "scopes")

    def __init__(self, *scopes: Scope, optional: bool = False) -> None:
        self.scopes = scopes
        self.optional = optional

    @property
    def www_authenticate_challenge(self) -> str | None:
        """The challenge of a 401."""
        return self._challenge()

    def _challenge(self, error: str = "") -> str:
        """Return a challenge; with an error, programs know whether a new token helps (RFC 6750)."""
        return f'Bearer scope="{self._wanted}"' + (f', error="{error}"' if error else "")

    @property
    def _wanted(self) -> str:
        return " ".join(scope.value for scope in self.scopes)

    @sensitive_variables()
    def __call__(self, endpoint: Endpoint, controller: Controller[Any]) -> Bearer | None:
        """Find the caller.

        :raises APIError: 401 without a valid token, 403 if it hasn't the scope.
        """
        request = controller.request
        request.token = None  # type: ignore[attr-defined]
        header = request.headers.get("Authorization")
        if header is None and self.optional:
            return self
        kind, _, text = (header or "").partition(" ")
        if header is None:
            raise self._refusal(HTTPStatus.UNAUTHORIZED, HOW)
        if kind.lower() != "bearer":
            said = f"The header Authorization begins with “Bearer ”. {HOW}"
            raise self._refusal(HTTPStatus.UNAUTHORIZED, said, "invalid_request")
        token = find(text.strip(), timezone.now())
        if token is None:
            said = f"The token isn't valid, or no longer. {HOW}"
            raise self._refusal(HTTPStatus.UNAUTHORIZED, said, "invalid_token")
        if all(map(token.allows, self.scopes)):
            request.token = token  # type: ignore[attr-defined]
        # What everyone may read needs no scope.
        elif not self.optional:
            said = (
                f"The token has the scopes “{' '.join(sorted(token.scopes))}”,"
                f" and this takes “{self._wanted}”."
            )
            raise self._refusal(HTTPStatus.FORBIDDEN, said, "insufficient_scope")
        return self

    def _refusal(self, status: HTTPStatus, detail: str, error: str = "") -> APIError[Problem]:
        return refusal(status, detail, headers={"WWW-Authenticate": self._challenge(error)})

    def security_schemes(
        self, metadata: EndpointMetadata, controller_cls: type[Controller[Any]]
    ) -> dict[str, SecurityScheme | Reference]:
        """Describe tokens in the OpenAPI document."""
        return {SCHEME: SecurityScheme(type="http", scheme="bearer", description=HOW)}

    def security_requirements(
        self, metadata: EndpointMetadata, controller_cls: type[Controller[Any]]
    ) -> list[SecurityRequirement]:
        """Say which scope a token needs, where one is needed; a bot's token has one of its own."""
        wanted = [] if self.optional else [scope.value for scope in self.scopes]
        for_bots = [Scope.BOT.value if scope == Scope.RACE else scope for scope in wanted]
        return [{SCHEME: wanted}, *([{SCHEME: for_bots}] if for_bots != wanted else [])]

    def provide_response_specs(
        self,
        metadata: EndpointMetadata,
        controller_cls: type[Controller[Any]],
        existing_responses: Mapping[HTTPStatus, ResponseSpec],
    ) -> list[ResponseSpec]:
        """Add what is answered to a token that won't do."""
        found = super().provide_response_specs(metadata, controller_cls, existing_responses)
        if self.optional:
            return found
        forbidden = ResponseSpec(
            Problem,
            status_code=HTTPStatus.FORBIDDEN,
            description="The token hasn't the scope.",
            headers={"WWW-Authenticate": HeaderSpec(description="The scopes that this takes.")},
        )
        return [*found, *self._add_new_response(forbidden, existing_responses)]


def token_in(request: HttpRequest) -> Credential:
    """Return the token in a request that needs one."""
    found: Credential = request.token  # type: ignore[attr-defined]
    return found


def caller(request: HttpRequest) -> Player:
    """Return who calls, where a token is needed."""
    return token_in(request).player


def known_caller(request: HttpRequest) -> Player | None:
    """Return who calls, or None without a token."""
    return None if request.token is None else caller(request)  # type: ignore[attr-defined]


@dataclass(slots=True, frozen=True, kw_only=True)
class ByCaller(BaseThrottleCacheKey):
    """Counts the requests of each player, whatever token they come with."""

    runs_before_auth: Literal[False] = False
    name: str = "player"

    def __call__(self, endpoint: Endpoint, controller: Controller[Any]) -> str | None:
        """Return the player's key."""
        return str(caller(controller.request).pk)


class OptionalRateLimit(RateLimitIETFDraft):
    """The `RateLimit` headers; a limit of the site itself, not of the API, comes without them."""

    __slots__ = ()

    def provide_headers_specs(self) -> dict[str, HeaderSpec]:
        """Describe the headers, which may be missing."""
        described = super().provide_headers_specs()
        return {name: replace(spec, required=False) for name, spec in described.items()}


WRITES: Final = SyncThrottle(
    PER_MINUTE,
    Rate.minute,
    cache_key=ByCaller(),
    # Without Redis there is one process, which its own memory serves as well.
    backend=SyncDjangoCache(allow_unsafe_cache=True),
    response_headers=[OptionalRateLimit(), RetryAfter()],
)
"""The limit on writes."""
