"""The addresses of OAuth. allauth looks for them under its own names."""

from __future__ import annotations

from django.urls import include, path

from games.pages.people.account.applications import consent, device, endpoints

OIDC = (
    [
        path(".well-known/openid-configuration", endpoints.metadata, name="configuration"),
        path(".well-known/oauth-authorization-server", endpoints.metadata),
        path(".well-known/jwks.json", endpoints.jwks, name="jwks"),
        path("oauth/authorize", consent.authorization, name="authorization"),
        path("oauth/device", device.device, name="device_authorization"),
        path("oauth/device/code", endpoints.device_code, name="device_code"),
        path("oauth/token", endpoints.token, name="token"),
        path("oauth/revoke", endpoints.revoke, name="revoke"),
        path("oauth/userinfo", endpoints.userinfo, name="userinfo"),
    ],
    "oidc",
)

urlpatterns = [path("", include(([path("", include(OIDC))], "idp")))]
