"""The mutants that may survive, and why: `survivors/PART.toml`.

An entry identifies a mutant by its function and the lines it changes, so it stays valid when lines
move or other mutants are added.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "survivors"


@dataclass(frozen=True, order=True)
class Mutant:
    """A change to one function; equal changes to the same function are one mutant."""

    function: str
    """The function, such as `games.racing.race.Race.join`."""
    diff: str
    """The removed lines, each after `- `, then the added ones after `+ `."""

    def __str__(self) -> str:
        return f'[[survivor]]\nfunction = "{self.function}"\ndiff = """\n{_toml(self.diff)}\n"""\n'


def explained(part: str) -> dict[Mutant, str]:
    """Return the listed survivors of a part, each with the reason it is harmless."""
    path = FOLDER / f"{part}.toml"
    if not path.exists():
        return {}
    listed = tomllib.loads(path.read_text()).get("survivor", [])
    return {Mutant(each["function"], each["diff"].strip()): each["why"].strip() for each in listed}


def changed(diff: str) -> str:
    """Return the changed lines of a unified diff, without context."""
    lines = diff.splitlines()
    return "\n".join(
        f"{line[0]} {line[1:].strip()}"
        for line in lines
        if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")
    )


def _toml(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '""\\"')
