"""Frames that are too long for one message, in parts.

A server may be set to refuse messages above 4 KiB, and Daphne then drops longer ones that it sends,
too. A race's frames are shorter; those of an event grow with its players.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.live.event_frames import PartFrame
from games.live.protocol import encode

MOST_BYTES: Final = 4000

PIECE: Final = 2500
"""How many characters of a frame go into a part, unless they take too many bytes."""


def parted(frame: str) -> tuple[str, ...]:
    """Return the frames to send in place of a frame: itself, if it is short."""
    if len(frame.encode()) <= MOST_BYTES:
        return (frame,)
    pieces = list(_pieces(frame))
    last = len(pieces) - 1
    return tuple(encode(PartFrame(piece, n < last)) for n, piece in enumerate(pieces))


def _pieces(frame: str) -> Iterator[str]:
    begin = 0
    while begin < len(frame):
        length = PIECE
        while len(encode(PartFrame(frame[begin : begin + length], True)).encode()) > MOST_BYTES:
            length //= 2
        yield frame[begin : begin + length]
        begin += length
