"""Commands that may take long: they show progress, and Ctrl-C ends them with what is known."""

from __future__ import annotations

import json
import os
import pwd
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games.engine import EngineError, Rules
from games.management.progress import Progress


class Exit(IntEnum):
    """Exit codes of a command, besides 0; docs/reference/commands.md explains them."""

    WRONG = 1
    """Something is wrong, or could not be done."""
    USAGE = 2
    """The arguments are wrong."""
    INTERRUPTED = 130
    """Ctrl-C ended it, as a shell reports it."""


class LongCommand(BaseCommand):
    """A command with progress, `--json`, and partial results when it is interrupted."""

    cut_short: ClassVar[str] = "interrupted"
    """What to say if the command was interrupted where no part of its work is of use."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def execute(self, *args: Any, **options: Any) -> str | None:
        self.interrupted = False
        self._as_json = bool(options.get("json"))
        try:
            return super().execute(*args, **options)
        except KeyboardInterrupt:
            if self._as_json:
                self.stdout.write(json.dumps({"interrupted": True}))
            raise CommandError(self.cut_short, returncode=Exit.INTERRUPTED) from None

    @contextmanager
    def progress(self, what: str, total: int | None = None) -> Iterator[Progress]:
        """Show how far the work inside is; Ctrl-C ends it, and the command goes on after it."""
        try:
            with Progress(self.stderr, what, total) as progress:
                yield progress
        except KeyboardInterrupt:
            self.interrupted = True

    def say(self, line: object) -> None:
        """Print a line for people, at once: a reader in a pipe sees it too."""
        if not self._as_json:
            self.stdout.write(str(line))
            self.stdout.flush()

    def conclude(self, result: dict[str, Any], wrong: str = "") -> None:
        """Print the result for programs, if asked for.

        :raises CommandError: if the work was interrupted or, as `wrong` says, something is wrong.
        """
        if self._as_json:
            self.stdout.write(json.dumps({**result, "interrupted": self.interrupted}))
        if self.interrupted:
            so_far = f" {wrong} so far." if wrong else ""
            raise CommandError(
                f"interrupted; this is what was done until then.{so_far}",
                returncode=Exit.INTERRUPTED,
            )
        if wrong:
            raise CommandError(wrong, returncode=Exit.WRONG)


def misused(problem: object) -> CommandError:
    """Return the error of wrong arguments; the problem says what would be right."""
    said = _about_file(problem) if isinstance(problem, OSError) else str(problem)
    return CommandError(said, returncode=Exit.USAGE)


def _about_file(error: OSError) -> str:
    """Say why a file that was named can't be read."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return f"there is no file {error.filename}"
        case IsADirectoryError():
            return f"{error.filename} is a folder: name a file in it"
        case PermissionError():
            return f"{_user()} may not read {error.filename}: run this as a user who may"
    return f"{error.filename} can't be read: {error.strerror}"


def not_written(file: Path, error: OSError) -> str:
    """Say why a file that was named can't be written."""
    if isinstance(error, PermissionError):
        folder = file.absolute().parent
        return (
            f"{_user()} may not write {file.absolute()}: name a file in a folder of that user, or "
            f"give it this one: install -d -o {_user()} -m 700 {folder}"
        )
    return f"{file} can't be written: {error.strerror or error}"


def _user() -> str:
    """Return the name of the user whose rights the command has: `same-deal` changes the user."""
    number = os.geteuid()
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def counted(number: int, thing: str) -> str:
    """Return a number of things, such as `1 connection` and `2 connections`."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def whole(text: str) -> int:
    """Read a number.

    :raises ArgumentTypeError: if it isn't a whole one.
    """
    return _number(text, None, None)


def natural(text: str) -> int:
    """Read a number of things, of which there may be none.

    :raises ArgumentTypeError: if it isn't such a number.
    """
    return _number(text, 0, None)


def positive(text: str) -> int:
    """Read a number of things, of which there is to be one at least.

    :raises ArgumentTypeError: if it isn't such a number.
    """
    return _number(text, 1, None)


def between(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a number with bounds."""
    return lambda text: _number(text, least, most)


def _number(text: str, least: int | None, most: int | None) -> int:
    try:
        number = int(text)
    except ValueError:
        pass
    else:
        if (least is None or number >= least) and (most is None or number <= most):
            return number
    wanted = "" if least is None else f" from {least} {'up' if most is None else f'to {most}'}"
    raise ArgumentTypeError(f"{text!r} is no whole number{wanted}")


def duration(text: str) -> float:
    """Read a time in seconds, longer than none.

    :raises ArgumentTypeError: if it isn't one.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


def parse_rules(text: str) -> Rules:
    """Read rules that an operator named.

    :raises CommandError: if there are none such, with those that are meant, perhaps.
    """
    try:
        return Rules.parse(text)
    except EngineError as error:
        raise misused(error) from error
