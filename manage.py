#!/usr/bin/env python
"""The command line of the site: `python manage.py help` lists what it can do."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, ManagementUtility
from django.db import Error


class Commands(ManagementUtility):
    """Django's own, but an unknown command is a wrong argument like any other."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        try:
            return super().fetch_command(subcommand)
        except SystemExit:
            # It has said which commands are near.
            from games.management.long_command import Exit

            sys.exit(Exit.USAGE)


def main() -> None:
    """Run a command; settings or a database that can't be used are reported in a line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    try:
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


if __name__ == "__main__":
    main()
