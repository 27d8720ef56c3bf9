"""Where a visitor may be sent on to: somewhere on this site."""

from __future__ import annotations

from typing import Final

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

FIELD: Final = REDIRECT_FIELD_NAME
"""The field of queries and forms that names it."""


def is_safe(request: HttpRequest, address: str) -> bool:
    """Tell whether an address leads to this site, however a browser reads it.

    Browsers leave out tabs and line breaks and take a backslash for a slash, so an address with any
    of these may lead elsewhere than it seems to.
    """
    return (
        address.startswith(("/", f"{request.scheme}://"))
        and address.isprintable()
        and "\\" not in address
        and url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    )


def destination(request: HttpRequest, default: str = "/") -> str:
    """Return where a form asks to be sent on to, or the default if that is not of this site."""
    address = request.POST.get(FIELD, "")
    return address if is_safe(request, address) else default
