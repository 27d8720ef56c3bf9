"""The site survives the loss of its processes."""

from __future__ import annotations

import urllib.request
from typing import TYPE_CHECKING

import pytest

from tests.processes import BACKENDS

if TYPE_CHECKING:
    from tests.processes import Launch
    from tests.stores import Backend

SHELL = "from games.models import Player; print(Player.objects.filter(username='alice').count())"


def answers(url: str) -> bool:
    with urllib.request.urlopen(f"{url}/healthz") as answer:
        return bool(answer.status == 200)


@pytest.mark.parametrize("backend", BACKENDS)
def test_all_processes_answer(launch: Launch, backend: Backend) -> None:
    site = launch(backend, processes=2)
    assert [answers(url) for url in site.urls] == [True, True]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_process_that_was_killed_can_be_started_again(launch: Launch, backend: Backend) -> None:
    site = launch(backend)
    site.kill(0)
    site.restart(0)
    assert answers(site.urls[0])


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_site_has_players_of_its_own(launch: Launch, backend: Backend) -> None:
    site = launch(backend)
    site.manage("createsuperuser", "--noinput", "--username=alice", "--email=alice@example.org")
    assert site.manage("shell", "--no-imports", "--command", SHELL).strip() == "1"
