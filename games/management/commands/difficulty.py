"""Measure how hard the proven deals of a file are: `python manage.py difficulty`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import Rules
from games.solver import VerdictKind
from games.solver.difficulty import Difficulty
from games.solver.proof import SHIPPED, Proof, read_proofs


class Command(BaseCommand):
    """Measure deals; print the thirds of their hardness and the current division."""

    help = (
        "Measure how hard the deals in a file of proofs are; figures are the same on any machine."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, default=SHIPPED)
        parser.add_argument("--rules", nargs="+", default=[], help="default: all in the file")
        parser.add_argument(
            "--first",
            type=int,
            metavar="N",
            help="only measure the first N deals of each set of rules",
        )
        parser.add_argument(
            "--write", action="store_true", help="write the difficulty of each deal to the file"
        )

    def handle(
        self, *args: Any, file: Path, rules: list[str], first: int | None, **options: Any
    ) -> None:
        deals: dict[Rules, list[Proof]] = defaultdict(list)
        try:
            for proof in read_proofs(file):
                if proof.kind is VerdictKind.WINNABLE:
                    deals[proof.rules].append(proof)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{'':36} deals  states  moves forgiven   thirds end at   divided now")
        for some, proofs in deals.items():
            if not rules or str(some) in rules:
                self._print(some, proofs[:first])
        if options["write"]:
            self._write(file, [proof for proofs in deals.values() for proof in proofs])

    def _print(self, rules: Rules, proofs: Sequence[Proof]) -> None:
        measures = [proof.measures for proof in proofs]
        hardness = sorted(each.hardness for each in measures)
        ends = (hardness[len(hardness) * third // 3] for third in (1, 2))
        divided = Counter(each.difficulty(rules) for each in measures)
        self.stdout.write(
            f"{rules!s:36} {len(measures):5} {median(each.states for each in measures):7,.0f}"
            f" {median(each.length for each in measures):6.0f}"
            f" {median(each.forgiven for each in measures):7.0%}"
            f"  {', '.join(f'{end:.1f}' for end in ends):>14}"
            f"  {' '.join(f'{divided[one]:3} {one}' for one in Difficulty)}"
        )

    def _write(self, file: Path, proofs: Sequence[Proof]) -> None:
        text = file.read_text(encoding="utf-8")
        for proof in proofs:
            rated = replace(proof, difficulty=proof.measures.difficulty(proof.rules))
            text = text.replace(f"{proof}\n", f"{rated}\n", 1)
        file.write_text(text, encoding="utf-8")
