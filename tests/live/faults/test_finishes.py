"""The rival at another process learns of a finish, whatever fails right after the winning move."""

from __future__ import annotations

import socket

import pytest

from tests.live.faults.conftest import Duels, Grown
from tests.live.faults.duels import settle

pytestmark = [pytest.mark.needs_postgres_programs, pytest.mark.needs_redis_server]

BOTH_WAYS = ((0, 1), (1, 0))


def test_a_winner_whose_socket_breaks_before_the_answer_has_won(grown: Grown, duels: Duels) -> None:
    races = duels(grown.site, *BOTH_WAYS)
    for duel in races:
        duel.rehearse()
        duel.send_win()
        duel.winner.socket.socket.shutdown(socket.SHUT_RDWR)
    for duel in races:
        duel.is_told()
    settle(races)


def test_an_acknowledged_win_is_shown_although_its_process_is_killed(
    grown: Grown, duels: Duels
) -> None:
    # Processes batch their notes, so some have not been sent yet.
    races = duels(grown.site, *[(0, 1)] * 3)
    for duel in races:
        duel.rehearse()
    for duel in races:
        duel.win()
    grown.site.kill(0)
    for duel in races:
        duel.is_told()
    settle(races)


def test_a_win_is_shown_although_the_database_is_restarted(grown: Grown, duels: Duels) -> None:
    races = duels(grown.site, *BOTH_WAYS)
    for duel in races:
        duel.rehearse()
    for duel in races:
        duel.win()
    grown.postgres.crash()
    grown.postgres.start()
    for duel in races:
        duel.is_told()
    settle(races)
