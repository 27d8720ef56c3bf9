"""`python -m games.engine verify FILE...`: check records with Python alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from games.engine.errors import RecordError
from games.engine.record import Record

USAGE = "usage: python -m games.engine verify FILE..."


def verify(files: Sequence[str]) -> tuple[list[str], int]:
    """Return a line for each file, with its first fault if invalid, and how many are invalid."""
    lines, invalid = [], 0
    for file in files:
        try:
            record = Record.parse(Path(file).read_text(encoding="utf-8"))
        except (RecordError, OSError, UnicodeDecodeError) as error:
            lines.append(f"{file}: invalid: {error}")
            invalid += 1
        else:
            lines.append(f"{file}: valid, {record.rules}, {len(record.actions)} actions")
    return lines, invalid


def main(arguments: Sequence[str]) -> int:
    """Run the command; return 0 if all files are valid, 1 if not, 2 for wrong usage."""
    if len(arguments) < 2 or arguments[0] != "verify":
        sys.stderr.write(f"{USAGE}\n")
        return 2
    lines, invalid = verify(arguments[1:])
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 1 if invalid else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
