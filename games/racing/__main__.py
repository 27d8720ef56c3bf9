"""`python -m games.racing verify FILE`: check a finished race with Python alone."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from games.racing.verification import (
    MOST_BYTES,
    DocumentError,
    RaceDocument,
    Verdict,
    verify,
)


def main(arguments: Sequence[str]) -> int:
    """Run the command; return 0 if the race is valid, 1 if not, 2 if it can't be read."""
    parser = ArgumentParser(prog="python -m games.racing")
    commands = parser.add_subparsers(dest="command", required=True)
    verifying = commands.add_parser("verify", help="check a finished race")
    verifying.add_argument("file", metavar="FILE", help="its race.json; - for standard input")
    file = parser.parse_args(arguments).file
    try:
        document = RaceDocument.parse(_read(file))
    except (DocumentError, OSError) as error:
        _say([f"{file}: unreadable: {error}"])
        return 2
    findings = verify(document)
    wrong = sum(finding.verdict is Verdict.FALSE for finding in findings)
    players = "1 player" if len(document.runs) == 1 else f"{len(document.runs)} players"
    head = f"{file}: race {document.code}, {document.rules}, {document.kind}, {players}"
    verdict = "valid" if not wrong else f"invalid: {wrong} of what it says is false"
    _say([head, *map(str, findings), f"{file}: {verdict}"])
    return 1 if wrong else 0


def _read(file: str) -> bytes:
    """Read a file as far as it takes to see that it is too large."""
    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(file).open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def _say(lines: Sequence[str]) -> None:
    """Print lines, with what the terminal can't encode written as escapes."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
