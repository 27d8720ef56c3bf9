#!/usr/bin/env python
"""The command line of the site: `python manage.py help` lists what it can do."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Final

INTERRUPTED: Final = 130
"""As a shell reports Ctrl-C."""

OF_OUTPUT: Final = (errno.EPIPE, errno.ENOSPC, errno.EIO)
"""Errors of a stream; those of a file have its name."""

WITH_DJANGO: Final = "run .venv/bin/python manage.py …, or make play first, which installs it there"

HELP: Final = ("-h", "--help")
INSTEAD_OF_COMMAND: Final = ("help", "version", "--version", *HELP)

CLOSED: Final = 141
"""As a shell reports a program whose reader has left: what it did is unknown, and not wrong."""

POOLED: Final = ("check", "play", "runserver", "worker")
"""Commands that wait for a database, or judge how it is set up."""


def main() -> None:
    """Run a command; Ctrl-C and an output that takes no more end it without a traceback."""
    try:
        try:
            run()
        finally:
            sys.stdout.flush()
    except ModuleNotFoundError as error:
        if error.name != "django":
            raise
        sys.exit(f"{sys.executable} has no Django: {WITH_DJANGO}")
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(INTERRUPTED)
    except OSError as error:
        if error.errno not in OF_OUTPUT or error.filename is not None:
            raise
        # What is left to write would fail again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # Who reads only the beginning, such as `head`, knows it.
        is_closed = error.errno == errno.EPIPE
        sys.exit(CLOSED if is_closed else f"Can't write the output: {error.strerror}")


def run() -> None:
    """Run a command; settings or a database that can't be used are reported in a line."""
    # They take a second, in which Ctrl-C may come.
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import BaseCommand, ManagementUtility
    from django.db import Error

    class Commands(ManagementUtility):
        """Django's own, but an unknown command is a wrong argument like any other."""

        def fetch_command(self, subcommand: str) -> BaseCommand:
            try:
                command = super().fetch_command(subcommand)
            except SystemExit:
                # It has said which commands are near.
                from games.management.long_command import Exit

                sys.exit(Exit.USAGE)
            if subcommand not in POOLED:
                use_no_pool()
            return command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    try:
        with ExitStack() as cleanup:
            if asks_for_help(sys.argv[1:]):
                from solitaire_site import complaints

                complaints.forgive()
                # The site's own may be missing, full, or another user's.
                os.environ["DATA_DIR"] = cleanup.enter_context(TemporaryDirectory())
            Commands(sys.argv).execute()
    except ImproperlyConfigured as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"Settings: {error}")
    except Error as error:
        # Its models can't be imported before Django is set up.
        from games.management.troubles import trouble

        said = trouble(error)
        if said is None or "--traceback" in sys.argv:
            raise
        sys.exit(said)


def use_no_pool() -> None:
    """Connect without a pool: it waits five seconds before it says that no database answers."""
    from django.conf import settings

    settings.DATABASES["default"].get("OPTIONS", {}).pop("pool", None)


def asks_for_help(arguments: list[str]) -> bool:
    """Tell whether these arguments only ask what commands there are or what one takes."""
    if not arguments or arguments[0] in INSTEAD_OF_COMMAND:
        return True
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return any(option in HELP for option in options)


if __name__ == "__main__":
    main()
