"""A race that everyone leaves before its start, as its watchers see it."""

from __future__ import annotations

import urllib.error

import pytest

from tests.live.conftest import Sites, Visit
from tests.processes import BACKENDS
from tests.stores import Backend

RULES = "agnes-sorel/standard"


@pytest.mark.parametrize("backend", BACKENDS)
def test_watchers_are_sent_away_when_the_last_player_leaves(
    sites: Sites, visit: Visit, backend: Backend
) -> None:
    site = sites(backend)
    alice, eve = visit(site.urls[0]), visit(site.urls[-1])
    code = alice.open_race(RULES, countdown="3")
    alice.connect(code)
    alice.race(state="open")
    eve.connect(code)
    eve.race(state="open")
    alice.send(t="leave")
    for racer in (alice, eve):
        assert racer.refusal()["code"] == "never-started"
        assert racer.closed() == 4404
    with pytest.raises(urllib.error.HTTPError) as answer:
        eve.get(f"/race/{code}/")
    assert answer.value.code == 410
    assert "This race never started" in answer.value.read().decode()
    answer.value.close()
    eve.connect(code)
    assert eve.closed() == 4404
