"""What you were told on the site."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from django.utils import timezone
from dmr import Body, Query, modify
from msgspec import Meta, Struct

from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.paging import Next, PageQuery, page
from games.api.requests.resource import Resource
from games.api.requests.schemas import Instant, Number
from games.api.resources.players import PlayerRef, player_ref
from games.models import Notice, NoticeKind
from games.models.people.token import Scope


class NoticeDocument(Struct, frozen=True):
    """Something that you were told."""

    number: Annotated[int, Meta(description="Later ones have higher numbers.")]
    kind: NoticeKind
    at: Instant
    by: Annotated[
        PlayerRef | None, Meta(description="Who challenged or overtook you, or changed a start.")
    ]
    address: Annotated[str, Meta(description="The page that it leads to.")]
    until: Annotated[
        Instant | None, Meta(description="When it no longer matters, such as the start of a race.")
    ]
    seen: Annotated[bool, Meta(description="Whether you have seen it or it no longer matters.")]


class Notices(Struct, frozen=True):
    """What you were told in the last 30 days."""

    notices: Annotated[list[NoticeDocument], Meta(description="Newest first.")]
    new: Annotated[int, Meta(description="How many are new and still matter.")]
    next: Next


class SeenUpTo(Struct, frozen=True, forbid_unknown_fields=True):
    """What has been seen."""

    upto: Annotated[Number, Meta(description="The `number` of the latest one that was shown.")]


class NoticesResource(Resource):
    """What you were told."""

    auth = (Bearer(Scope.READ),)

    def get(self, parsed_query: Query[PageQuery]) -> Notices:
        """List what the site told you of challenges, rematches, races, events and your streak."""
        me = caller(self.request)
        now = timezone.now()
        found, following = page(Notice.objects.listed(me, now), parsed_query)
        new = Notice.objects.new_among(me, found, now)
        count = Notice.objects.unseen(me, now).count()
        documents = [_document(notice, seen=notice.pk not in new) for notice in found]
        return Notices(documents, count, following)


class NoticesSeenResource(Resource):
    """What you have seen of it."""

    auth = (Bearer(Scope.READ),)

    @modify(status_code=HTTPStatus.NO_CONTENT, throttling=[WRITES])
    def post(self, parsed_body: Body[SeenUpTo]) -> None:
        """Mark what you were told as seen, up to a number."""
        Notice.objects.see(caller(self.request), parsed_body.upto, timezone.now())


def _document(notice: Notice, *, seen: bool) -> NoticeDocument:
    return NoticeDocument(
        number=notice.pk,
        kind=NoticeKind(notice.kind),
        at=notice.at,
        by=None if notice.by is None else player_ref(notice.by),
        address=notice.get_absolute_url(),
        until=notice.until,
        seen=seen,
    )
