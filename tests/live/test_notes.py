"""Notes between processes keep their shape, which a process of the last release reads."""

from __future__ import annotations

from typing import Any

import pytest

from games.live.notes import (
    ChangeNote,
    Note,
    ReactionNote,
    RunNote,
    WatchersNote,
    from_wire,
    to_wire,
)
from games.racing import Reaction, Run, RunState

RUN = {
    **{"state": "playing", "progress": 7, "progress_at": 900, "moves": 12, "undos": 1},
    **{"last_at": 1000, "time": None},
}

NOTES: list[tuple[Note, dict[str, Any]]] = [
    (ChangeNote(), {}),
    (WatchersNote("one", 2), {"process": "one", "watchers": 2}),
    (ReactionNote(3, Reaction.WOW), {"reacted": 3, "reaction": "wow"}),
    (RunNote(3, Run(RunState.PLAYING, 7, 900, 12, 1, 1000)), {"player": 3, "run": RUN}),
]


@pytest.mark.parametrize(("note", "wire"), NOTES)
def test_a_note_is_a_dictionary_of_its_fields_on_the_channel_layer(
    note: Note, wire: dict[str, Any]
) -> None:
    assert to_wire(note) == wire
    assert from_wire(wire) == note
    assert from_wire(wire | {"new": 1}) == note
