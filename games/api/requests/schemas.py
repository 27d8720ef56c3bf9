"""The limits of a JSON Schema in words, and the types of a number and an instant."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias

from django.db.models import BigAutoField
from msgspec import Meta

Schema = Mapping[str, Any]

LARGEST: Final = BigAutoField.MAX_BIGINT
"""The largest number of a row."""

Number: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST)]
"""The number of a row."""

Instant: TypeAlias = Annotated[datetime, Meta(tz=True)]
"""A time with its zone, which the document then calls `date-time`."""


def limits(schema: Schema) -> str:
    """Return what a value keeps to: "3 to 60", "1 to 40 characters"; empty if to nothing."""
    for least, most, unit in (
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " items"),
    ):
        low, high = schema.get(least), schema.get(most)
        # The largest number that is stored is no limit to think of.
        if high is not None and high < LARGEST:
            return f"{low or 0} to {high}{unit}" if low != high else f"{high}{unit}"
        if low is not None:
            return f"at least {low}{unit}"
    return ""
