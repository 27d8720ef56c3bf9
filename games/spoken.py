"""Refusals in the reader's language; engine and race know English alone."""

from __future__ import annotations

from django.utils.translation import gettext

from games.engine import Sentence


def spoken(sentence: str) -> str:
    """A sentence of the engine or the race as the active language says it."""
    if not isinstance(sentence, Sentence):
        return gettext(sentence)
    values = {
        name: gettext(value) if isinstance(value, str) else value
        for name, value in sentence.values.items()
    }
    return gettext(sentence.template) % values
