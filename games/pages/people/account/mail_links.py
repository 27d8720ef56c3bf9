"""Links in the mails of accounts: to this site, whatever port a request names."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def with_own_links(context: Mapping[str, Any], request: HttpRequest) -> dict[str, Any]:
    """Return what a mail is made from, with its links to this site leading to the site's port.

    Anyone may ask for a mail to somebody else, and name any port in the header Host.
    """
    host, named = _own_host(request), request.build_absolute_uri("/")
    own = f"{request.scheme}://{host}/"
    links = {
        name: own + value.removeprefix(named)
        for name, value in context.items()
        if isinstance(value, str) and value.startswith(named)
    }
    return {**context, **links, "current_site": SimpleNamespace(domain=host, name=host)}


def _own_host(request: HttpRequest) -> str:
    """Return the host that a request names, with a port at which the site is known to be.

    That is the default one, the server's own unless a proxy is in front, and those of the trusted
    origins; for any other, the server's own, or behind a proxy the default one.
    """
    host, port = split_domain_port(request.get_host())
    origins = map(urlsplit, settings.CSRF_TRUSTED_ORIGINS)
    trusted = {str(one.port) for one in origins if one.port and one.netloc.startswith(f"{host}:")}
    server = "" if settings.BEHIND_TLS_PROXY else request.META.get("SERVER_PORT", "")
    if port and port not in trusted:
        port = server if server.isdigit() else ""
    return f"{host}:{port}" if port else host
