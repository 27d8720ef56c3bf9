"""Log lines, as text or JSON, without what must not be in them."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

from games.logged import NAMES

FORMATS: Final = ("plain", "json")

FIELDS: Final = ("timestamp", "levelname", "name", "message", "exc_info", "stack_info")
EXTRAS: Final = (*NAMES, "view", "status_code", "ms")
"""What else a line may say. Django and libraries attach more, such as whole requests."""

HIDDEN: Final = "[hidden]"

CREDENTIALS: Final = re.compile(r"(?<=://)[^/\s@\"']*@")
ADDRESS: Final = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")
TOKEN: Final = re.compile(r"samedeal_[0-9a-f]{16,}")
LONG_SEGMENT: Final = re.compile(r"(?<=/)[^/\s\"']{20,}")
"""The keys in links of mails are part of a path; names of pages, races and players are shorter."""

HEALTH: Final = ("/healthz", "/readyz")

QUIET: Final = 60.0
"""Seconds for which one line about a wrong host is enough."""

SHORTEST_SECRET: Final = 6
"""Hiding shorter ones would hide words; a site with such passwords has other troubles."""


class Scrubber:
    """Hides secrets, tokens, passwords in URLs and mail addresses."""

    def __init__(self, secrets: Iterable[object]) -> None:
        texts = {str(secret) for secret in secrets if secret}
        self._secrets = sorted((t for t in texts if len(t) >= SHORTEST_SECRET), key=len)[::-1]

    def message(self, text: str) -> str:
        """Return a message without secrets, and without the keys of links."""
        return self.text(LONG_SEGMENT.sub(HIDDEN, text))

    def text(self, text: str) -> str:
        """Return any text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = CREDENTIALS.sub(f"{HIDDEN}@", text)
        return TOKEN.sub(HIDDEN, ADDRESS.sub(HIDDEN, text))


class WrongHosts(logging.Filter):
    """One line a minute about requests to a name that isn't the site's: scanners try many."""

    def __init__(self) -> None:
        super().__init__()
        self._until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        now = time.monotonic()
        if now < self._until:
            return False
        self._until = now + QUIET
        return True


class ButHealth(logging.Filter):
    """No line about a health check that answers 503: its answer says why, and causes are logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        path = getattr(getattr(record, "request", None), "path", "")
        return path not in HEALTH


class Untraced(logging.Filter):
    """No traceback of a request that was refused: anyone can send as many as they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR:
            record.exc_info = None
        return True


class PlainLines(logging.Formatter):
    """A line for people."""

    def __init__(self, secrets: Iterable[object]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")
        self._scrubber = Scrubber(secrets)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return self._scrubber.message(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        return self._scrubber.text(super().format(record))


class JsonLines(JsonFormatter):
    """A line for programs: one JSON object."""

    def __init__(self, secrets: Iterable[object]) -> None:
        super().__init__(["levelname", "name", "message"], timestamp=True)
        self._scrubber = Scrubber(secrets)

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        super().add_fields(log_data, record, message_dict)
        for name in set(log_data).difference(FIELDS, EXTRAS):
            del log_data[name]
        log_data["message"] = self._scrubber.message(log_data["message"])
        for name, value in log_data.items():
            if isinstance(value, str):
                log_data[name] = self._scrubber.text(value)


def configuration(form: str, level: str, secrets: Iterable[object]) -> dict[str, Any]:
    """Return what `logging.config.dictConfig` takes: one stream of lines without the secrets."""
    lines = JsonLines if form == "json" else PlainLines
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "ids": {"()": "games.logged.WithIds"},
            "wrong_hosts": {"()": WrongHosts},
            "but_health": {"()": ButHealth},
            "untraced": {"()": Untraced},
        },
        "formatters": {"line": {"()": lines, "secrets": secrets}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["ids"]}
        },
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {"level": level},
            # To debug, they log whole pages and all that is asked of the database, with what is
            # secret.
            "django.db.backends": {"level": "INFO"},
            "django.template": {"level": "INFO"},
            "games": {"level": level},
            "solitaire_site": {"level": level},
            # It warns of every attempt to connect; who needs the connection logs the last reason.
            "psycopg.pool": {"level": "ERROR"},
            "django.request": {"filters": ["but_health", "untraced"]},
            "django.security.DisallowedHost": {"filters": ["wrong_hosts"]},
        },
    }
