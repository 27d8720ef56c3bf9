"""System checks for settings that are fine alone and dangerous together."""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register

from games.models.database.availability import refusal
from solitaire_site import environment

LIKENESS: Final = 0.85
"""From 0 to 1: `REDIS_URI` is nearly `REDIS_URL`, and `REDIS_HOST` is not."""

OF_OTHERS: Final = ("COMPOSE_", "DJANGO_", "OTEL_")
"""Beginnings of names that programs beside the site read."""


@register()
def check_hosts(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Find settings that let strangers see or do too much."""
    messages: list[CheckMessage] = []
    if settings.DEBUG and not set(settings.ALLOWED_HOSTS) <= set(settings.LOOPBACK_HOSTS):
        messages.append(
            Warning(
                "DEBUG is on and the site is reachable from other machines.",
                hint="Error pages show settings and code. Unset DEBUG or ALLOWED_HOSTS.",
                id="site.W001",
            )
        )
    if "*" in settings.ALLOWED_HOSTS:
        messages.append(
            Error(
                "ALLOWED_HOSTS is '*', so any web page could open a race as its visitor.",
                hint="List the host names that players use.",
                id="site.E001",
            )
        )
    return messages


@register()
def check_names(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Find variables that are nearly a setting, and do nothing."""
    known = environment.names_read | {f"{name}_FILE" for name in environment.SECRETS}
    return [
        Warning(
            f"{name} is no setting: did you mean {near[0]}?",
            hint="docs/reference/settings.md has all of them.",
            id="site.W006",
        )
        for name in sorted(os.environ.keys() - known)
        if not name.startswith(OF_OTHERS)
        and (near := get_close_matches(name.upper(), known, 1, LIKENESS))
    ]


@register()
def check_archive(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Find an archive that isn't there: moves would stay, and every day's removal would fail."""
    archive = settings.ACTIONS_ARCHIVE
    if not settings.ACTIONS_DAYS or archive is None:
        return []
    if archive.is_dir() and os.access(archive, os.W_OK | os.X_OK):
        return []
    return [
        Warning(
            f"ACTIONS_ARCHIVE={archive} is no folder that this user may write to.",
            hint="Workers remove no moves until they can store them there. Make it, or mount it.",
            id="site.W004",
        )
    ]


@register()
def check_processes(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[CheckMessage]:
    """Find a database that gives no connection, or an incomplete set-up for several processes."""
    if reason := refusal():
        return [
            Warning(
                f"The database gives no connection: {reason}",
                hint="Start it, or check DATABASE_URL.",
                id="site.W005",
            )
        ]
    if settings.REDIS_URL and not settings.DATABASE_URL:
        return [
            Warning(
                "REDIS_URL is set but DATABASE_URL is not: games are stored in SQLite.",
                hint="SQLite serves one machine. Several web processes need PostgreSQL.",
                id="site.W002",
            )
        ]
    if settings.DATABASE_URL and not settings.REDIS_URL:
        return [
            Warning(
                "DATABASE_URL is set but REDIS_URL is not: live updates stay within one process.",
                hint="Run one web process, or set REDIS_URL.",
                id="site.W003",
            )
        ]
    return []


@register(Tags.caches, deploy=True)
def check_redis(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Find a Redis that doesn't answer."""
    from games.pages.site.readiness import fault_of_redis

    fault = fault_of_redis()
    if fault is None:
        return []
    return [
        Error(
            f"Redis doesn't answer: {fault}",
            hint="Start it, or check REDIS_URL.",
            id="site.E002",
        )
    ]


@register(Tags.security, deploy=True)
def check_proxy(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Find a site for which HTTPS isn't set up."""
    if settings.BEHIND_TLS_PROXY:
        return []
    return [
        Warning(
            "BEHIND_TLS_PROXY isn't set: pages and cookies go over plain HTTP.",
            hint="Once a proxy in front speaks HTTPS, set BEHIND_TLS_PROXY=True.",
            id="site.W008",
        )
    ]


@register(deploy=True)
def check_reach(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Find what keeps players and the people who run the site from reaching each other."""
    messages: list[CheckMessage] = []
    if not settings.CONTACT:
        messages.append(
            Info(
                "CONTACT isn't set: the page Privacy names no address to write to.",
                hint="Set it, for example CONTACT=mailto:club@example.org.",
                id="site.I001",
            )
        )
    if not settings.EMAIL_HOST:
        messages.append(
            Info(
                "EMAIL_HOST isn't set: no mail is sent, such as a link for a new password.",
                hint="Name a mail server. Until then LOG_FORMAT=plain shows mails in the log.",
                id="site.I002",
            )
        )
    return messages
