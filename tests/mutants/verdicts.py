"""The verdicts of mutmut, read from its files."""

from __future__ import annotations

import json
from contextlib import chdir
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatch
from typing import TYPE_CHECKING

from tests.mutants.survivors import Mutant, changed
from tests.mutants.tree import SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.mutants.parts import Part


class Verdict(Enum):
    """The verdict on a mutant."""

    KILLED = "killed"
    TIMEOUT = "out of time"
    SURVIVED = "survived"
    UNTESTED = "untested"
    UNKNOWN = "unknown"
    PENDING = "not judged yet"


VERDICTS = {
    None: Verdict.PENDING,
    0: Verdict.SURVIVED,
    1: Verdict.KILLED,
    # Collecting the tests failed, or pytest itself did, unlike on the unchanged sources.
    2: Verdict.KILLED,
    3: Verdict.KILLED,
    5: Verdict.UNTESTED,
    33: Verdict.UNTESTED,
    -24: Verdict.TIMEOUT,
    24: Verdict.TIMEOUT,
    36: Verdict.TIMEOUT,
    152: Verdict.TIMEOUT,
    # Killed one CPU second after a signal that a test may have caught.
    -9: Verdict.TIMEOUT,
}
"""The verdict for each exit code of a judging run; some codes are mutmut's own."""


KILLED = (Verdict.KILLED, Verdict.TIMEOUT)
CODES = "exit_code_by_key"


@dataclass(frozen=True)
class Judged:
    """A mutant by mutmut's name, with its verdict."""

    name: str
    verdict: Verdict
    path: Path
    tree: Path

    @property
    def package(self) -> str:
        """The folder of its file, such as `games/racing`."""
        return str(self.path.parent)

    @property
    def mutant(self) -> Mutant:
        """The change that it makes."""
        from mutmut.mutation.diff_apply import get_diff_for_mutant

        with chdir(self.tree):
            return Mutant(
                function(self.name), changed(get_diff_for_mutant(self.name, path=self.path))
            )


def function(name: str) -> str:
    """Return the function that a mutant changes, from mutmut's name for the mutant.

    `games.racing.race.xǁRaceǁjoin__mutmut_7` gives `games.racing.race.Race.join`.
    """
    qualified, _, _ = name.partition("__mutmut_")
    module, _, mangled = qualified.rpartition(".")
    mangled = mangled.removeprefix("x").removeprefix("_" if "ǁ" not in mangled else "ǁ")
    return f"{module}.{mangled.replace('ǁ', '.')}"


def names(tree: Path, part: Part) -> list[str]:
    """Return mutmut's names for all mutants of a part, in a stable order."""
    from mutmut.configuration import reset_config
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    found = []
    reset_config()
    with chdir(tree):
        for path in _paths(tree, part):
            mutated = mutate_file_contents(str(path), path.read_text())
            found += [get_mutant_name(path, name) for name in mutated.mutant_names]
    return [name for name in found if _wanted(name, part)]


def judged(tree: Path, part: Part) -> Iterator[Judged]:
    """Yield the known verdicts on the mutants of a part."""
    for path in _paths(tree, part):
        if (meta := _meta(tree, path)).exists():
            for name, code in json.loads(meta.read_text())[CODES].items():
                if _wanted(name, part):
                    yield Judged(name, VERDICTS.get(code, Verdict.UNKNOWN), path, tree)


def forget_survivors(tree: Path, part: Part) -> None:
    """Reset the verdicts of survivors, since tests may be new and the sources changed."""
    for path in _paths(tree, part):
        if (meta := _meta(tree, path)).exists():
            known = json.loads(meta.read_text())
            for name, code in known[CODES].items():
                if VERDICTS.get(code) is not Verdict.KILLED:
                    known[CODES][name] = None
            meta.write_text(json.dumps(known))


def _wanted(name: str, part: Part) -> bool:
    return any(fnmatch(function(name), pattern) for pattern in part.functions)


def _meta(tree: Path, path: Path) -> Path:
    return tree / "mutants" / f"{path}.meta"


def _paths(tree: Path, part: Part) -> Iterator[Path]:
    for path in sorted((tree / SOURCE).rglob("*.py")):
        relative = path.relative_to(tree)
        if any(fnmatch(str(relative), pattern) for pattern in part.sources):
            yield relative
