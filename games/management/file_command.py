"""Commands that write one file, and none that is there already unless asked to."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from games.management.long_command import LongCommand, misused


class FileCommand(LongCommand):
    """A command with the name of a new file, and `--replace` for one that exists."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, help="the file to write; there must be none")
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def execute(self, *args: Any, file: Path, **options: Any) -> str | None:
        if file.exists() and not options["replace"]:
            raise misused(f"{file} exists: choose another name, or say --replace")
        return super().execute(*args, file=file, **options)
