"""The one place where text from a race socket becomes a message."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from games.live.protocol import FrameCode, Message

TAGS: Final = tuple(sorted(str(kind.__struct_config__.tag) for kind in get_args(Message)))
"""The types of messages, as they name themselves in `t`."""


class FrameError(ValueError):
    """A frame that isn't a message: a code for programs and a sentence."""

    def __init__(self, code: FrameCode, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code: FrameCode = code
        self.sentence = sentence


_decoder: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)


def parse(text: str | None, longest: int) -> Message:
    """Return the message of a text frame; `text` is None for a binary one.

    :raises FrameError: if it has more than `longest` characters, isn't JSON, or isn't a message.
    """
    if text is None:
        raise FrameError("bad-frame", "Frames are text, not binary.")
    if len(text) > longest:
        raise FrameError("too-large", f"A frame has at most {longest} characters.")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise FrameError("bad-message", _said(str(error))) from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise FrameError("bad-json", f"{error}.") from None


def _said(fault: str) -> str:
    """Return the decoder's fault with its place first, and for a type those that there are."""
    fault, _, place = fault.partition(" - at ")
    place = place.replace("$.", "").replace("`$`", "")
    if place == "`t`" or "`t`" in fault:
        return f"{fault}. In `t`, send one of {', '.join(TAGS)}."
    return f"{place}: {fault[0].lower()}{fault[1:]}." if place else f"{fault}."
