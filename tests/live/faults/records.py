"""What is stored of a race that is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import Record
from tests.live.racer import Frame, Racer


def verify(over: Frame, reader: Racer, played: Mapping[int, Sequence[str]]) -> None:
    """Check that each seat's actions are stored once and in order, and each record verifies."""
    for seat in over["seats"]:
        record = Record.parse(reader.get(f"/entry/{seat['entry']}/record"))
        record.replay()
        by_hand = [action.text for action in record.actions if not action.automatic]
        assert by_hand == list(played[seat["seat"]])
