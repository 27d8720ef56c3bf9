"""Lists that are read a page at a time."""

from __future__ import annotations

from typing import Annotated, Final, TypeVar

from django.db.models import Model, QuerySet
from msgspec import Meta, Struct

from games.api.requests.schemas import Number

LONGEST_PAGE: Final = 50

Row = TypeVar("Row", bound=Model)

Next = Annotated[
    int | None, Meta(description="What to send as `before` for the next page; null at the end.")
]


class PageQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of a list, newest first."""

    before: Annotated[Number | None, Meta(description="`next` of the page before.")] = None
    limit: Annotated[int, Meta(description="How many to list at most.", ge=1, le=LONGEST_PAGE)] = (
        LONGEST_PAGE
    )


def page(rows: QuerySet[Row], asked: PageQuery) -> tuple[list[Row], int | None]:
    """Return a page of rows, newest first, and `next`.

    Rows are told apart by their key, so nothing is skipped or listed twice when rows come or go.
    """
    rows = rows.order_by("-pk")
    if asked.before is not None:
        rows = rows.filter(pk__lt=asked.before)
    # One row more tells whether there is another page.
    found = list(rows[: asked.limit + 1])
    more = len(found) > asked.limit
    found = found[: asked.limit]
    return found, found[-1].pk if more else None
