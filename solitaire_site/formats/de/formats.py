"""German dates with times: a comma between them."""

from __future__ import annotations

from typing import Final

DATETIME_FORMAT: Final = "j. F Y, H:i"
