"""The options and presets of the games; the first value of an option is standard."""

from __future__ import annotations

from collections.abc import Mapping

Options = Mapping[str, str]

OPTIONS: dict[str, dict[str, str]] = {
    "agnes-sorel": {
        "columns": "descending ascending",
        "face": "up last",
        "run": "colour suit single",
        "part": "yes no",
        "space": "any-run any-card high-run high-card none",
        "wrap": "yes no",
        "on-base": "no yes",
        "deal": "any-time when-stuck",
        "last": "hand columns",
        "return": "no yes",
    },
    "agnes-bernauer": {
        "reserve": "empty dealt",
        "part": "yes no",
        "space": "high-run high-card any-run",
        "wrap": "yes no",
        "on-base": "yes no",
        "deal": "any-time when-stuck",
        "last": "reserve hand",
        "return": "no yes",
    },
    "applegate": {
        "layout": "three-down two-down",
        "reserve": "pile open",
        "remove": "anywhere exposed never",
        "corner": "yes no",
    },
    "beleaguered-castle": {
        "return": "no yes",
        "aces": "out dealt",
    },
    "freecell": {
        "cells": "4 0 1 2 3 5 6",
        "pack": "alternating suit",
        "space": "any king",
        "units": "power single",
        "return": "no yes",
    },
    "klondike": {
        "draw": "three one",
        "passes": "unlimited three one",
        "space": "king any",
        "part": "yes no",
        "return": "yes no",
    },
}

PRESETS: dict[str, dict[str, str]] = {
    "agnes-sorel": {
        "standard": "",
        "dalton": "run=suit space=any-card last=columns",
        "parlett": "run=suit part=no space=none last=columns",
        "keller": "run=suit last=columns",
        "pysol": "columns=ascending space=none on-base=yes last=columns",
        "aisleriot": "columns=ascending space=none on-base=yes last=columns face=last return=yes",
    },
    "agnes-bernauer": {
        "standard": "",
        "morehead": "reserve=dealt part=no space=high-run last=hand",
        "parlett": "reserve=dealt part=yes space=high-run last=hand",
        "pysol": "reserve=dealt",
    },
    "applegate": {
        "standard": "",
        "pysol": "layout=two-down reserve=open remove=never",
    },
    "beleaguered-castle": {
        "standard": "",
        "casual": "return=yes",
        "streets-and-alleys": "aces=dealt",
    },
    "freecell": {
        "standard": "",
        "bakers-game": "pack=suit",
        "two-cells": "cells=2",
    },
    "klondike": {
        "standard": "",
        "draw-one": "draw=one",
        "vegas": "passes=three return=no",
    },
}


def values(game: str, option: str) -> list[str]:
    """Return the values of an option, the standard one first."""
    return OPTIONS[game][option].split()


def parse(rules: str) -> tuple[str, Options]:
    """Parse rules such as `agnes-sorel/dalton+wrap=no` into the game and its options."""
    name, *changes = rules.split("+")
    game, _, preset = name.partition("/")
    options = {option: values(game, option)[0] for option in OPTIONS[game]}
    for change in PRESETS[game][preset or "standard"].split() + changes:
        option, _, value = change.partition("=")
        if value not in values(game, option):
            raise ValueError(f"{rules}: {option} has no value {value}")
        options[option] = value
    return game, options
