"""Tabs of one player at two processes, which come, go and compete."""

from __future__ import annotations

import random
import socket

import pytest

from tests.live.conftest import Running, Sites, Visit
from tests.live.faults.conftest import Tab
from tests.live.faults.duels import SOON
from tests.live.faults.records import verify
from tests.live.racer import Racer
from tests.live.wins import wins

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]

PRACTISED = wins("applegate/standard")[2]
"""A deal of its own: practising a deal that others race on is not allowed."""

FIGHTS = 40


def test_of_two_actions_with_one_number_one_is_stored_and_the_other_stale(
    sites: Sites, running: Running, tab: Tab
) -> None:
    site = sites("postgres")
    _, code, (alice, bob) = running(site, "beleaguered-castle")
    tabs = [alice, tab(alice, site.urls[-1])]
    tabs[1].connect(code)
    moves = tabs[1].board(0)["board"]["moves"]
    chance = random.Random("two tabs")
    sent: list[list[str]] = []
    for _ in range(FIGHTS):
        # Both then undo whichever action won.
        for actions in (chance.sample(moves, 2), ["undo"] * 2):
            sent.append(actions)
            number = len(sent)
            for each, action in chance.sample(list(zip(tabs, actions, strict=True)), 2):
                each.send(t="act", n=number, a=action)
            shown = [each.board(number) for each in tabs]
            assert [frame["n"] for frame in shown] == [number] * 2
            assert shown[0]["board"] == shown[1]["board"]
    for racer in (alice, bob):
        racer.send(t="end")
    overs = [each.race(state="over") for each in tabs]
    refused = sorted(
        (frame["n"], frame["code"], which)
        for which, each in enumerate(tabs)
        for frame in each.frames_of("refused")
    )
    assert [(n, code) for n, code, _ in refused] == [(n, "stale") for n in range(1, 2 * FIGHTS, 2)]
    losers = {n: which for n, _, which in refused}
    stored = [actions[1 - losers.get(n, 0)] for n, actions in enumerate(sent, 1)]
    verify(overs[0], bob, {0: [*stored, "end"], 1: ["end"]})


def test_an_action_resent_to_another_process_gets_the_same_answer(
    sites: Sites, running: Running, tab: Tab
) -> None:
    site = sites("postgres")
    known, code, (alice, bob) = running(site, "beleaguered-castle")
    here, there = tabs = [alice, tab(alice, site.urls[-1])]
    there.connect(code)
    there.board(0)
    for number, action in enumerate(known.moves[:30], 1):
        here.send(t="act", n=number, a=action)
        here.socket.socket.shutdown(socket.SHUT_RDWR)
        answer = there.act(number, action)
        assert (answer["t"], answer["n"]) == ("board", number)
        here.connect(code)
        here.board(number)
        here, there = there, here
    for racer in (here, bob):
        racer.send(t="end")
    overs = [each.race(state="over") for each in tabs]
    assert [each.frames_of("refused") for each in tabs] == [[], []]
    verify(overs[0], bob, {0: [*known.moves[:30], "end"], 1: ["end"]})


def test_a_tab_that_opens_as_the_last_one_closes_misses_nothing(
    sites: Sites, visit: Visit, tab: Tab
) -> None:
    site = sites("postgres")
    players = [visit(site.urls[0]) for _ in range(5)]
    practices: list[tuple[Racer, str, list[Racer]]] = []
    for player in players:
        code = player.practise(PRACTISED)
        tabs = [tab(player, site.urls[1]) for _ in range(2)]
        tabs[0].connect(code)
        tabs[0].board(0)
        practices.append((player, code, tabs))
    for number, move in enumerate(PRACTISED.moves[:6], 1):
        for player, code, (going, coming) in practices:
            coming.connect(code)
            going.socket.socket.shutdown(socket.SHUT_RDWR)
            player.act(number, move)
        for _, _, tabs in practices:
            tabs.reverse()
            tabs[0].patience = SOON
            assert tabs[0].board(number)["n"] == number
    for player, _, _ in practices:
        player.send(t="end")
        verify(player.race(state="over"), player, {0: [*PRACTISED.moves[:6], "end"]})
