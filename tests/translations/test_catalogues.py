"""The other languages are complete, well formed, and compiled as they are written."""

from __future__ import annotations

import re

import pytest

from tests.translations.catalogue import (
    LANGUAGES,
    SOURCES,
    binary,
    compiled,
    missing,
    stored,
    template,
)

EVERY = [(language, domain) for language in LANGUAGES for domain in SOURCES]


def slots(text: str) -> set[str]:
    """What a sentence is filled with."""
    return set(re.findall(r"%\(\w+\)[sd]|\{\w+\}", text))


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_every_sentence_of_the_sources_is_translated(language: str, domain: str) -> None:
    catalogue = stored(language, domain)
    catalogue.update(template(domain), no_fuzzy_matching=True)
    assert not missing(catalogue), "run: python -m tests.translations"


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_the_site_reads_what_the_translators_have_written(language: str, domain: str) -> None:
    assert binary(language, domain) == compiled(stored(language, domain)), (
        "run: python -m tests.translations"
    )


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_a_translation_is_filled_with_what_the_sentence_is(language: str, domain: str) -> None:
    for message in stored(language, domain):
        originals = [message.id] if isinstance(message.id, str) else message.id
        said = [message.string] if isinstance(message.string, str) else message.string or ()
        for original, translation in zip(originals, said, strict=False):
            assert not translation or slots(translation) == slots(original), original


def test_every_kind_of_source_is_read() -> None:
    said = {domain: {message.id for message in template(domain)} for domain in SOURCES}
    for sentence in (
        "A King is not packed on an Ace.",
        "The %(card)s does not go on the %(top)s: columns go %(packing)s.",
        "down in suit",
        "All seats of this race are taken.",
        "Any card may fill an empty column, but only one alone.",
        "Who gets home first?",
        "Race your friends at patience: everybody plays the identical deal, at the same moment, "
        "each in their own browser. No account needed.",
    ):
        assert sentence in said["django"]
    assert "No move is left." in said["djangojs"]
    assert ("%(count)s card", "%(count)s cards") in said["djangojs"]
