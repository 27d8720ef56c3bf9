"""Count the proven deals that wait for races, or move them: `python manage.py stock`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from games.engine import Rules
from games.management.long_command import LongCommand, misused, not_written
from games.management.progress import Progress
from games.models import Deal
from games.models import Proof as StoredProof
from games.models.deals.deal import KEY_BYTES
from games.solver import VerdictKind
from games.solver.difficulty import Difficulty
from games.solver.proof import Proof, read_proofs
from games.whole_file import whole_file


class Command(LongCommand):
    """Secret deals, each for one race only, so they move and are never copied."""

    help = (
        "Count the proven deals that no race has used yet; with --give hand all of them over to "
        "another site, which reads them with --take. The file is secret: it holds the cards of "
        "races to come."
    )

    cut_short = "interrupted; no deal was moved"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--give", type=Path, metavar="FILE", help="take them all out of this site into a file"
        )
        what.add_argument(
            "--take", type=Path, metavar="FILE", help="replay the deals of a file and store them"
        )

    def handle(self, *args: Any, give: Path | None, take: Path | None, **options: Any) -> None:
        if give is not None:
            self._give(give, timezone.now())
        elif take is not None:
            self._take(take)
        else:
            self._count()

    def _count(self) -> None:
        counts: dict[str, dict[str, int]] = defaultdict(dict)
        stock = StoredProof.objects.filter(in_stock=True).values_list("rules", "difficulty")
        for rules, difficulty, count in stock.annotate(Count("pk")).order_by("rules", "difficulty"):
            counts[rules][difficulty] = count
        for rules, found in counts.items():
            self.say(f"{rules}: " + ", ".join(f"{n:,} {name}" for name, n in found.items()))
        if not counts:
            self.say("There is no deal in stock: a worker proves some.")
        self.conclude({"stock": counts})

    def _give(self, file: Path, now: datetime) -> None:
        """Write the stock, which is out of it before the file has its name.

        If the process dies in between, the deals are lost: better than to have them twice.
        """
        if file.exists():
            raise misused(f"{file} exists: choose another name")
        given: list[StoredProof] = []
        is_out = False
        try:
            with whole_file(file) as stream:
                with transaction.atomic():
                    given = StoredProof.objects.hand_over()
                    stream.write(f"# Secret deals, {now:%Y-%m-%d %H:%M} UTC\n".encode())
                    stream.writelines(f"{_as_text(proof)}\n".encode() for proof in given)
                    stream.flush()
                is_out = True
        except OSError as error:
            if is_out:
                StoredProof.objects.put_all_back(given)
            raise CommandError(f"no deal was moved: {not_written(file, error)}") from error
        self.say(f"{file}: {len(given):,} deals, which no race here gets any more. Keep it secret.")
        self.conclude({"file": str(file), "given": len(given)})

    def _take(self, file: Path) -> None:
        new = 0
        try:
            proofs = list(read_proofs(file))
        except OSError as error:
            raise misused(error) from error
        except ValueError as error:
            raise CommandError(f"no deal was moved: {error}") from error
        total = len(proofs)
        with transaction.atomic(), Progress(self.stderr, "Replaying deals", total) as progress:
            for proof in progress.over(proofs):
                new += StoredProof.objects.receive(_checked(proof))
        self.say(f"{file}: {new:,} new in stock, {len(proofs) - new:,} known here already")
        self.conclude({"file": str(file), "new": new, "known": len(proofs) - new})


def _as_text(stored: StoredProof) -> Proof:
    """Return a proof as its line in a file."""
    return Proof(
        Rules.parse(stored.rules),
        bytes(stored.deal.key or b""),
        VerdictKind(stored.kind),
        stored.states,
        tuple(stored.line.split()),
        Difficulty(stored.difficulty) if stored.difficulty else None,
    )


def _checked(proof: Proof) -> StoredProof:
    """Return a proof to be stored, whose moves win the deal.

    :raises CommandError: if they don't.
    """
    fault = proof.fault()
    if len(proof.key) != KEY_BYTES:
        fault = f"a key has {KEY_BYTES} bytes, not {len(proof.key)}"
    elif proof.kind is not VerdictKind.WINNABLE:
        fault = f"only a winnable deal can be in stock, and it says {proof.kind}"
    if fault:
        raise CommandError(f"no deal was moved: {proof.rules} {proof.key.hex()}: {fault}")
    return StoredProof(
        deal=Deal.of(proof.key),
        rules=str(proof.rules),
        kind=proof.kind.value,
        states=proof.states,
        line=" ".join(proof.solution),
        difficulty=(proof.difficulty or proof.measures.difficulty(proof.rules)).value,
    )
