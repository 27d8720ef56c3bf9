"""Starting races that no one has open: only what is stored tells programs of the start."""

from __future__ import annotations

from typing import Final

from games import racing
from games.models.races.race import Race
from games.models.races.unstarted import give_up_missed

LATE_MS: Final = 1000
"""How long after its start a race counts as unattended: its room would have dealt the cards."""

AT_ONCE: Final = 100


def start_unattended(clock: racing.Clock) -> None:
    """Deal the cards of races that have started with no one there.

    A planned race to which nobody came is deleted instead.
    """
    give_up_missed(clock, LATE_MS)
    late = Race.objects.limited(clock() - LATE_MS).filter(dealt_at=None)
    if codes := list(late.values_list("code", flat=True)[:AT_ONCE]):
        Race.objects.deal_out(codes, clock)
