"""Deals with a known winning line, stored as data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from games.engine import Deal

if TYPE_CHECKING:
    # For type checking only: some tests use these wins without launching processes.
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
    """Return all known wins under these rules."""
    return tuple(
        Win(rules, str(Deal.from_key(win["key"].encode())), win["moves"].split())
        for win in json.loads(FILE.read_text())
        if win["rules"] == rules
    )


def win(game: str) -> Win:
    """Return one known win of a game's standard rules."""
    return wins(f"{game}/standard")[0]


def publish(site: Site, known: Win) -> None:
    """Publish a deal like those that ship with the program, so that help is available on it."""
    site.manage(
        "shell",
        "--no-imports",
        "--command",
        "from games.models import Deal\n"
        f"Deal.objects.filter(pk=Deal.objects.from_cards({known.deal!r}).pk).update(public=True)",
    )


def publish_win(site: Site, known: Win) -> None:
    """Publish a deal together with its moves that win."""
    publish(site, known)
    site.manage(
        "shell",
        "--no-imports",
        "--command",
        "from games.models import Deal, Proof\n"
        f"deal = Deal.objects.filter(cards={known.deal!r}).latest('pk')\n"
        f"Proof.objects.create(deal=deal, rules={known.rules!r}, kind='winnable', states=1, "
        f"line={' '.join(known.moves)!r}, difficulty='easy')",
    )
