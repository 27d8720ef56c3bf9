"""Keep the stock of proven deals full: `python manage.py stock`."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from argparse import ArgumentParser
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections, transaction

from games.engine import GAMES, Rules
from games.models import Proof
from games.models.deal import KEY_BYTES
from games.solver import Budget, Kind
from games.solver.proof import Proof as Found
from games.solver.proof import read_proofs

BUDGET = Budget(states=200_000)
"""Enough for all but a few deals; those are passed over, and another one is tried."""

PAUSE = 5.0
"""Seconds between two looks at a stock that is full."""


class Command(BaseCommand):
    """Search for winnable deals in the background, for the races to come."""

    help = "Keep a number of secret, proven deals ready for each set of rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--each", type=int, default=20, help="deals to keep for each rules")
        parser.add_argument("--rules", nargs="+", help="default: every preset of every game")
        parser.add_argument("--tries", type=int, default=200, help="deals to try before the next")
        parser.add_argument("--once", action="store_true", help="stop when all have had a turn")
        parser.add_argument("--parent", type=int, help="stop when this process is not the parent")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["parent"] is not None:
            # Beside a server on a small machine, the search takes only what is left over, and
            # leaves it to the server what to do about Ctrl-C.
            os.nice(19)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        named = options["rules"] or [f"{game}/{preset}" for preset, game in presets()]
        rules = [Rules.parse(text) for text in named]
        publish_shipped({str(one) for one in rules})
        while True:
            found = [self._fill(one, options) for one in rules]
            if options["once"]:
                return
            if not any(found):
                close_old_connections()
                time.sleep(PAUSE)
                self._stop_if_orphaned(options["parent"])

    def _fill(self, rules: Rules, options: dict[str, Any]) -> int:
        """Search for the deals that are missing under some rules; how many were found."""
        missing = options["each"] - Proof.objects.stock(str(rules)).count()
        found = 0
        for _ in range(options["tries"]):
            if found >= missing:
                break
            self._stop_if_orphaned(options["parent"])
            key = secrets.token_bytes(KEY_BYTES)
            proof = Found.find(rules, key, BUDGET)
            if proof.kind is Kind.WINNABLE:
                line = " ".join(proof.line)
                Proof.objects.store(
                    str(rules), key, proof.kind.value, proof.states, line, secret=True
                )
                found += 1
        if found:
            self.stdout.write(f"{rules}: {found} more")
        return found

    @staticmethod
    def _stop_if_orphaned(parent: int | None) -> None:
        """End with the process that has started this one, even if it was killed."""
        if parent not in (None, os.getppid()):
            sys.exit()


def publish_shipped(chosen: set[str]) -> None:
    """Take over the proofs that come with the program, for races until the stock has some."""
    missing = {rules for rules in chosen if not Proof.objects.published(rules).exists()}
    shipped = (proof for proof in read_proofs() if str(proof.rules) in missing)
    # In short transactions, so that a move that is to be stored waits for none of them long.
    for _, proofs in groupby(shipped, key=lambda proof: proof.rules):
        with transaction.atomic():
            for proof in proofs:
                line = " ".join(proof.line)
                Proof.objects.store(
                    str(proof.rules), proof.key, proof.kind.value, proof.states, line, secret=False
                )


def presets() -> list[tuple[str, str]]:
    """Every preset with its game, the standard ones first."""
    everything = [(preset, game) for game in GAMES for preset in GAMES[game].presets]
    return sorted(everything, key=lambda pair: pair[0] != "standard")
