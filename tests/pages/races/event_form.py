"""What the form of an event sends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.models.events import RULES

TOMORROW = (datetime.now(UTC) + timedelta(days=1)).replace(second=0, microsecond=0)


def asked(**changes: str) -> dict[str, str]:
    """Return what the form sends for an event of three rounds."""
    fields = {"name": "Club night", "start": f"{TOMORROW:%Y-%m-%dT%H:%M}", "pause": "2"}
    fields |= {"zone": "", "count": "3", "public": "on"}
    for number in range(1, 16):
        one = {"rules": RULES, "difficulty": "", "limit": "5"}
        fields |= {f"round-{number}-{name}": value for name, value in one.items()}
    return fields | changes
