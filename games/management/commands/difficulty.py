"""Measure how hard the proven deals of a file are: `python manage.py difficulty`."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from games.engine import Rules
from games.management.long_command import (
    LongCommand,
    misused,
    not_written,
    parse_rules,
    positive,
)
from games.management.progress import Progress
from games.solver import VerdictKind
from games.solver.difficulty import Difficulty
from games.solver.proof import SHIPPED, Proof, read_proofs
from games.whole_file import whole_path


class Command(LongCommand):
    """Measure deals; print the thirds of their hardness and the current division."""

    help = (
        "Measure how hard the deals in a file of proofs are; figures are the same on any machine."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", nargs="?", type=Path, default=SHIPPED)
        parser.add_argument("--rules", nargs="+", default=[], help="default: all in the file")
        parser.add_argument(
            "--first",
            type=positive,
            metavar="N",
            help="only measure the first N deals of each set of rules",
        )
        parser.add_argument(
            "--write", action="store_true", help="write the difficulty of each deal to the file"
        )

    def handle(
        self, *args: Any, file: Path, rules: list[str], first: int | None, **options: Any
    ) -> None:
        wished = {parse_rules(text) for text in rules}
        deals: dict[Rules, list[Proof]] = defaultdict(list)
        try:
            for proof in read_proofs(file):
                if proof.kind is VerdictKind.WINNABLE and (not wished or proof.rules in wished):
                    deals[proof.rules].append(proof)
        except UnicodeDecodeError as error:
            raise misused(f"{file} holds no text: name a file of proofs") from error
        except (OSError, ValueError) as error:
            raise misused(error) from error
        chosen = {some: proofs[:first] for some, proofs in deals.items()}
        self.say(f"{'':36} deals  states  moves forgiven   thirds end at   divided now")
        results: list[dict[str, Any]] = []
        with self.progress("Measuring deals", sum(map(len, chosen.values()))) as progress:
            results.extend(self._measure(some, proofs, progress) for some, proofs in chosen.items())
        if options["write"] and not self.interrupted:
            self._write(file, [proof for proofs in chosen.values() for proof in proofs])
        self.conclude({"file": str(file), "rules": results})

    def _measure(self, rules: Rules, proofs: Sequence[Proof], progress: Progress) -> dict[str, Any]:
        """Print the figures of the deals under some rules, and return them."""
        measures = [proof.measures for proof in progress.over(proofs)]
        hardness = sorted(each.hardness for each in measures)
        thirds = [hardness[len(hardness) * third // 3] for third in (1, 2)]
        divided = Counter(each.difficulty(rules) for each in measures)
        figures = {
            "states": median(each.states for each in measures),
            "moves": median(each.length for each in measures),
            "forgiven": median(each.forgiven for each in measures),
        }
        self.say(
            f"{rules!s:36} {len(measures):5} {figures['states']:7,.0f} {figures['moves']:6.0f}"
            f" {figures['forgiven']:7.0%}  {', '.join(f'{end:.1f}' for end in thirds):>14}"
            f"  {' '.join(f'{divided[one]:3} {one}' for one in Difficulty)}"
        )
        counts = {str(one): divided[one] for one in Difficulty}
        return {
            "rules": str(rules),
            "deals": len(measures),
            "medians": figures,
            "thirds": thirds,
            "divided": counts,
        }

    def _write(self, file: Path, proofs: Sequence[Proof]) -> None:
        text = file.read_text(encoding="utf-8")
        for proof in proofs:
            rated = replace(proof, difficulty=proof.measures.difficulty(proof.rules))
            text = text.replace(f"{proof}\n", f"{rated}\n", 1)
        try:
            # Ctrl-C may come while it is written.
            with whole_path(file) as partial:
                partial.write_text(text, encoding="utf-8")
                shutil.copymode(file, partial)
        except OSError as error:
            raise misused(not_written(file, error)) from error
