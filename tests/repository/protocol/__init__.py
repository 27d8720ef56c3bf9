"""The frames of the race socket, written from their sources into the files that repeat them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.repository.files import REPOSITORY
from tests.repository.protocol import asyncapi, browser, document

PLACES: Final[Mapping[str, Mapping[str, Callable[[], str]]]] = {
    "docs/reference/protocol.md": {
        "<!-- frames from the client -->": document.client_text,
        "<!-- frames from the server -->": document.server_text,
        "<!-- types -->": document.types_text,
        "<!-- reasons -->": document.reasons_text,
    },
    "frontend/src/net/messages.js": {"// types": browser.frame_types},
    "frontend/src/lib/view.js": {"// types": browser.view_types},
}
"""The generated texts by file and first line; the last line is the same with `end of`."""

WHOLE: Final = {"games/live/asyncapi.json": asyncapi.text}
"""The files that are generated from their first line to their last."""


def written() -> Mapping[Path, str]:
    """Return the updated texts of the files that repeat the frames."""
    parts = {REPOSITORY / name: _filled(REPOSITORY / name, texts) for name, texts in PLACES.items()}
    return parts | {REPOSITORY / name: text() for name, text in WHOLE.items()}


def _filled(path: Path, texts: Mapping[str, Callable[[], str]]) -> str:
    text = path.read_text(encoding="utf-8")
    for begin, content in texts.items():
        end = begin.replace(" ", " end of ", 1)
        before, _, rest = text.partition(f"{begin}\n")
        _, found, after = rest.partition(f"{end}\n")
        if not found:
            raise ValueError(f"{path.name} lacks the lines {begin!r} and {end!r}")
        text = f"{before}{begin}\n{content()}{end}\n{after}"
    return text
