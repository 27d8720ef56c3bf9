"""The parts of the sources that are mutated, each with the tests that judge them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """Some sources, and the tests that must notice faults in them."""

    sources: tuple[str, ...]
    """File patterns."""
    tests: tuple[str, ...]
    """Test files, folders and options, without tests that start servers: see `processes`."""
    functions: tuple[str, ...] = ("*",)
    """Patterns of `module.Class.function`: only these are judged."""
    processes: tuple[str, ...] = ()
    """Tests with real servers, for the mutants that survive `tests`: seconds for each mutant."""


SECRETS = (
    *("*hidden*", "*secret*", "*seen*", "*visib*", "*watch*", "*reveal*", "*shown*", "*admits*"),
    *("*able_by", "*practise_on", "games.models.visibility.*"),
    *("games.live.boards.*", "games.live.gallery.*", "games.live.late_boards.*"),
    *("games.live.snapshots.*", "games.engine.view.*"),
)
"""The names of functions, and the modules, that decide who sees what."""

NEEDS_NOTHING = "tests/engine/test_examples.py::test_the_engine_needs_nothing_else"
"""Mutated sources import mutmut."""

READS_SOURCES = (
    "--deselect=tests/engine/test_parsers.py::test_every_parser_has_samples_here",
    "--deselect=tests/live/test_contract.py::test_every_refusal_code_is_used_somewhere",
    "--deselect=tests/live/test_held_start.py::test_every_transition_is_tried",
    "--deselect=tests/models/races/test_limits.py::test_every_limit_is_tried",
)
"""Tests that read the sources, which contain all mutants at once."""

PARTS = {
    "racing": Part(("games/racing/*",), ("tests/racing",)),
    "engine": Part(
        ("games/engine/*",),
        ("tests/engine", f"--deselect={NEEDS_NOTHING}", *READS_SOURCES),
    ),
    "visibility": Part(
        ("games/engine/view.py", "games/live/*", "games/models/*", "games/racing/*"),
        (
            *("tests/engine/test_view.py", "tests/racing", "tests/models", "tests/live"),
            *("tests/pages/races/test_daily.py", "tests/pages/races/test_replay.py"),
            *READS_SOURCES,
        ),
        functions=SECRETS,
    ),
    "live": Part(
        ("games/live/*",),
        ("tests/live", *READS_SOURCES),
        processes=("tests/live",),
    ),
}
"""The parts by their names on the command line."""
