"""Ask a process on this machine how it is: `python -m solitaire_site.probe URL`.

The image has no other program for that. It fails unless the answer is 200, and prints the answer.
"""

from __future__ import annotations

import os
import sys
from http.client import HTTPConnection
from typing import Final
from urllib.parse import urlsplit

PATIENCE: Final = 5.0


def main(url: str) -> int:
    """Return 0 if the answer is 200, otherwise 1."""
    parts = urlsplit(url)
    # The site answers only to its own names.
    hosts = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".")
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", parts.path, headers={"Host": hosts or parts.netloc})
        answer = connection.getresponse()
        text = answer.read(1000).decode(errors="replace")
    except OSError as error:
        sys.stdout.write(f"{url} does not answer: {error}\n")
        return 1
    sys.stdout.write(f"{answer.status} {text}\n")
    return 0 if answer.status == 200 else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
