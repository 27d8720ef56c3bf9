"""Make an administrator: Django's command, which takes any password from the environment."""

from __future__ import annotations

import os
from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from games.models import Player


class Command(createsuperuser.Command):
    """Ask no less of a password from the environment than of one that is typed."""

    def handle(self, *args: Any, **options: Any) -> None:
        password = os.environ.get("DJANGO_SUPERUSER_PASSWORD")
        if password is not None and not options["interactive"]:
            owner = {
                name: options[name] or os.environ.get(f"DJANGO_SUPERUSER_{name.upper()}", "")
                for name in ("username", "email")
            }
            try:
                validate_password(password, Player(**owner))
            except ValidationError as error:
                said = " ".join(error.messages)
                raise CommandError(f"DJANGO_SUPERUSER_PASSWORD: {said}") from None
        super().handle(*args, **options)
