"""Your bots: accounts that your programs play with."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils import timezone
from dmr import Body, Path, ResponseSpec, modify
from msgspec import Meta, Struct

from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.problems import FULL, Problem, refusal
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Number
from games.api.resources.players import PlayerRef, player_ref
from games.models import AccessToken
from games.models.people.bot import TOO_MANY, make_bot
from games.models.people.names import NAME_LENGTH
from games.models.people.token import Scope
from games.models.races.identity import delete_bot
from games.pages.site.clock import now

MAY_KEEP = (Bearer(Scope.ACCOUNT),)

UNFIT = ResponseSpec(Problem, status_code=HTTPStatus.BAD_REQUEST, description="The name won't do.")


class Bots(Struct, frozen=True):
    """Your bots."""

    bots: Annotated[list[PlayerRef], Meta(description="Oldest first.")]


class NewBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot to make."""

    name: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=NAME_LENGTH,
            description="What others see; unlike the name of any other account.",
        ),
    ]


class MadeBot(Struct, frozen=True):
    """A new bot with its first token."""

    bot: PlayerRef
    token: Annotated[
        str, Meta(description="With the scopes `read` and `bot`, until revoked; shown only here.")
    ]


class BotsResource(Resource):
    """Your bots."""

    auth = MAY_KEEP

    def get(self) -> Bots:
        """List your bots."""
        mine = caller(self.request).bots.filter(deleted_at=None).order_by("pk")
        return Bots([player_ref(bot) for bot in mine])

    @modify(status_code=HTTPStatus.CREATED, extra_responses=[UNFIT, FULL], throttling=[WRITES])
    def post(self, parsed_body: Body[NewBot]) -> MadeBot:
        """Make a bot, and a token with which it plays."""
        try:
            bot = make_bot(caller(self.request), parsed_body.name)
        except ValidationError as error:
            if error.code == TOO_MANY:
                raise refusal(HTTPStatus.CONFLICT, error.messages[0]) from None
            raise refusal(HTTPStatus.BAD_REQUEST, error.messages[0], "body.name") from None
        scopes = Scope.of(bot)
        _, text = AccessToken.objects.issue(bot, bot.name, scopes, timezone.now(), lasts=None)
        return MadeBot(player_ref(bot), text)


class BotPath(Struct, frozen=True):
    """Which bot."""

    id: Annotated[Number, Meta(description="The bot's number as a player.")]


class BotResource(Resource):
    """A bot of yours."""

    auth = MAY_KEEP

    @modify(status_code=HTTPStatus.NO_CONTENT, extra_responses=[NOT_FOUND], throttling=[WRITES])
    def delete(self, parsed_path: Path[BotPath]) -> None:
        """Delete a bot of yours. Its runs stay, without its name."""
        mine = caller(self.request).bots.filter(deleted_at=None, pk=parsed_path.id).first()
        if mine is None:
            raise Http404(f"You have no bot {parsed_path.id}.")
        delete_bot(mine, now)
