"""What to do about a folder for the site's own files that can't be written to."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def unusable(folder: Path, error: OSError, name: str = "DATA_DIR") -> ImproperlyConfigured:
    """Return what stops the start: the folder, why it can't be used, and what would help."""
    match error.errno:
        case errno.EROFS:
            why = "its disk is read-only. Name a folder on another one"
        case errno.ENOSPC | errno.EDQUOT:
            why = "its disk is full. Make room, or name a folder on another one"
        case errno.EACCES | errno.EPERM:
            user = os.geteuid()
            why = f"user {user} may not. Give it the folder: install -d -o {user} -m 700 {folder}"
        case _:
            at = f"{error.filename}: " if error.filename not in (None, folder, str(folder)) else ""
            why = f"{at}{error.strerror or error}"
    return ImproperlyConfigured(f"{name}={folder} can't be used: {why}")
