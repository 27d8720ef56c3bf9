"""The site as a Django app, so that Django finds its system checks."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The app of the system checks. It has no models."""

    name = "solitaire_site"

    def ready(self) -> None:
        from solitaire_site import checks  # noqa: F401
