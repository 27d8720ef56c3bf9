"""Typed readers of environment variables. Bad values stop the start with the reasons."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from difflib import get_close_matches
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from solitaire_site.complaints import collected, is_wrong
from solitaire_site.data_folder import unusable
from solitaire_site.keys import SHORTEST_SECRET, is_vapid_key, wanted_instead
from solitaire_site.proxies import Proxies

NAME: Final = re.compile(r"[\w-]+(\.[\w-]+)*\.?")
IPV6: Final = re.compile(r"[\da-fA-F.:]*:[\da-fA-F.:]*")
HOST: Final = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[\da-fA-F:]+\]")
ORIGIN: Final = re.compile(r"https?://(\*\.)?([\w-]+(\.[\w-]+)*|\[[\da-fA-F:]+\])(:\d+)?")

OF_DJANGO: Final = {"assume_role", "isolation_level", "prepare_threshold", "server_side_binding"}
"""Parameters of a database that libpq doesn't get."""

SECRETS: Final = (
    "DATABASE_URL",
    "EMAIL_HOST_PASSWORD",
    "LOGIN_PROVIDER_SECRET",
    "OIDC_PRIVATE_KEY",
    "PREVIOUS_SECRET_KEY",
    "REDIS_URL",
    "SECRET_KEY",
    "VAPID_PRIVATE_KEY",
)
"""What may stand in a file: `SECRET_KEY_FILE` names it."""

names_read: Final[set[str]] = set()
"""Every variable that has been asked for."""


@collected
def text(name: str, default: str = "") -> str:
    """Read a string; an empty variable counts as unset. A secret may be in a file."""
    names_read.add(name)
    if is_wrong(name):
        return default
    value = os.environ.get(name, "").strip()
    if name in SECRETS and (path := os.environ.get(f"{name}_FILE", "").strip()):
        if value:
            raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: unset one")
        value = _content(name, Path(path))
    return value or default


def _content(name: str, path: Path) -> str:
    try:
        value = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text"
        raise ImproperlyConfigured(f"{name}_FILE={path} can't be read: {reason}") from error
    if not value:
        raise ImproperlyConfigured(f"{name}_FILE={path} is empty")
    return value


@collected
def flag(name: str, default: bool) -> bool:
    """Read `True` or `False`, in upper or lower case."""
    value = text(name, str(default))
    if value.lower() not in ("true", "false"):
        raise ImproperlyConfigured(f"{name} must be True or False, not {value!r}")
    return value.lower() == "true"


@collected
def number(name: str, default: int, minimum: int = 0, maximum: int | None = None) -> int:
    """Read a whole number of at least `minimum`, and at most `maximum` if there is one."""
    value = text(name, str(default))
    if maximum is not None and value.isdecimal() and int(value) > maximum:
        raise ImproperlyConfigured(
            f"{name} must be a number from {minimum} to {maximum}, not {value!r}"
        )
    if not value.isdecimal() or int(value) < minimum:
        raise ImproperlyConfigured(f"{name} must be a number from {minimum} up, not {value!r}")
    return int(value)


@collected
def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    """Read one of `choices`."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """Read a comma-separated list."""
    items = text(name, ",".join(default)).split(",")
    return [item.strip() for item in items if item.strip()]


@collected
def secret(name: str) -> str:
    """Read a secret that others must not guess; an empty string if unset."""
    value = text(name)
    if value and len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(
            f"{name} must have at least {SHORTEST_SECRET} characters, not {len(value)}. Unset, the"
            " site draws one itself"
        )
    return value


@collected
def hosts(name: str, default: tuple[str, ...]) -> list[str]:
    """Read a comma-separated list of the names by which the site is reached."""
    found = words(name, default)
    for host in found:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name} must list names such as play.example.org, without https:// and port,"
                f" not {host!r}"
            )
    return found


@collected
def origins(name: str, *wildcards: str, default: tuple[str, ...] = ()) -> list[str]:
    """Read a comma-separated list of origins; a wildcard such as `*` may stand there instead."""
    found = words(name, default)
    for origin in found:
        if origin not in wildcards and not ORIGIN.fullmatch(origin):
            others = "".join(f", or {word}" for word in wildcards)
            raise ImproperlyConfigured(
                f"{name} must list origins such as https://example.org{others}, not {origin!r}"
            )
    return found


@collected
def mail_address(name: str, default: str) -> str:
    """Read a mail address, with or without a name: `Club <club@example.org>`."""
    value = text(name, default)
    found = parseaddr(value)[1]
    # The parser stops at what it can't read.
    is_whole = value.removesuffix(">").endswith(found)
    if not (is_whole and _is_mail_address(found)):
        raise ImproperlyConfigured(f"{name} must be like club@example.org, not {value!r}")
    return value


def _is_mail_address(value: str) -> bool:
    local, _, domain = value.rpartition("@")
    return bool(local) and not re.search(r"[\s@]", local) and _is_host(domain)


@collected
def contact(name: str) -> str:
    """Read where a person is reached, a mail address or a page; an empty string if unset."""
    value = text(name)
    scheme, _, rest = value.partition(":")
    is_right = _is_mail_address(rest) if scheme == "mailto" else _is_page(value, ("https",))
    if value and not is_right:
        raise ImproperlyConfigured(
            f"{name} must be like mailto:club@example.org or https://example.org, not {value!r}"
        )
    return value


@collected
def host(name: str) -> str:
    """Read the name or address of a server; an empty string if unset."""
    value = text(name)
    if value and not _is_host(value):
        raise ImproperlyConfigured(
            f"{name} must be a name such as mail.example.org, without https:// and port,"
            f" not {value!r}"
        )
    return value


def _is_host(value: str) -> bool:
    return bool(NAME.fullmatch(value) or IPV6.fullmatch(value))


@collected
def proxies(name: str, default: tuple[str, ...] = ()) -> Proxies:
    """Read a comma-separated list of the addresses and networks of proxies."""
    try:
        return Proxies.parse(words(name, default))
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} must list addresses or networks, such as 10.0.0.2 or 10.0.0.0/24: {error}"
        ) from error


@collected
def url(name: str, schemes: tuple[str, ...]) -> str:
    """Read a URL that starts with one of `schemes`; return an empty string if unset."""
    value = text(name)
    scheme, separator, _ = value.partition("://")
    if value and not (separator and scheme in schemes):
        # The URL may contain a password, so show only its scheme.
        expected = " or ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} must start with {expected}, not {scheme[:20]!r}")
    if scheme in ("http", "https") and not _is_page(value, schemes):
        raise ImproperlyConfigured(
            f"{name} must be like {scheme}://host.example.org, with a host, without spaces, and"
            " with a number as its port, if any"
        )
    if scheme in ("redis", "rediss") and not _has_port(value):
        raise ImproperlyConfigured(f"{name} must be like {scheme}://host:6379/0")
    return value


def _is_page(value: str, schemes: tuple[str, ...]) -> bool:
    if not _has_port(value) or re.search(r"\s", value):
        return False
    parts = urlsplit(value)
    return parts.scheme in schemes and _is_host(parts.hostname or "")


def _has_port(value: str) -> bool:
    """Tell whether the port in a URL is one, if there is any."""
    try:
        return urlsplit(value).port != 0
    except ValueError:
        return False


@collected
def database(name: str, value: str) -> dict[str, Any]:
    """Return Django's settings of the PostgreSQL database at a URL."""
    if is_wrong(name):
        return {}
    try:
        found: dict[str, Any] = {**dj_database_url.parse(value, engine="solitaire_site.postgresql")}
        options = found.get("OPTIONS", {})
        if not (found["NAME"] or "service" in options):
            raise ValueError("no name, and no service that has one")
    except ValueError as error:
        # The URL may contain a password, so don't show it.
        raise ImproperlyConfigured(
            f"{name} must be like postgres://user:password@host:5432/name. What of a password is"
            " no letter or digit must be URL-encoded: %23 for #, %2F for /, %40 for @"
        ) from error
    _check_parameters(name, options)
    return found


def _check_parameters(name: str, options: Iterable[str]) -> None:
    from psycopg.pq import Conninfo

    known = {option.keyword.decode() for option in Conninfo.get_defaults()}
    for unknown in set(options) - known - OF_DJANGO:
        # Show no part of a password: only what is nearly a parameter.
        near = get_close_matches(unknown, known, 1)
        meant = f", such as {near[0]}, not {unknown!r}" if near else ""
        raise ImproperlyConfigured(
            f"{name} must have only libpq's parameters behind its question mark{meant}"
        )


@collected
def present_folder(name: str, default: Path) -> Path:
    """Read the path of a folder, which must be there unless it is the default."""
    value = text(name)
    if value and not Path(value).is_dir():
        raise ImproperlyConfigured(f"{name} must be a folder that is there, not {value!r}")
    return Path(value) if value else default


@collected
def folder(name: str) -> Path | None:
    """Read the absolute path of a folder; None if unset."""
    value = text(name)
    if value and not Path(value).is_absolute():
        raise ImproperlyConfigured(f"{name} must be an absolute path, not {value!r}")
    return Path(value) if value else None


def own_folder(name: str, default: Path) -> Path:
    """Read the path of a folder that the site writes to, and make it for its owner alone."""
    path = Path(text(name, str(default)))
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(path, error, name) from error
    return path


@collected
def address(name: str) -> tuple[str, int] | None:
    """Read a host and a port, such as `127.0.0.1:9100` or `[::1]:9100`; None if unset."""
    value = text(name)
    if not value:
        return None
    at, _, port = value.rpartition(":")
    at = at.removeprefix("[").removesuffix("]")
    if not _is_host(at) or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ImproperlyConfigured(f"{name} must be like 127.0.0.1:9100, not {value!r}")
    return at, int(port)


@collected
def key(name: str) -> str:
    """Read an RSA key in PEM, whose lines may be joined by `\\n`; an empty string if unset."""
    value = text(name).replace("\\n", "\n")
    if value and (wanted := wanted_instead(value)):
        # The value is secret, so don't show it.
        raise ImproperlyConfigured(f"{name} must be {wanted}")
    return value


@collected
def vapid_key(name: str) -> str:
    """Read a private key for pushes, 32 bytes in URL-safe base64; an empty string if unset."""
    value = text(name).rstrip("=")
    if value and not is_vapid_key(value):
        # The value is secret, so don't show it.
        raise ImproperlyConfigured(f"{name} must be 32 bytes in URL-safe base64")
    return value
