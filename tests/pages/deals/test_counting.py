"""Progress is named in the words of each game, and in one module only."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.engine import GAMES, Board, Counted, Deal, Rules
from games.engine.moves import FOUNDATIONS
from games.models import Player
from games.models.races.closing import close_race
from games.pages.deals.counting import COUNTINGS, Counting, counting
from games.pages.races.progress import ProgressChart
from tests.clocks import at
from tests.models.stored_races import END, act, started_race
from tests.pages.conftest import Visit
from tests.repository.files import tracked

FRONTEND = Path(settings.BASE_DIR) / "frontend"

CLAIMS = re.compile(
    r"of 52 (cards|home|in)|cards (are |at )?(home|in order)|\b(all|are|at|is) home\b",
    re.IGNORECASE,
)
"""Phrases that say cards are home, or in order."""


def test_every_kind_of_counting_has_its_words() -> None:
    assert set(COUNTINGS) == set(Counted)
    assert {counting(game) for game in GAMES} <= set(COUNTINGS.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_counts_cards_home_counts_those_on_foundations(name: str) -> None:
    boards = [Board(Rules.parse(name), Deal.from_key(bytes([key]))) for key in range(20)]
    home = [sum(len(board.layout.piles[pile]) for pile in FOUNDATIONS) for board in boards]
    counts_home = GAMES[name].counts is Counted.HOME
    assert ([board.progress for board in boards] == home) == counts_home


def test_the_words_for_one_count_never_mention_the_other() -> None:
    for kind, words in COUNTINGS.items():
        text = " ".join(words.words.values()).lower()
        assert ("home" in text) == (kind is Counted.HOME)
        assert ("in order" in text) == (kind is Counted.ORDER)


def test_the_words_are_in_the_active_language() -> None:
    said = counting("agnes-sorel").words
    with translation.override("de"):
        assert counting("agnes-sorel").words.keys() == said.keys()
    assert counting("agnes-sorel").words == said


def test_the_modules_use_only_the_words_that_the_page_sends() -> None:
    names = {field.name for field in fields(Counting)}
    modules = [path.read_text() for path in (FRONTEND / "src").rglob("*.js")]
    calls = [call for text in modules for call in re.findall(r"\bcounted\(([^,)]*)", text)]
    asked = {name for call in calls for name in re.findall(r'"(\w+)"', call)}
    assert asked
    assert asked <= names
    typed = (FRONTEND / "src/lib/counted.js").read_text()
    declared = re.search(r"@typedef \{(.*)\} Saying", typed)
    assert declared is not None
    assert set(re.findall(r'"(\w+)"', declared[1])) == asked


@pytest.mark.parametrize(
    "path",
    [path for kind in ("*.html", "*.js") for path in tracked(f"frontend/{kind}")],
    ids=lambda path: str(path.relative_to(FRONTEND)),
)
def test_no_other_file_names_the_count(path: Path) -> None:
    code = re.sub(r"/\*.*?\*/|\{#.*?#\}", "", path.read_text(), flags=re.DOTALL)
    assert CLAIMS.search(code) is None


@pytest.mark.django_db
@pytest.mark.parametrize("rules", [f"{game}/standard" for game in GAMES])
def test_pages_about_a_run_name_what_its_game_counts(
    rules: str, alice: Player, bob: Player, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Runs of one move are charted too.
    monkeypatch.setattr(ProgressChart, "least", 0)
    move = None
    # Some deals are lost before the first move.
    while move is None:
        race = started_race(alice, bob, rules=rules)
        board = Board(Rules.parse(rules), Deal.parse(race.deal.cards))
        move = next(iter(board.legal_moves), None)
    act(race, alice, str(move), "end")
    act(race, bob, str(move), "end")
    close_race(race, at(END))
    entry = race.entries.get(player=alice)
    words = counting(rules)
    result = str(words.result) % {"progress": entry.progress}
    client = visit(alice)
    said = {
        reverse("history"): result,
        reverse("replay", args=[entry.pk]): result,
        reverse("race-run", args=[entry.pk]): "cards home" if "home" in result else "in order",
        reverse("race-progress", args=[race.code]): str(words.caption),
        reverse("race", args=[race.code]): str(words.kept),
    }
    for address, sentence in said.items():
        page = client.get(address).content.decode().replace("\N{NO-BREAK SPACE}", " ")
        assert sentence in page, address
        others = [other for other in COUNTINGS.values() if other is not words]
        assert not any(str(other.result).partition("of ")[2] in page for other in others), address
