#!/usr/bin/env python
"""The command line of the site: `python manage.py help` lists what it can do."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    execute_from_command_line(sys.argv)
