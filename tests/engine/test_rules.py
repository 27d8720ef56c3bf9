from __future__ import annotations

import pytest
from hypothesis import given

from games.engine import GAMES, InvalidNotationError, Rules, UnknownRulesError
from tests.engine.strategies import any_rules

PRESETS = [(game, preset) for game in GAMES for preset in GAMES[game].presets]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_text_of_a_preset_is_its_name(game: str, preset: str) -> None:
    assert str(Rules.parse(f"{game}/{preset}")) == f"{game}/{preset}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_alone_means_its_standard_rules(game: str) -> None:
    assert str(Rules.parse(game)) == f"{game}/standard"
    assert all(
        Rules.parse(game).options[option.name] == option.values[0] for option in GAMES[game].options
    )


def test_rules_are_standard_by_default() -> None:
    assert Rules.of("applegate") == Rules.parse("applegate/standard")


@given(any_rules())
def test_any_combination_parses_back_from_its_text(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("agnes-sorel/dalton+space=high-run", "agnes-sorel/dalton+space=high-run"),
        ("agnes-sorel/standard+run=suit+space=any-card+last=columns", "agnes-sorel/dalton"),
        ("agnes-sorel/dalton+run=colour", "agnes-sorel/dalton+run=colour"),
        ("agnes-sorel/standard+run=colour", "agnes-sorel/standard"),
        ("agnes-bernauer/morehead+part=yes", "agnes-bernauer/parlett"),
        ("beleaguered-castle/casual+aces=dealt", "beleaguered-castle/casual+aces=dealt"),
    ],
)
def test_the_text_names_the_nearest_preset_and_what_differs(text: str, canonical: str) -> None:
    assert str(Rules.parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("spider", "known are freecell, klondike, agnes-sorel, .*"),
        ("freecell/standrad", "did you mean standard[?] Known are standard, "),
        ("frecell", "did you mean freecell[?] Known are freecell, "),
        ("applegate/dalton", "dalton': known are standard, pysol"),
        ("applegate/standard+space=none", "layout, reserve, remove, corner"),
        ("applegate/standard+corner=maybe", "yes, no"),
    ],
)
def test_unknown_names_are_refused_with_the_known_ones(text: str, known: str) -> None:
    with pytest.raises(UnknownRulesError, match=known):
        Rules.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "agnes-sorel+run=suit",
        "agnes-sorel/standard+run",
        "agnes-sorel/standard+run=suit+run=colour",
    ],
)
def test_malformed_settings_are_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError, match="set of rules"):
        Rules.parse(text)
