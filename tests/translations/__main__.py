"""Update the translation catalogues from the sources: `python -m tests.translations`.

It compiles them too, and lists the sentences in `games/locale/*/LC_MESSAGES/*.po` that are still to
be translated.
"""

from __future__ import annotations

import sys

from tests.translations.catalogue import (
    ACCOUNT_LANGUAGES,
    LANGUAGES,
    SOURCES,
    compile_account_words,
    missing,
    update,
)


def main() -> None:
    """Update all catalogues and print the untranslated sentences."""
    for language in ACCOUNT_LANGUAGES:
        compile_account_words(language)
    for language in LANGUAGES:
        for domain in SOURCES:
            for sentence in missing(update(language, domain)):
                sys.stdout.write(f"{language} {domain}: {sentence}\n")


if __name__ == "__main__":
    main()
