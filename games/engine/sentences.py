"""Sentences for players that can still be said in another language."""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """An English sentence that knows what it is made of.

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
    """Words that a sentence is filled with; marked so that translators find them."""
    return words
