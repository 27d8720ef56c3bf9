"""The admin app, with our own admin site."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """The admin app that all apps register their models with."""

    default_site = "games.admin_site.StaffSite"
