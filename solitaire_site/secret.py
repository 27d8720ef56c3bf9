"""The secret key of a site that was given none: drawn once and kept in the data folder."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def stored_secret(path: Path) -> str:
    """Read the key kept at `path`, drawing it first if there is none yet."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        # A link fails if the name is taken, so processes that start together agree on one key.
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
