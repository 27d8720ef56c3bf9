"""Sentences for players that can be translated later."""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """An English sentence that keeps its template and values, for translation.

    >>> Sentence("The %(card)s is there already.", card="QH")
    'The QH is there already.'
    """

    template: str
    values: Mapping[str, str | int]

    def __new__(cls, template: str, **values: str | int) -> Sentence:
        sentence = super().__new__(cls, template % values)
        sentence.template = template
        sentence.values = values
        return sentence


def phrase(words: str) -> str:
    """Return the words unchanged; the call marks them for translation."""
    return words
