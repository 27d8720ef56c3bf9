"""Commands that write one file, and none that is there already unless asked to."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, ClassVar

from games.management.long_command import LongCommand, misused, not_written


class FileCommand(LongCommand):
    """A command with the name of a new file, and `--replace` for one that exists."""

    example: ClassVar[str]
    """A file's name, as it might be called."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="the file to write; there must be none")
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def execute(self, *args: Any, file: Path, **options: Any) -> str | None:
        try:
            self._check(file, options["replace"])
        except OSError as error:
            raise misused(not_written(file, error)) from error
        return super().execute(*args, file=file, **options)

    def _check(self, file: Path, replaces: bool) -> None:
        """Refuse a file that can't be written, before the work.

        :raises OSError: if the user may not enter its folder, or not write there.
        """
        if file.is_dir():
            raise misused(f"{file} is a folder: name a file in it, such as {file / self.example}")
        if file.exists() and not replaces:
            raise misused(f"{file} exists: choose another name, or say --replace")
        if not file.parent.is_dir():
            raise misused(f"there is no folder {file.parent}")
        if not os.access(file.parent, os.W_OK | os.X_OK):
            raise PermissionError
