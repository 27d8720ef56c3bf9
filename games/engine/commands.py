"""The commands of `python -m games.engine`: check a record or a race, show it, or play a game.

They alone read a clock and draw a key; the rest of the engine takes time and chance as arguments.
"""

from __future__ import annotations

import secrets
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from runpy import run_module
from typing import Final, NoReturn

from games.engine.deal import Deal
from games.engine.errors import EngineError, RecordError
from games.engine.record import Record
from games.engine.rules import GAMES, Rules
from games.engine.terminal import TerminalGame

INVALID: Final = 1
FAILED: Final = 2
"""Exit statuses: a record is invalid; a file can't be read or written, or the usage is wrong."""


def verify(files: Sequence[str]) -> int:
    """Print a line for each file, with its first fault if invalid; return the exit status."""
    status = 0
    for file in files:
        try:
            record = _read(file)
            said = f"valid, {record.rules}, {len(record.actions)} actions"
        except RecordError as error:
            said = f"invalid: {error}"
            status = max(status, INVALID)
        except (OSError, UnicodeDecodeError) as error:
            said = f"unreadable: {error}"
            status = FAILED
        sys.stdout.write(f"{file}: {said}\n")
    return status


def show(file: str, at: int | None) -> str:
    """Return the board of a record after its last action, or after action `at`; 0 is the deal.

    :raises RecordError: if the record is invalid; `OSError` or `UnicodeDecodeError` if it can't be
        read; `IndexError` if there is no such action.
    """
    record = _read(file)
    number = len(record.actions) if at is None else at
    board = record.board_after(number)
    place = f"action {number} of {len(record.actions)}"
    last = f": {record.actions[number - 1]}" if number else ""
    state = board.outcome() or "open"
    return f"{record.rules}, {place}{last}\n\n{board}\n\n{state}, {board.progress} of 52\n"


def play(rules: Rules, key: bytes | None, file: Path | None) -> None:
    """Play a game and write its record to a file, or print it.

    :raises OSError: if the file exists or can't be written.
    """
    key = secrets.token_bytes(32) if key is None else key
    game = TerminalGame(rules, Deal.from_key(key), key, lambda: time.monotonic_ns() // 1_000_000)
    if file is None:
        sys.stdout.write(f"\n{game.play(lambda: input('> '), sys.stdout.write)}")
        return
    # Opened first: a game isn't played for a record that can't be kept.
    with file.open("x", encoding="utf-8") as kept:
        kept.write(str(game.play(lambda: input("> "), sys.stdout.write)))


def verify_race(file: str) -> NoReturn:
    """Hand over to the program of the layer above, which the engine doesn't import."""
    sys.argv = ["games.racing", "verify", file]
    try:
        run_module("games.racing", run_name="__main__", alter_sys=True)
    except ImportError:
        sys.exit("The engine alone judges no races: run this in the whole repository.")
    sys.exit()


def main(arguments: Sequence[str]) -> int:
    """Run the command; return 0, 1 if a record is invalid, or 2 if the command fails."""
    chosen = _parser().parse_args(arguments)
    try:
        if chosen.command == "show":
            sys.stdout.write(show(chosen.file, chosen.at))
        elif chosen.command == "verify-race":
            verify_race(chosen.file)
        elif chosen.command == "play":
            play(chosen.rules, chosen.key, chosen.record)
        else:
            return verify(chosen.files)
    except (RecordError, OSError, UnicodeDecodeError, IndexError) as error:
        sys.stderr.write(f"{error}\n")
        return INVALID if isinstance(error, RecordError) else FAILED
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m games.engine")
    commands = parser.add_subparsers(dest="command", required=True)
    checked = commands.add_parser("verify", help="replay records and say whether each is valid")
    checked.add_argument("files", nargs="+", metavar="FILE")
    judged = commands.add_parser("verify-race", help="check a finished race")
    judged.add_argument("file", metavar="FILE", help="its race.json; - for standard input")
    shown = commands.add_parser("show", help="draw the board of a record")
    shown.add_argument("file", metavar="FILE")
    shown.add_argument("--at", type=int, metavar="N", help="after action N; 0 is the deal")
    played = commands.add_parser("play", help="play a game")
    played.add_argument("rules", type=_rules, metavar="RULES", help=f"one of {', '.join(GAMES)}")
    played.add_argument("key", nargs="?", type=_key, metavar="KEY", help="of the deal, in hex")
    played.add_argument("--record", type=Path, metavar="FILE", help="keep the record in a new file")
    return parser


def _rules(text: str) -> Rules:
    try:
        return Rules.parse(text)
    except EngineError as error:
        raise ArgumentTypeError(str(error)) from error


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError as error:
        raise ArgumentTypeError(f"not a key in hexadecimal: {text!r}") from error
    if not key:
        raise ArgumentTypeError("the key is empty; leave it out for a new deal")
    return key


def _read(file: str) -> Record:
    return Record.parse(Path(file).read_text(encoding="utf-8"))
