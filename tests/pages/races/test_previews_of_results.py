"""Previews of races that are over: the title says who comes first, and what decided it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Player
from games.models.races.closing import close_race
from tests.clocks import at
from tests.models.stored_races import END, act, winnable_race
from tests.pages.races.test_previews import named, tags
from tests.players import bob as bob

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("moves", "english", "german"),
    [
        (
            (60, 40),
            r"Alice wins with \d+ of 52 cards home",
            r"Alice gewinnt mit \d+ von 52 Karten im Ziel",
        ),
        (
            (60, 60),
            r"Alice wins on time: \d+ of 52 cards home each",
            r"Alice war schneller, bei je \d+ von 52 Karten im Ziel",
        ),
        (
            (3, 3),
            "No one got another card home",
            "Niemand hat eine weitere Karte ins Ziel gebracht",
        ),
        (
            (60, None),
            "Alice wins Agnes Sorel: no one else made a move",
            "Alice gewinnt Agnes Sorel: Sonst hat niemand einen Zug gemacht",
        ),
        ((0, None), "No one made a move", "Niemand hat einen Zug gemacht"),
        ((None, None), "No one made a move", "Niemand hat einen Zug gemacht"),
    ],
)
def test_the_title_says_what_decided(
    client: Client,
    alice: Player,
    bob: Player,
    moves: tuple[int | None, int | None],
    english: str,
    german: str,
) -> None:
    race, known = winnable_race(alice, bob)
    for late, (player, number) in enumerate(zip((alice, bob), moves, strict=True)):
        if number is not None:
            act(race, player, *known[:number], "end", ms=1000 + late)
    close_race(race, at(END))
    address = race.get_absolute_url()
    assert re.fullmatch(english, tags(client, address)["og:title"])
    assert re.fullmatch(german, tags(client, address, accept_language="de")["og:title"])


@pytest.mark.parametrize(
    ("left", "idle", "english", "german"),
    [
        ((1,), (), "Alice wins Agnes Sorel: no one else stayed", "Sonst ist niemand geblieben"),
        ((1,), (2,), "the others left or made no move", "Die anderen gingen oder zogen nicht"),
        ((), (1, 2), "no one else made a move", "Sonst hat niemand einen Zug gemacht"),
        ((0, 1), (), "Everyone left the race", "Alle haben das Rennen verlassen"),
        ((0,), (1,), "no one else made a move", "Sonst hat niemand einen Zug gemacht"),
        ((0, 1), (2,), "Everyone left or made no move", "Alle gingen oder zogen nicht"),
    ],
)
def test_the_title_says_left_only_of_who_left(
    client: Client,
    alice: Player,
    bob: Player,
    left: tuple[int, ...],
    idle: tuple[int, ...],
    english: str,
    german: str,
) -> None:
    players = (alice, bob, named("Mo"))[: 1 + max(left + idle)]
    race, known = winnable_race(*players)
    for number, player in enumerate(players):
        if number not in idle:
            act(race, player, *known[:60], "forfeit" if number in left else "end", ms=1000)
    close_race(race, at(END))
    address = race.get_absolute_url()
    assert tags(client, address)["og:title"].endswith(english)
    assert tags(client, address, accept_language="de")["og:title"].endswith(german)
