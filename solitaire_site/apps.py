"""The configuration of the site as an app, so that its checks are found."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the system checks; has no models."""

    name = "solitaire_site"

    def ready(self) -> None:
        from solitaire_site import checks  # noqa: F401
