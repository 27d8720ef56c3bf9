"""How a benchmark reports: each row as it is found, how far it is, and an exit code.

A benchmark is a generator of rows. People get them as Markdown tables, programs as an object a
line. Ctrl-C ends it after the rows that are known.
"""

from __future__ import annotations

import math
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from games.management.long_command import Exit
from games.management.progress import Progress

Row: TypeAlias = Mapping[str, object]
"""Figures by the titles of their columns; `reached` says whether a target is."""

Rows: TypeAlias = Callable[[Namespace, Progress], Iterator[Row]]
"""A benchmark: given its options, it yields its rows, and notes how far it is."""


def benchmark(about: str | None, rows: Rows, /, **amounts: int) -> int:
    """Run a benchmark whose options are amounts, with these defaults; return an exit code."""
    return report(arguments(about, **amounts).parse_args(), rows)


def arguments(about: str | None, /, **amounts: int) -> ArgumentParser:
    """Return the parser of a benchmark's command line."""
    module = sys.modules["__main__"].__spec__
    name = module.name.removesuffix(".__main__") if module else None
    parser = ArgumentParser(
        prog=f"python -m {name}", description=about, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print each row as a JSON object")
    for option, default in amounts.items():
        parser.add_argument(f"--{option}", type=amount, default=default, help="%(default)s")
    return parser


def amount(text: str) -> int:
    """Read how many of something to measure."""
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def report(asked: Namespace, rows: Rows) -> int:
    """Print the rows of a benchmark as they are found; return an exit code.

    It is that of a management command: 1 also if a target isn't reached.
    """
    progress = Progress(sys.stderr, "Starting")
    before: Row = {}
    reached = True
    try:
        with progress:
            for row in rows(asked, progress):
                reached = reached and row.get("reached") is not False
                line = msgspec.json.encode(row).decode() if asked.json else markdown(row, before)
                before = row
                with progress.aside():
                    sys.stdout.write(f"{line}\n")
                    sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stderr.write(f"interrupted; {progress}\n")
        return Exit.INTERRUPTED
    return 0 if reached else Exit.WRONG


def markdown(row: Row, before: Row) -> str:
    """Return a row as people read it, under a head unless the row before has the same columns."""
    cells = _line(map(_text, row.values()))
    if row.keys() == before.keys():
        return cells
    head = f"{_line(row)}\n{_line('---' for _ in row)}\n{cells}"
    return f"\n{head}" if before else head


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(value: object) -> str:
    """Return a figure as people read it; of a fraction, three digits that mean something."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float() if math.isfinite(value) and value:
            return f"{value:,.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"
    return str(value)
