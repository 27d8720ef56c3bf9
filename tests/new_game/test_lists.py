"""No hand-written list forgets a new game: what CONTRIBUTING omits follows from the registry."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterator, Mapping
from types import ModuleType
from typing import Final

import games
from games.engine import GAMES
from games.engine.game import Game

MEASURED: Final = "WINNABLE"
"""The one table that may lack a game: its entry appears once it is measured."""


def modules() -> Iterator[ModuleType]:
    """Yield every module of the site whose import has no side effects."""
    for found in pkgutil.walk_packages(games.__path__, "games."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def named(value: object) -> set[str]:
    """Return the games that a collection names, directly or by their rules."""
    if not isinstance(value, Mapping | tuple | list | set | frozenset):
        return set()
    texts = {each for each in value if isinstance(each, str)}
    return {text.partition("/")[0] for text in texts} & set(GAMES)


def forgetful(modules: Collection[ModuleType], game: str) -> list[str]:
    """Return the lists that name more than one game, but not this one."""
    return [
        f"{module.__name__}.{name}"
        for module in modules
        for name, value in vars(module).items()
        if len(games := named(value)) > 1 and game not in games
    ]


def test_no_list_of_games_forgets_the_new_one(toy: type[Game]) -> None:
    found = [
        name for name in forgetful(tuple(modules()), toy.name) if not name.endswith(f".{MEASURED}")
    ]
    assert found == [], (
        "these lists forget a new game: derive them from the registry, or, if that cannot be, name"
        " their place in CONTRIBUTING.md and fill it in tests/new_game/conftest.py"
    )


def test_a_list_that_forgets_the_new_game_is_found_by_name(toy: type[Game]) -> None:
    module = ModuleType("games.somewhere")
    one, other, *_ = GAMES
    vars(module).update(
        PAIRS=((one, other),),
        PRICES={one: 1, other: 2},
        PRESETS=[f"{one}/standard", f"{other}/standard"],
        ALL=tuple(GAMES),
    )
    assert forgetful([module], toy.name) == ["games.somewhere.PRICES", "games.somewhere.PRESETS"]
