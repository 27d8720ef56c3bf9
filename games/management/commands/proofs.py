"""Make and check files of proofs: `python manage.py proofs --check`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from games.engine import GAMES, Rules
from games.management.long_command import LongCommand, misused, natural, parse_rules, positive
from games.solver import Budget, VerdictKind
from games.solver.proof import SHIPPED, Proof
from games.solver.public_keys import public_key


class Command(LongCommand):
    """Proven deals as text, one per line."""

    help = "Check a file of proofs by replay, or find winnable deals and print their proofs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--check",
            nargs="?",
            type=Path,
            const=SHIPPED,
            metavar="FILE",
            help="replay its lines of moves",
        )
        what.add_argument("--find", type=positive, metavar="N", help="find N winnable deals")
        what.add_argument(
            "--again",
            nargs="?",
            type=Path,
            const=SHIPPED,
            metavar="FILE",
            help="solve the deals of the file again and print it, keeping shorter lines of moves",
        )
        parser.add_argument(
            "--sample", type=positive, default=1, metavar="N", help="check every Nth proof"
        )
        parser.add_argument("--rules", nargs="+", default=[], help="for --find: the rules")
        parser.add_argument("--words", default="stock/1", help="the series of keys to search")
        parser.add_argument(
            "--from", type=natural, default=0, dest="first", help="the number of the first key"
        )
        parser.add_argument(
            "--states",
            type=positive,
            default=200_000,
            help="positions to search per deal (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self._check(options["check"], options["sample"])
            return
        self._proofs: list[str] = []
        budget = Budget(options["states"])
        if options["again"]:
            self._solve_again(options["again"], budget)
        elif not options["rules"]:
            raise misused(f"--find needs --rules, such as --rules {next(iter(GAMES))}")
        else:
            for rules in [parse_rules(text) for text in options["rules"]]:
                if not self.interrupted:
                    self._find(rules, options["find"], options["words"], options["first"], budget)
        self.conclude({"proofs": self._proofs})

    def _check(self, file: Path, step: int) -> None:
        """Replay every proof, or every `step`th one."""
        sound: Counter[Rules] = Counter()
        faults: list[str] = []
        lines = _lines(file)
        with self.progress("Replaying proofs", len(lines)) as progress:
            for number, line in enumerate(progress.over(lines)):
                if number % step:
                    continue
                try:
                    proof = Proof.parse(line)
                except ValueError as error:
                    faults.append(str(error))
                    continue
                if proof.kind is VerdictKind.WINNABLE:
                    if fault := proof.fault():
                        faults.append(f"{proof.rules} {proof.key.hex()}: {fault}")
                    else:
                        sound[proof.rules] += 1
        for rules, proofs in sound.items():
            self.say(f"{rules}: {proofs} lines replayed to the win")
        self.conclude(
            {
                "file": str(file),
                "replayed": {str(rules): proofs for rules, proofs in sound.items()},
                "faults": faults,
            },
            "\n".join(faults),
        )

    def _solve_again(self, file: Path, budget: Budget) -> None:
        """Print the proofs of a file as today's search finds them, with its effort.

        Proofs of deals that the budget is too small for stay unchanged.
        """
        lines = _text(file).splitlines()
        with self.progress("Solving", len(lines)) as progress:
            for line in progress.over(lines):
                if line.startswith("#") or not line.strip():
                    self.say(line)
                    continue
                old = Proof.parse(line)
                new = Proof.find(old.rules, old.key, budget)
                if new.kind is not VerdictKind.WINNABLE:
                    new = old
                elif old.solution and len(old.solution) < len(new.solution):
                    new = replace(new, solution=old.solution)
                    new = replace(new, difficulty=new.measures.difficulty(new.rules))
                self._tell(new)

    def _find(self, rules: Rules, wanted: int, words: str, first: int, budget: Budget) -> None:
        """Print the proofs of the first winnable deals of a series."""
        found = 0
        with self.progress(f"Finding {rules}", wanted) as progress:
            for number in count(first):
                if found == wanted:
                    break
                proof = Proof.find(rules, public_key(words, number), budget)
                if proof.kind is VerdictKind.WINNABLE:
                    self._tell(proof)
                    found += 1
                    progress.step()

    def _tell(self, proof: Proof) -> None:
        """Print the line of a proof, or keep it for the JSON."""
        self.say(proof)
        self._proofs.append(str(proof))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise misused(f"{file} holds no text: name a file of proofs") from error
    except OSError as error:
        raise misused(error) from error


def _lines(file: Path) -> list[str]:
    """Return the lines of a file that are to be proofs."""
    lines = _text(file).splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]
