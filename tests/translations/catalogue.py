"""The sentences in the sources, and the catalogues that translate them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT: Final = Path(__file__).parents[2]
LOCALE: Final = ROOT / "games" / "locale"
LANGUAGES: Final = ("de",)

ACCOUNTS: Final = ROOT / "games" / "pages" / "people" / "account" / "locale"
"""Written by hand: plainer words for allauth's sentences, by its own message ids."""
ACCOUNT_LANGUAGES: Final = ("en", "de")

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    # Sentences of the engine and the race, which import no framework.
    "Sentence": None,
    "phrase": None,
    "Refusal": (2,),
    "RefusedError": (2,),
    "GoneError": (2,),
    "ResyncError": (2,),
    "SecretDealError": (2,),
}

TEMPLATES: Final = "frontend/templates"
SOURCES: Final = {
    "django": ("games/**/*.py", f"{TEMPLATES}/**/*.*"),
    "djangojs": ("frontend/cards/**/*.js", "frontend/src/**/*.js"),
}
"""The files of each domain: the server's sentences and the browser's."""


def template(domain: str) -> Catalog:
    """Return all sentences of a domain, untranslated."""
    catalogue = Catalog(project="Same Deal", charset="utf-8")
    for pattern in SOURCES[domain]:
        for path in sorted(ROOT.glob(pattern)):
            name = str(path.relative_to(ROOT))
            for message, context in _sentences(path):
                catalogue.add(message, context=context, locations=[(name, 0)])
    return catalogue


def _sentences(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    text = path.read_text(encoding="utf-8")
    method = "python"
    if path.is_relative_to(ROOT / TEMPLATES):
        # Django turns a template into gettext calls amid filler, as for xgettext.
        text, method = templatize(text), "javascript"
    elif path.suffix == ".js":
        method = "javascript"
    found = extract(method, BytesIO(text.encode()), keywords=KEYWORDS)
    for _line, message, _comments, context in found:
        if message:
            yield message, context


def stored(language: str, domain: str) -> Catalog:
    """Return the stored catalogue of a language."""
    with _path(language, domain, "po").open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalogue: Catalog) -> bytes:
    """Return the binary form of a catalogue, which the running site reads."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def update(language: str, domain: str) -> Catalog:
    """Update a stored catalogue from the sources, and compile it."""
    path = _path(language, domain, "po")
    catalogue = stored(language, domain) if path.exists() else Catalog(locale=language)
    since = catalogue.creation_date
    catalogue.update(template(domain), no_fuzzy_matching=True)
    # A new date on each run would make any two branches conflict.
    catalogue.creation_date = since
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, omit_header=False, include_lineno=False)
    _path(language, domain, "mo").write_bytes(compiled(catalogue))
    return catalogue


def missing(catalogue: Catalog) -> list[str]:
    """Return the sentences that a catalogue doesn't translate."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.id and not all(_texts(message))
    ]


def _texts(message: Message) -> Sequence[str | None]:
    if isinstance(message.string, str):
        return [message.string]
    return message.string or [None]


def account_words(language: str) -> Catalog:
    """Return the words that replace allauth's."""
    with _account_path(language, "po").open("rb") as file:
        return read_po(file, locale=language)


def compile_account_words(language: str) -> None:
    """Compile the words that replace allauth's."""
    _account_path(language, "mo").write_bytes(compiled(account_words(language)))


def account_binary(language: str) -> bytes:
    """Return the stored binary form of the words that replace allauth's."""
    return _account_path(language, "mo").read_bytes()


def _account_path(language: str, suffix: str) -> Path:
    return ACCOUNTS / language / "LC_MESSAGES" / f"django.{suffix}"


def binary(language: str, domain: str) -> bytes:
    """Return the stored binary form of a catalogue."""
    return _path(language, domain, "mo").read_bytes()


def _path(language: str, domain: str, suffix: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.{suffix}"
