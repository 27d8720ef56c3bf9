"""Safe redirects: only to addresses on this site."""

from __future__ import annotations

from typing import Final

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

FIELD: Final = REDIRECT_FIELD_NAME
"""The field of queries and forms that names the next page."""


def is_safe(request: HttpRequest, address: str) -> bool:
    """Tell whether an address leads to this site, however a browser reads it.

    Browsers drop tabs and line breaks and read a backslash as a slash, so an address with any
    of these may lead elsewhere than it seems to.
    """
    return (
        address.startswith(("/", f"{request.scheme}://"))
        and address.isprintable()
        and "\\" not in address
        and url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    )


def destination(request: HttpRequest, default: str = "/") -> str:
    """Return the next page that a form asks for, or the default if that is not on this site."""
    address = request.POST.get(FIELD, "")
    return address if is_safe(request, address) else default
