"""The URLs of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("django.conf.urls.i18n")),
    path("", include("games.api.urls")),
    path("", include("games.pages.urls")),
]

handler500 = "games.pages.site.unavailable.server_error"
