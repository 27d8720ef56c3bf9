"""The admin as an app whose site is ours."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """The admin with which all apps register their models."""

    default_site = "games.admin_site.StaffSite"
