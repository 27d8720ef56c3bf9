"""The secret key of a site that sets none: generated once and kept in the data folder."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def stored_secret(path: Path) -> str:
    """Return the key stored at `path`, generating it on the first call."""
    if not path.exists():
        with NamedTemporaryFile("w", dir=path.parent) as draft:
            draft.write(secrets.token_urlsafe(48))
            draft.flush()
            # Linking fails if the name is taken, so processes starting together agree on a key.
            with suppress(FileExistsError):
                os.link(draft.name, path)
    return path.read_text()
