"""What a verification found out."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """What a finding says."""

    OK = "ok"
    """It was checked and is true."""
    FALSE = "false"
    """It was checked and isn't true."""
    NOTE = "note"
    """It is unusual, but can happen on an honest server."""
    UNKNOWN = "unknown"
    """A document can't show whether it is true."""


class Finding(NamedTuple):
    """A verdict on some fields of the document, in a sentence."""

    verdict: Verdict
    fields: tuple[str, ...]
    sentence: str

    def __str__(self) -> str:
        return f"{self.verdict:<8} {', '.join(self.fields)}: {self.sentence}"


def true(field: str, sentence: str) -> Finding:
    """Return the finding that something is true."""
    return Finding(Verdict.OK, (field,), sentence)


def false(field: str, sentence: str) -> Finding:
    """Return the finding that something is false."""
    return Finding(Verdict.FALSE, (field,), sentence)


def note(field: str, sentence: str) -> Finding:
    """Return the finding that something is unusual."""
    return Finding(Verdict.NOTE, (field,), sentence)


def unknown(sentence: str, *fields: str) -> Finding:
    """Return the finding that something can't be checked."""
    return Finding(Verdict.UNKNOWN, fields, sentence)
