"""Reading pages."""

from __future__ import annotations

import re
from html import unescape
from typing import Protocol


class Answer(Protocol):
    """A test client's response."""

    content: bytes


def text(answer: Answer) -> str:
    """Return a page's text, without markup and with single spaces."""
    body = answer.content.decode().partition("<body")[2]
    body = re.sub(r"<(script|template)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())
