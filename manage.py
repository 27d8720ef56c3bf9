#!/usr/bin/env python
"""The command line of the site: `python manage.py help` lists what it can do."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line
from django.db import Error


def main() -> None:
    """Run a command; a database that can't be used is reported in a line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except Error as error:
        # Its models can't be imported before Django is set up.
        from games.management.troubles import trouble

        said = trouble(error)
        if said is None or "--traceback" in sys.argv:
            raise
        sys.exit(said)


if __name__ == "__main__":
    main()
