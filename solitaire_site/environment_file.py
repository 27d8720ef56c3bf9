"""Run a program with the variables of a file, read as systemd reads an EnvironmentFile=.

`same-deal` runs this as root before it changes the user, by its path and without Django.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

QUOTED: Final = r"""'(?P<single>[^']*)'?|"(?P<double>(?:\\.|[^"\\])*)\\?"?"""
"""A quote that nothing closes goes on to the end of the file."""

PIECE: Final = re.compile(QUOTED, re.DOTALL)
LINE: Final = re.compile(
    r"[ \t\n\r]*(?:"
    r"[#;][^\n\r]*"
    r"|(?P<name>[^\n\r][^=\n\r]*)="
    rf"(?P<quoted>(?:[ \t]*(?:{re.sub(r'[?]P<[a-z]+>', '?:', QUOTED)}))*)[ \t]*"
    r"(?P<bare>(?:\\(?:.|\Z)|[^\\\n\r])*?)[ \t]*(?=[\n\r]|\Z)"
    r"|[^\n\r]*)",
    re.DOTALL,
)
ESCAPE: Final = re.compile(r"\\(.?)", re.DOTALL)

ESCAPED: Final = '"\\`$'
"""What a backslash escapes between double quotes; before anything else it stands for itself."""


def parse(text: str) -> dict[str, str]:
    """Return the variables of a file, as systemd.exec(5) says; skip lines that set none."""
    variables = {}
    for line in LINE.finditer(text):
        name = (line["name"] or "").rstrip()
        if NAME.fullmatch(name):
            quoted = "".join(_unquoted(piece) for piece in PIECE.finditer(line["quoted"]))
            variables[name] = quoted + ESCAPE.sub(_bare, line["bare"])
    return variables


def _unquoted(piece: re.Match[str]) -> str:
    if piece["double"] is None:
        return piece["single"]
    return ESCAPE.sub(_double, piece["double"])


def _bare(escape: re.Match[str]) -> str:
    return escape[1].strip("\n\r")


def _double(escape: re.Match[str]) -> str:
    if escape[1] == "\n":
        return ""
    return escape[1] if escape[1] in ESCAPED else escape[0]


def main() -> None:
    """Become the program that the arguments name after the file."""
    file, *command = sys.argv[1:]
    try:
        variables = parse(Path(file).read_bytes().decode())
    except OSError as error:
        sys.exit(f"{file} can't be read: {error.strerror}")
    except UnicodeDecodeError:
        sys.exit(f"{file} is not UTF-8")
    os.execvpe(command[0], command, os.environ | variables)  # noqa: S606


if __name__ == "__main__":
    main()
