"""The translations are complete, well formed and compiled."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import allauth
import pytest
from babel.messages.pofile import read_po
from django.contrib import auth

from tests.translations.catalogue import (
    ACCOUNT_LANGUAGES,
    LANGUAGES,
    SOURCES,
    account_binary,
    account_words,
    binary,
    compiled,
    missing,
    stored,
    template,
)

EVERY = [(language, domain) for language in LANGUAGES for domain in SOURCES]


def slots(text: str) -> set[str]:
    """Return the placeholders of a sentence."""
    return set(re.findall(r"%\(\w+\)[sd]|\{\w+\}", text))


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_every_sentence_in_the_sources_is_translated(language: str, domain: str) -> None:
    catalogue = stored(language, domain)
    catalogue.update(template(domain), no_fuzzy_matching=True)
    assert not missing(catalogue), "run: python -m tests.translations"


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_the_compiled_catalogue_is_up_to_date(language: str, domain: str) -> None:
    assert binary(language, domain) == compiled(stored(language, domain)), (
        "run: python -m tests.translations"
    )


@pytest.mark.parametrize(("language", "domain"), EVERY)
def test_a_translation_has_the_placeholders_of_its_sentence(language: str, domain: str) -> None:
    for message in stored(language, domain):
        originals = [message.id] if isinstance(message.id, str) else message.id
        texts = [message.string] if isinstance(message.string, str) else message.string or ()
        for original, translation in zip(originals, texts, strict=False):
            assert not translation or slots(translation) == slots(original), original


@pytest.mark.parametrize("language", ACCOUNT_LANGUAGES)
def test_the_words_for_accounts_replace_sentences_of_allauth_and_django(language: str) -> None:
    words = account_words(language)
    folders = [Path(app.__path__[0]) / "locale/de/LC_MESSAGES" for app in (allauth, auth)]
    theirs = [read_po(BytesIO((folder / "django.po").read_bytes())) for folder in folders]
    gone = [m.id for m in words if m.id and all(their.get(m.id) is None for their in theirs)]
    assert not gone
    assert account_binary(language) == compiled(words), "run: python -m tests.translations"
    for message in words:
        originals = [message.id] if isinstance(message.id, str) else message.id
        texts = [message.string] if isinstance(message.string, str) else message.string or ()
        for original, text in zip(originals, texts, strict=True):
            assert slots(text or "") <= slots(original), original


def test_german_words_for_accounts_say_du() -> None:
    formal = re.compile(r"(?<![.!?:] )\b(Sie|Ihnen|Ihre?[mnrs]?)\b")
    assert not [m.string for m in account_words("de") if formal.search(str(m.string))]


def test_every_kind_of_source_is_read() -> None:
    found = {domain: {message.id for message in template(domain)} for domain in SOURCES}
    for sentence in (
        "A King can't go on an Ace.",
        "The %(card)s doesn't go on the %(top)s: columns are built %(packing)s.",
        "down in suit",
        "All seats of this race are taken.",
        "Any card may fill an empty column, but only one at a time.",
        "Who gets home first?",
        "Race your friends at patience. Everyone plays the same deal at the same time. No account "
        "needed.",
    ):
        assert sentence in found["django"]
    assert "No move is left." in found["djangojs"]
    assert ("%(count)s card", "%(count)s cards") in found["djangojs"]
