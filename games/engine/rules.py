"""Rules: a game with its options, and the registry of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final

from games.engine.agnes_bernauer import AgnesBernauer
from games.engine.agnes_sorel import AgnesSorel
from games.engine.applegate import Applegate
from games.engine.beleaguered_castle import BeleagueredCastle
from games.engine.errors import InvalidNotationError, UnknownRulesError
from games.engine.freecell import FreeCell
from games.engine.game import Game
from games.engine.klondike import Klondike

REGISTRY: Final[dict[str, type[Game]]] = {
    game.name: game
    for game in (FreeCell, Klondike, AgnesSorel, AgnesBernauer, Applegate, BeleagueredCastle)
}
"""The one list of the games, the one for newcomers first; tests add one of their own."""

GAMES: Final[Mapping[str, type[Game]]] = MappingProxyType(REGISTRY)


@dataclass(frozen=True)
class Rules:
    """A game and a value for each of its options, in the order the game lists them.

    `str` names the nearest preset and the options that differ from it:
    `agnes-sorel/dalton+space=high-run`.
    """

    game: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read `game`, `game/preset` or `game/preset+option=value+...`.

        :raises UnknownRulesError: for an unknown game, preset, option or value.
        :raises InvalidNotationError: if the text is not in that form.
        """
        head, *settings = text.split("+")
        name, slash, preset = head.partition("/")
        if settings and not slash:
            raise InvalidNotationError(
                "set of rules", text, "a preset before the first option", len(head)
            )
        return cls.of(name, preset if slash else "standard", _parse_settings(text, settings))

    @classmethod
    def of(cls, game: str, preset: str = "standard", changes: Mapping[str, str] = {}) -> Rules:
        """Return the rules of a preset with some options changed.

        :raises UnknownRulesError: for an unknown game, preset, option or value.
        """
        if game not in GAMES:
            raise UnknownRulesError("game", game, GAMES)
        kind = GAMES[game]
        if preset not in kind.presets:
            raise UnknownRulesError(f"preset of {game}", preset, kind.presets)
        known = {option.name: option.values for option in kind.options}
        for name, value in changes.items():
            if name not in known:
                raise UnknownRulesError(f"option of {game}", name, known)
            if value not in known[name]:
                raise UnknownRulesError(f"value of {name} in {game}", value, known[name])
        return cls(game, _values(kind, {**kind.presets[preset], **changes}))

    @property
    def options(self) -> Mapping[str, str]:
        """The value of every option, by name."""
        names = (option.name for option in GAMES[self.game].options)
        return MappingProxyType(dict(zip(names, self.values, strict=True)))

    @property
    def preset(self) -> str:
        """The preset that differs in the fewest options; the first of several."""
        return min(GAMES[self.game].presets, key=lambda name: len(self._differences(name)))

    @property
    def referee(self) -> Game:
        """The game that implements these rules."""
        return _referee(self)

    @cached_property
    def _text(self) -> str:
        preset = self.preset
        changes = (f"+{name}={value}" for name, value in self._differences(preset).items())
        return f"{self.game}/{preset}{''.join(changes)}"

    def _differences(self, preset: str) -> dict[str, str]:
        kind = GAMES[self.game]
        theirs = _values(kind, kind.presets[preset])
        return {
            name: value
            for (name, value), their in zip(self.options.items(), theirs, strict=True)
            if value != their
        }

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Rules.parse({self._text!r})"


def _values(kind: type[Game], changes: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(changes.get(option.name, option.values[0]) for option in kind.options)


def _parse_settings(text: str, settings: list[str]) -> dict[str, str]:
    parsed: dict[str, str] = {}
    at = text.find("+")
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or name in parsed:
            expected = "each option once, as +option=value"
            raise InvalidNotationError("set of rules", text, expected, at)
        parsed[name] = value
        at += len("+") + len(setting)
    return parsed


@lru_cache(maxsize=1024)
def _referee(rules: Rules) -> Game:
    return GAMES[rules.game](rules.options)
