"""Files that are whole or not there, and that only their owner can read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(file: Path) -> Iterator[BinaryIO]:
    """Open a file to write; it gets its name once all of it is on the disk.

    :raises OSError: if it can't be written.
    """
    with whole_path(file) as partial, partial.open("wb") as stream:
        yield stream


@contextmanager
def whole_path(file: Path) -> Iterator[Path]:
    """Lend the path of an empty file for others to fill; it replaces `file` afterwards.

    :raises OSError: if it can't be written.
    """
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        yield partial
        _keep(partial)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    keep_names(file.parent)


def claim(file: Path) -> None:
    """Make an empty file that only its owner can read, unless there is a file.

    :raises OSError: if it can't be made.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def keep_names(folder: Path) -> None:
    """Make the names in a folder durable."""
    _keep(folder)


def _keep(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
