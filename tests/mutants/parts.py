"""The parts of the house that mutants are made of, each with the tests that judge them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """Some sources, and the tests that must notice when one of them is wrong."""

    sources: tuple[str, ...]
    """Patterns of files."""
    tests: tuple[str, ...]
    """Files, folders and options. Of these, what starts a server is left to `processes`."""
    functions: tuple[str, ...] = ("*",)
    """Patterns of `module.Class.function`: only these are judged."""
    processes: tuple[str, ...] = ()
    """Tests with real servers, for the mutants that `tests` let live: seconds for each."""


SECRETS = (
    *("*hidden*", "*secret*", "*seen*", "*visib*", "*watch*", "*reveal*", "*shown*", "*admits*"),
    *("*able_by", "*practise_on", "games.models.visibility.access.*"),
    *("games.live.boards.*", "games.live.gallery.*", "games.live.late_boards.*"),
    *("games.live.snapshots.*", "games.engine.view.*"),
)
"""How functions that decide who sees what are named, and where they are all of that kind."""

NEEDS_NOTHING = "tests/engine/test_examples.py::test_the_engine_needs_nothing_else"
"""Mutants need mutmut."""

READS_SOURCES = (
    "--deselect=tests/engine/test_parsers.py::test_every_parser_has_samples_here",
    "--deselect=tests/live/test_contract.py::test_every_refusal_code_is_said_somewhere",
    "--deselect=tests/live/test_held_start.py::test_every_transition_is_tried",
    "--deselect=tests/models/test_limits.py::test_every_limit_is_tried",
)
"""All mutants are in the sources at once."""

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
            *("tests/pages/test_daily.py", "tests/pages/test_replay.py"),
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
"""The parts by the names that the command knows them by."""
