"""Make and check files of proofs: `python manage.py proofs --check`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import EngineError, Rules
from games.solver import Budget, Kind
from games.solver.proof import SHIPPED, Proof, read_proofs
from games.solver.public_keys import public_key


class Command(BaseCommand):
    """Proven deals as text, one a line."""

    help = "Check a file of proofs by replay, or find winnable deals and print their proofs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--check", nargs="?", type=Path, const=SHIPPED, metavar="FILE", help="replay its lines"
        )
        what.add_argument("--find", type=int, metavar="N", help="find N winnable deals")
        what.add_argument(
            "--again",
            nargs="?",
            type=Path,
            const=SHIPPED,
            metavar="FILE",
            help="print the file with its deals solved anew, the shorter lines kept",
        )
        parser.add_argument(
            "--sample", type=int, default=1, metavar="N", help="check each Nth line"
        )
        parser.add_argument("--rules", nargs="+", default=[], help="for --find: which rules")
        parser.add_argument("--words", default="stock/1", help="the series of keys to search")
        parser.add_argument("--from", type=int, default=0, dest="first", help="where to begin")
        parser.add_argument("--states", type=int, default=200_000, help="budget for a deal")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self._check(options["check"], options["sample"])
            return
        budget = Budget(options["states"])
        if options["again"]:
            self._solve_again(options["again"], budget)
            return
        try:
            chosen = [Rules.parse(text) for text in options["rules"]]
        except EngineError as error:
            raise CommandError(str(error)) from error
        for rules in chosen:
            self._find(rules, options["find"], options["words"], options["first"], budget)

    def _check(self, file: Path, step: int) -> None:
        """Replay every proof, or each one in `step`."""
        sound: Counter[Rules] = Counter()
        try:
            for number, proof in enumerate(read_proofs(file)):
                if number % step == 0 and proof.kind is Kind.WINNABLE:
                    if fault := proof.fault():
                        raise CommandError(f"{proof.rules} {proof.key.hex()}: {fault}")
                    sound[proof.rules] += 1
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        for rules, proofs in sound.items():
            self.stdout.write(f"{rules}: {proofs} lines replayed to the win")

    def _solve_again(self, file: Path, budget: Budget) -> None:
        """Print the lines of a file, with what the search finds today, and its effort.

        A deal for which the budget is too small stays as it is.
        """
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("#") or not line.strip():
                self.stdout.write(line)
                continue
            old = Proof.parse(line)
            new = Proof.find(old.rules, old.key, budget)
            if new.kind is not Kind.WINNABLE:
                new = old
            elif old.line and len(old.line) < len(new.line):
                new = replace(new, line=old.line)
                new = replace(new, difficulty=new.measures.difficulty(new.rules))
            self.stdout.write(str(new))

    def _find(self, rules: Rules, wanted: int, words: str, first: int, budget: Budget) -> None:
        """Print the proofs of the first winnable deals of a series."""
        found = 0
        for number in count(first):
            if found == wanted:
                break
            proof = Proof.find(rules, public_key(words, number), budget)
            if proof.kind is Kind.WINNABLE:
                self.stdout.write(str(proof))
                found += 1
