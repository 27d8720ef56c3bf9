"""Bring the catalogues in line with the sources and compile them: `python -m tests.translations`.

Says what is still to be translated, in `games/locale/*/LC_MESSAGES/*.po`.
"""

from __future__ import annotations

import sys

from tests.translations.catalogue import LANGUAGES, SOURCES, missing, update


def main() -> None:
    """Update everything."""
    for language in LANGUAGES:
        for domain in SOURCES:
            for sentence in missing(update(language, domain)):
                sys.stdout.write(f"{language} {domain}: {sentence}\n")


if __name__ == "__main__":
    main()
