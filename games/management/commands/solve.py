"""Solve a deal, or a sample of deals: `python manage.py solve applegate --sample 1000`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import Action, Board, Deal, EngineError, Record, Rules
from games.solver import Budget, VerdictKind, solve
from games.solver.sample import Sample


class Command(BaseCommand):
    """Tell whether deals can be won with all cards known."""

    help = "Solve one deal and print a winning record, or a sample and print shares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rules", nargs="+", help="game, game/preset or ...+option=value")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--sample", type=int, metavar="N", help="the first N deals of a series")
        what.add_argument("--key", help="one deal, by its key in hexadecimal")
        what.add_argument("--deal", help="one deal, by its 52 cards in dealing order")
        parser.add_argument("--seed", default="sample/1", help="the name of the series")
        parser.add_argument(
            "--states", type=int, default=Budget.states, help="positions to search per deal"
        )
        parser.add_argument("--seconds", type=float, help="time limit per deal")
        parser.add_argument("--megabytes", type=int, default=512, help="memory limit per deal")

    def handle(self, *args: Any, rules: list[str], **options: Any) -> None:
        budget = Budget(options["states"], options["seconds"], options["megabytes"] << 20)
        try:
            for text in rules:
                if options["sample"] is not None:
                    sample = Sample.draw(
                        Rules.parse(text), options["seed"], options["sample"], budget
                    )
                    self.stdout.write(str(sample))
                else:
                    self._solve_one(Rules.parse(text), options["key"], options["deal"], budget)
        except EngineError as error:
            raise CommandError(str(error)) from error

    def _solve_one(self, rules: Rules, key: str | None, deal: str | None, budget: Budget) -> None:
        try:
            secret = None if key is None else bytes.fromhex(key)
        except ValueError as error:
            raise CommandError(f"{key!r} is not a key in hexadecimal") from error
        dealt = Deal.given(deal or "") if secret is None else Deal.from_key(secret)
        verdict = solve(Board(rules, dealt), budget)
        effort = f"{verdict.states:,} states in {verdict.seconds:.2f} s"
        self.stdout.write(f"# {verdict.kind}, {effort}")
        if verdict.kind is VerdictKind.WINNABLE:
            actions = tuple(Action(0, str(move)) for move in verdict.solution)
            self.stdout.write(str(Record(rules, dealt, actions, secret)), ending="")
