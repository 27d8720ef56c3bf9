"""What is stored of a race that is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import Record
from games.racing.verification import RaceDocument, Verdict
from games.racing.verification import verify as judge
from tests.live.racer import Frame, Racer


def verify(over: Frame, reader: Racer, played: Mapping[int, Sequence[str]]) -> None:
    """Check that each seat's actions are stored once and in order, and each record verifies."""
    for seat in over["seats"]:
        record = Record.parse(reader.get(f"/entry/{seat['entry']}/record"))
        record.replay()
        by_hand = [action.text for action in record.actions if not action.automatic]
        assert by_hand == list(played[seat["seat"]])


def verify_document(code: str, reader: Racer) -> str:
    """Check that a published race verifies from its first card to its places; return its text."""
    text = reader.get(f"/race/{code}/race.json")
    verdicts = [finding.verdict for finding in judge(RaceDocument.parse(text.encode()))]
    assert Verdict.OK in verdicts
    assert Verdict.FALSE not in verdicts
    return text
