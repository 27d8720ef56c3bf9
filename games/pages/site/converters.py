"""The types of parts of an address; a value of the wrong type never reaches a view."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, Protocol

from django.db.models import BigAutoField

from games.racing.code import ALPHABET, CODE_LENGTH

LARGEST: Final = BigAutoField.MAX_BIGINT
"""The largest primary key."""


def row_number(text: str) -> int | None:
    """Return the primary key in a text, or None if no row can have it."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))):
        return None
    number = int(text)
    return number if 0 < number <= LARGEST else None


class Converter(Protocol):
    """The interface that Django expects of a path converter."""

    regex: str

    def to_python(self, value: str) -> Any: ...

    def to_url(self, value: Any) -> str: ...


class CodeConverter:
    """A race code such as QFXKMP, in either case."""

    regex = f"[{ALPHABET}{ALPHABET.lower()}]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class NumberConverter:
    """A primary key that the database can hold."""

    regex = f"[0-9]{{1,{len(str(LARGEST))}}}"

    def to_python(self, value: str) -> int:
        """Return the primary key.

        :raises ValueError: if no row can have it.
        """
        number = row_number(value)
        if number is None:
            raise ValueError(f"no row has the number {value}")
        return number

    def to_url(self, value: int) -> str:
        return str(value)


class DayConverter:
    """A day, such as 2026-11-21."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Return the day.

        :raises ValueError: if there is no such day.
        """
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


CONVERTERS: Final[Mapping[str, type[Converter]]] = {
    "code": CodeConverter,
    "day": DayConverter,
    "number": NumberConverter,
}
"""The converters, by the names that URL patterns use."""
