"""The secret key of a site that was given none: drawn once and kept in the data folder."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def stored_secret(path: Path) -> str:
    """Read the key kept at `path`, drawing it first if there is none yet."""
    if not path.exists():
        with NamedTemporaryFile("w", dir=path.parent) as draft:
            draft.write(secrets.token_urlsafe(48))
            draft.flush()
            # A link fails if the name is taken, so processes that start together agree on a key.
            with suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text()
