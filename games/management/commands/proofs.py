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
from games.solver import Budget, VerdictKind
from games.solver.proof import SHIPPED, Proof, read_proofs
from games.solver.public_keys import public_key


class Command(BaseCommand):
    """Proven deals as text, one per line."""

    help = "Check a file of proofs by replay, or find winnable deals and print their proofs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--check",
            nargs="?",
            type=Path,
            const=SHIPPED,
            metavar="FILE",
            help="replay its lines of moves",
        )
        what.add_argument("--find", type=int, metavar="N", help="find N winnable deals")
        what.add_argument(
            "--again",
            nargs="?",
            type=Path,
            const=SHIPPED,
            metavar="FILE",
            help="solve the deals of the file again and print it, keeping shorter lines of moves",
        )
        parser.add_argument(
            "--sample", type=int, default=1, metavar="N", help="check every Nth proof"
        )
        parser.add_argument("--rules", nargs="+", default=[], help="for --find: the rules")
        parser.add_argument("--words", default="stock/1", help="the series of keys to search")
        parser.add_argument(
            "--from", type=int, default=0, dest="first", help="the number of the first key"
        )
        parser.add_argument(
            "--states", type=int, default=200_000, help="positions to search per deal"
        )

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
        """Replay every proof, or every `step`th one."""
        sound: Counter[Rules] = Counter()
        try:
            for number, proof in enumerate(read_proofs(file)):
                if number % step == 0 and proof.kind is VerdictKind.WINNABLE:
                    if fault := proof.fault():
                        raise CommandError(f"{proof.rules} {proof.key.hex()}: {fault}")
                    sound[proof.rules] += 1
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        for rules, proofs in sound.items():
            self.stdout.write(f"{rules}: {proofs} lines replayed to the win")

    def _solve_again(self, file: Path, budget: Budget) -> None:
        """Print the proofs of a file as today's search finds them, with its effort.

        Proofs of deals that the budget is too small for stay unchanged.
        """
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("#") or not line.strip():
                self.stdout.write(line)
                continue
            old = Proof.parse(line)
            new = Proof.find(old.rules, old.key, budget)
            if new.kind is not VerdictKind.WINNABLE:
                new = old
            elif old.solution and len(old.solution) < len(new.solution):
                new = replace(new, solution=old.solution)
                new = replace(new, difficulty=new.measures.difficulty(new.rules))
            self.stdout.write(str(new))

    def _find(self, rules: Rules, wanted: int, words: str, first: int, budget: Budget) -> None:
        """Print the proofs of the first winnable deals of a series."""
        found = 0
        for number in count(first):
            if found == wanted:
                break
            proof = Proof.find(rules, public_key(words, number), budget)
            if proof.kind is VerdictKind.WINNABLE:
                self.stdout.write(str(proof))
                found += 1
