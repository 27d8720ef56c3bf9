"""English dates and times: "23 Nov 2026", "15:20", as the pages' scripts write them."""

from __future__ import annotations

from typing import Final

DATE_FORMAT: Final = "j M Y"
TIME_FORMAT: Final = "H:i"
DATETIME_FORMAT: Final = "j M Y, H:i"
