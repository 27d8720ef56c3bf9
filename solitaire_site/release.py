"""The release: its number from the changelog, and a fingerprint of the files browsers load."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from wsgiref.headers import Headers

from django.core.exceptions import ImproperlyConfigured


def version(changelog: str) -> str:
    """Return the number in the newest numbered heading of a changelog, such as `0.1.0`.

    :raises ImproperlyConfigured: if no heading has a number.
    """
    heading = re.search(r"^## (\d+\.\d+\.\d+)\b", changelog, re.MULTILINE)
    if heading is None:
        raise ImproperlyConfigured("CHANGELOG.md has no heading such as '## 0.1.0'")
    return heading[1]


def fingerprint(folders: Iterable[Path], *others: str) -> str:
    """Digest the names and contents of all files in `folders`, and `others`, to 8 hex digits."""
    digest = hashlib.sha256("\0".join(others).encode())
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(f"\0{path.relative_to(folder)}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def keep_for_ever(headers: Headers, path: str, url: str) -> None:
    """Let browsers cache a file forever: its address changes with its content."""
    headers["Cache-Control"] = "max-age=31536000, public, immutable"
