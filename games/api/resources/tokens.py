"""Your tokens, and the tickets that stand for them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from django.http import Http404
from django.utils import timezone
from dmr import Path, modify
from msgspec import Meta, Struct

from games.api.requests.callers import WRITES, Bearer, caller, token_in
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Instant, Number
from games.api.resources.players import PlayerRef, player_ref
from games.live.protocol import Seconds
from games.models import AccessToken
from games.models.people import ticket
from games.models.people.token import Scope


class Token(Struct, frozen=True):
    """A token of yours or of a bot of yours; its text isn't stored."""

    id: int
    player: Annotated[PlayerRef, Meta(description="Whom it stands for: you, or a bot of yours.")]
    name: str
    scopes: Annotated[
        list[str], Meta(description="What it allows: `read`, `race`, `bot`, `account`.")
    ]
    created_at: Instant
    expires_at: Annotated[Instant | None, Meta(description="Null if it works until revoked.")]
    used_at: Annotated[
        Instant | None,
        Meta(description="When it was last used, or up to a minute before; null if never."),
    ]


class Tokens(Struct, frozen=True):
    """Your tokens."""

    tokens: Annotated[list[Token], Meta(description="Newest first.")]


class TokensResource(Resource):
    """Your tokens."""

    auth = (Bearer(Scope.ACCOUNT),)

    def get(self) -> Tokens:
        """List your tokens and those of your bots. The page `/account/tokens/` makes yours."""
        found = AccessToken.objects.kept_by(caller(self.request))
        return Tokens([_token(token) for token in found])


class TokenPath(Struct, frozen=True):
    """Which token."""

    id: Annotated[Number, Meta(description="Its number in the list of your tokens.")]


class TokenResource(Resource):
    """A token of yours."""

    auth = (Bearer(Scope.ACCOUNT),)

    @modify(status_code=HTTPStatus.NO_CONTENT, extra_responses=[NOT_FOUND])
    def delete(self, parsed_path: Path[TokenPath]) -> None:
        """Revoke a token of yours or of a bot of yours, perhaps the one that you send."""
        mine = AccessToken.objects.kept_by(caller(self.request)).filter(pk=parsed_path.id)
        if not mine.delete()[0]:
            raise Http404(f"You have no token {parsed_path.id}.")


class Ticket(Struct, frozen=True):
    """A ticket for the race socket."""

    ticket: Annotated[str, Meta(description="Send it once, as `?ticket=` in a socket's address.")]
    expires_in: Annotated[Seconds, Meta(description="For how many seconds it works.")]


class TicketsResource(Resource):
    """Tickets."""

    auth = (Bearer(Scope.RACE),)
    throttling = (WRITES,)

    def post(self) -> Ticket:
        """Get a ticket for the race socket, for a page that can't send `Authorization` with it."""
        made = ticket.issue(token_in(self.request), timezone.now())
        return Ticket(made, int(ticket.LASTS.total_seconds()))


def _token(token: AccessToken) -> Token:
    return Token(
        id=token.pk,
        player=player_ref(token.player),
        name=token.name,
        scopes=token.scopes.split(),
        created_at=token.created_at,
        expires_at=token.expires_at,
        used_at=token.used_at,
    )
