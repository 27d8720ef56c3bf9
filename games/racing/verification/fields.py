"""Strict JSON: every fault has a place, and nothing is read twice or passed over."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeVar

MOST_BYTES: Final = 4 * 1024 * 1024
"""The largest document that is read: ten full runs take a fifth of it."""

MOST_DIGITS: Final = 16
"""Enough for any instant in milliseconds."""

T = TypeVar("T")


class DocumentError(ValueError):
    """A document that can't be read; `place` says where, such as `runs[0].place`."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.place = place
        self.problem = problem


def parse_json(content: bytes) -> Field:
    """Read JSON of integers, texts, lists and objects without repeated names.

    :raises DocumentError: if it is anything else, or larger than `MOST_BYTES`.
    """
    if len(content) > MOST_BYTES:
        raise DocumentError("", f"the document is larger than {MOST_BYTES:,} bytes")
    try:
        value = json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(place, f"not JSON: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise DocumentError(f"byte {error.start}", "not UTF-8") from None
    except RecursionError:
        raise DocumentError("", "lists and objects are nested too deeply") from None
    return Field("", value)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DocumentError("", f"an object has {shortened(twice)} twice")
    return values


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise DocumentError("", f"a number has {len(text)} digits: {shortened(text)}")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise DocumentError("", f"{shortened(text)} isn't a whole number")


def shortened(value: object) -> str:
    """Return a value as Python writes it in ASCII, cut to forty characters."""
    if isinstance(value, dict | list):
        # Written out, it could be as long and deep as the document.
        return "an object" if isinstance(value, dict) else f"a list of {len(value)}"
    text = ascii(value[:50] if isinstance(value, str) else value)
    return text if len(text) <= 40 else f"{text[:37]}..."


@dataclass(frozen=True, slots=True)
class Field:
    """A value and its place. Each method reads it as one type.

    :raises DocumentError: if it is of another type, or out of bounds.
    """

    place: str
    value: Any

    def fail(self, expected: str) -> DocumentError:
        """Return the error that something else is expected here."""
        return DocumentError(self.place, f"expected {expected}, not {shortened(self.value)}")

    def fields(self, *names: str) -> list[Field]:
        """Read an object with exactly these names; return their values in this order."""
        if not isinstance(self.value, dict):
            raise self.fail("an object")
        at = f"{self.place}." if self.place else ""
        for name in names:
            if name not in self.value:
                raise DocumentError(f"{at}{name}", "missing")
        for name in self.value:
            if name not in names:
                raise DocumentError(self.place, f"unknown name {shortened(name)}")
        return [Field(f"{at}{name}", self.value[name]) for name in names]

    def items(self, least: int, most: int) -> list[Field]:
        """Read a list."""
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            raise self.fail(f"a list of {least} to {most}")
        return [Field(f"{self.place}[{n}]", value) for n, value in enumerate(self.value)]

    def text(self, most: int) -> str:
        """Read a text."""
        if not isinstance(self.value, str) or len(self.value) > most:
            raise self.fail(f"a text of at most {most} characters")
        return self.value

    def matching(self, pattern: str, expected: str) -> str:
        """Read a text of a pattern."""
        if not isinstance(self.value, str) or not re.fullmatch(pattern, self.value):
            raise self.fail(expected)
        return self.value

    def number(self, least: int = 0, most: int = 10**15) -> int:
        """Read a whole number."""
        # A bool is an int in Python, but not in JSON.
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.fail(f"a whole number from {least} to {most}")
        return self.value

    def flag(self) -> bool:
        """Read `true` or `false`."""
        if not isinstance(self.value, bool):
            raise self.fail("true or false")
        return self.value

    def parsed(self, parse: Callable[[str], T], most: int) -> T:
        """Read a text that `parse` accepts and writes again as it is."""
        text = self.text(most)
        try:
            value = parse(text)
        except ValueError as error:
            raise DocumentError(self.place, ascii(str(error))[1:-1]) from None
        if str(value) != text:
            raise self.fail(f"it as {shortened(str(value))}")
        return value

    def optional(self, read: Callable[[Field], T]) -> T | None:
        """Read `null` as None, and anything else by `read`."""
        return None if self.value is None else read(self)
