"""A finished race as one document, which anyone can check with Python alone."""

from __future__ import annotations

from games.racing.verification.check import verify
from games.racing.verification.document import Committed, PlayedRun, RaceDocument
from games.racing.verification.fields import MOST_BYTES, DocumentError
from games.racing.verification.finding import Finding, Verdict

__all__ = [
    "MOST_BYTES",
    "Committed",
    "DocumentError",
    "Finding",
    "PlayedRun",
    "RaceDocument",
    "Verdict",
    "verify",
]
