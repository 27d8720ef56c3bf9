"""Frames too long for one message come in parts that every server sends."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from games.live.long_frames import MOST_BYTES, parted


@given(st.lists(st.text(max_size=400), max_size=60))
def test_the_parts_are_short_and_join_to_the_frame(names: list[str]) -> None:
    frame = json.dumps({"t": "event", "names": names}, ensure_ascii=False).encode(errors="replace")
    text = frame.decode()
    parts = parted(text)
    assert all(len(part.encode()) <= MOST_BYTES for part in parts)
    if len(parts) == 1:
        assert parts == (text,)
        return
    read = [json.loads(part) for part in parts]
    assert "".join(one["text"] for one in read) == text
    assert [one["more"] for one in read] == [True] * (len(read) - 1) + [False]
