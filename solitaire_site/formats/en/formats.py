"""English times: "3:20 PM", as browsers write them in the reader's time zone."""

from __future__ import annotations

from typing import Final

TIME_FORMAT: Final = "g:i A"
DATETIME_FORMAT: Final = "N j, Y, g:i A"
