"""Deals with a line that wins, kept as facts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from games.engine import Deal

if TYPE_CHECKING:
    # Runs are tested with these wins where there are no processes to publish them to.
    from tests.processes import Site

FILE = Path(__file__).parent.parent / "fixtures" / "wins.json"


@dataclass(frozen=True)
class Win:
    """A deal under some rules, and moves that win it."""

    rules: str
    deal: str
    moves: list[str]


@cache
def wins(rules: str) -> tuple[Win, ...]:
    """All known wins under these rules."""
    return tuple(
        Win(rules, str(Deal.from_key(win["key"].encode())), win["moves"].split())
        for win in json.loads(FILE.read_text())
        if win["rules"] == rules
    )


def win(game: str) -> Win:
    """One known win of a game's standard rules."""
    return wins(f"{game}/standard")[0]


def publish(site: Site, known: Win) -> None:
    """Let everybody know a deal, as those that come with the program: there is help with it."""
    site.manage(
        "shell",
        "--no-imports",
        "--command",
        "from games.models import Deal\n"
        f"Deal.objects.filter(pk=Deal.objects.given({known.deal!r}).pk).update(public=True)",
    )
