"""The URLs of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("django.conf.urls.i18n")),
    path("", include("games.pages.people.account.applications.urls")),
    path("", include("games.api.urls")),
    path("", include("games.pages.urls")),
]

handler400 = "games.pages.site.errors.bad_request"
handler500 = "games.pages.site.errors.server_error"
