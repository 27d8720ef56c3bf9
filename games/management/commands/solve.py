"""Solve a deal, or a sample of deals: `python manage.py solve applegate --sample 1000`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from games.engine import Action, Board, Deal, EngineError, Record, Rules
from games.management.long_command import LongCommand, duration, misused, parse_rules, positive
from games.solver import Budget, Verdict, VerdictKind, solve
from games.solver.sample import Sample, draw


class Command(LongCommand):
    """Tell whether deals can be won with all cards known."""

    help = "Solve one deal and print a winning record, or a sample and print shares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("rules", nargs="+", help="game, game/preset or ...+option=value")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--sample", type=positive, metavar="N", help="the first N deals of a series"
        )
        what.add_argument("--key", help="one deal, by its key in hexadecimal")
        what.add_argument("--deal", help="one deal: 52 cards in dealing order, or #11982")
        parser.add_argument("--seed", default="sample/1", help="the name of the series")
        parser.add_argument(
            "--states",
            type=positive,
            default=Budget.states,
            help="positions to search per deal (default: %(default)s)",
        )
        parser.add_argument("--seconds", type=duration, help="time limit per deal (default: none)")
        parser.add_argument(
            "--megabytes",
            type=positive,
            default=512,
            help="memory limit per deal (default: %(default)s)",
        )

    def handle(self, *args: Any, rules: list[str], **options: Any) -> None:
        budget = Budget(options["states"], options["seconds"], options["megabytes"] << 20)
        chosen = [parse_rules(text) for text in rules]
        results: list[dict[str, Any]] = []
        for some in chosen:
            if self.interrupted:
                break
            if options["sample"] is None:
                results.append(self._solve_one(some, options["key"], options["deal"], budget))
            else:
                results.append(self._sample(some, options["seed"], options["sample"], budget))
        self.conclude({"samples" if options["sample"] is not None else "deals": results})

    def _sample(self, rules: Rules, words: str, size: int, budget: Budget) -> dict[str, Any]:
        """Print the shares of as many deals as were solved, and return them."""
        verdicts: list[Verdict] = []
        with self.progress(f"Solving {rules}", size) as progress:
            for verdict in progress.over(draw(rules, words, size, budget)):
                verdicts.append(verdict)
        sample = Sample(rules, tuple(verdicts))
        self.say(sample)
        return sample.as_json()

    def _solve_one(
        self, rules: Rules, key: str | None, deal: str | None, budget: Budget
    ) -> dict[str, Any]:
        """Print the verdict on a deal with a winning game if there is one, and return it."""
        try:
            secret = None if key is None else bytes.fromhex(key)
        except ValueError as error:
            raise misused(
                f"{key!r} is not a key in hexadecimal, such as 9f86d081: two digits for each byte"
            ) from error
        try:
            dealt = Deal.given(deal or "") if secret is None else Deal.from_key(secret)
        except EngineError as error:
            raise misused(error) from error
        verdict = solve(Board(rules, dealt), budget)
        effort = f"{verdict.states:,} states in {verdict.seconds:.2f} s"
        self.say(f"# {verdict.kind}, {effort}")
        record = None
        if verdict.kind is VerdictKind.WINNABLE:
            actions = tuple(Action(0, str(move)) for move in verdict.solution)
            record = str(Record(rules, dealt, actions, secret))
            self.say(record.removesuffix("\n"))
        return {
            "rules": str(rules),
            "verdict": str(verdict.kind),
            "states": verdict.states,
            "seconds": verdict.seconds,
            "record": record,
        }
