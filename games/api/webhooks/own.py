"""Your webhooks: addresses to which the site sends your events."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final, Literal, TypeAlias, cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils import timezone
from dmr import Body, Path, ResponseSpec, modify
from msgspec import Meta, Struct

from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.problems import FULL, Problem, refusal
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Instant, Number
from games.api.webhooks.deliveries import ask_for_test
from games.background.outbound import UndeliverableError, check
from games.models import Delivery, Webhook
from games.models.people.token import Scope
from games.models.races.webhook import ADDRESS_LENGTH, WebhookFormat

SHOWN: Final = 100
"""How many deliveries are listed."""

BAD: Final = ResponseSpec(
    Problem, status_code=HTTPStatus.BAD_REQUEST, description="The request is wrong: see `faults`."
)


Format: TypeAlias = Literal["json", "discord", "slack"]


class WebhookDocument(Struct, frozen=True):
    """A webhook of yours."""

    id: int
    address: str
    format: Annotated[Format, Meta(description="What it is sent.")]
    secret: Annotated[
        str | None, Meta(description="What signatures are made with; shown once, when it is new.")
    ]
    created_at: Instant
    failing_since: Annotated[Instant | None, Meta(description="Null if the last one arrived.")]
    retry_at: Annotated[Instant | None, Meta(description="When the next attempt comes.")]
    disabled_at: Annotated[
        Instant | None, Meta(description="When a week of failures ended it; null if it works.")
    ]


class Webhooks(Struct, frozen=True):
    """Your webhooks."""

    webhooks: Annotated[list[WebhookDocument], Meta(description="Newest first.")]


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A webhook to make."""

    address: Annotated[
        str,
        Meta(
            description="Where to send events, by POST.",
            min_length=1,
            max_length=ADDRESS_LENGTH,
            extra_json_schema={"format": "uri"},
        ),
    ]
    format: Annotated[
        Format,
        Meta(description="Signed JSON, or sentences for the incoming webhook of a chat."),
    ] = "json"


class WebhooksResource(Resource):
    """Your webhooks."""

    auth = (Bearer(Scope.ACCOUNT),)

    def get(self) -> Webhooks:
        """List your webhooks."""
        found = Webhook.objects.filter(player=caller(self.request)).order_by("-pk")
        return Webhooks([_document(webhook) for webhook in found])

    @modify(
        auth=[Bearer(Scope.ACCOUNT, Scope.READ)],
        extra_responses=[BAD, FULL],
        throttling=[WRITES],
    )
    def post(self, parsed_body: Body[NewWebhook]) -> WebhookDocument:
        """Make a webhook. It gets what `/me/events` streams, from now on."""
        try:
            check(parsed_body.address, own_network=settings.WEBHOOKS_TO_OWN_NETWORK)
        except UndeliverableError as error:
            raise refusal(HTTPStatus.BAD_REQUEST, str(error), "body.address") from None
        origin = self.request.build_absolute_uri("/").rstrip("/")
        form = WebhookFormat(parsed_body.format)
        player, now = caller(self.request), timezone.now()
        try:
            made = Webhook.objects.make(player, parsed_body.address, form, origin, now)
        except ValidationError as error:
            raise refusal(HTTPStatus.CONFLICT, error.messages[0]) from None
        return _document(made, secret=made.secret)


class WebhookPath(Struct, frozen=True):
    """Which webhook."""

    id: Annotated[Number, Meta(description="Its number in the list of your webhooks.")]


class WebhookResource(Resource):
    """A webhook of yours."""

    auth = (Bearer(Scope.ACCOUNT),)

    @modify(status_code=HTTPStatus.NO_CONTENT, extra_responses=[NOT_FOUND])
    def delete(self, parsed_path: Path[WebhookPath]) -> None:
        """Delete a webhook of yours, with its list of deliveries."""
        mine = Webhook.objects.filter(player=caller(self.request), pk=parsed_path.id)
        if not mine.delete()[0]:
            raise Http404(f"You have no webhook {parsed_path.id}.")


class WebhookTestResource(Resource):
    """A test of a webhook of yours."""

    auth = (Bearer(Scope.ACCOUNT),)

    @modify(status_code=HTTPStatus.NO_CONTENT, extra_responses=[NOT_FOUND], throttling=[WRITES])
    def post(self, parsed_path: Path[WebhookPath]) -> None:
        """Send a webhook of yours the event `test`; its deliveries tell how that ended."""
        mine = Webhook.objects.filter(player=caller(self.request), pk=parsed_path.id).first()
        if mine is None:
            raise Http404(f"You have no webhook {parsed_path.id}.")
        ask_for_test(mine, timezone.now())


class DeliveryDocument(Struct, frozen=True):
    """An attempt to deliver an event."""

    id: Annotated[int, Meta(description="The event's number; 0 of a test.")]
    event: str
    code: Annotated[str, Meta(description="The race's code; empty of a test.")]
    at: Instant
    status: Annotated[int | None, Meta(description="The receiver's status; null if none came.")]
    fault: Annotated[str, Meta(description="Why it failed; empty if it didn't.")]


class Deliveries(Struct, frozen=True):
    """The deliveries to a webhook."""

    deliveries: Annotated[list[DeliveryDocument], Meta(description="The last 100, newest first.")]


class DeliveriesResource(Resource):
    """The deliveries to a webhook of yours."""

    auth = (Bearer(Scope.ACCOUNT),)

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[WebhookPath]) -> Deliveries:
        """List the last deliveries to a webhook of yours."""
        mine = Webhook.objects.filter(player=caller(self.request), pk=parsed_path.id)
        if not mine.exists():
            raise Http404(f"You have no webhook {parsed_path.id}.")
        found = Delivery.objects.filter(webhook__in=mine).order_by("-pk")[:SHOWN]
        return Deliveries(
            [
                DeliveryDocument(one.number, one.kind, one.code, one.at, one.status, one.fault)
                for one in found
            ]
        )


def _document(webhook: Webhook, secret: str | None = None) -> WebhookDocument:
    return WebhookDocument(
        id=webhook.pk,
        address=webhook.address,
        format=cast("Format", webhook.format),
        secret=secret,
        created_at=webhook.created_at,
        failing_since=webhook.failing_since,
        retry_at=webhook.retry_at,
        disabled_at=webhook.disabled_at,
    )
