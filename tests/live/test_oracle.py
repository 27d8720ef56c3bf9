"""Guessing a deal that is being raced reveals nothing and gets no help."""

from __future__ import annotations

import json
import random
from typing import Any

from games.engine import Deal
from tests.engine.lookalikes import another
from tests.live.conftest import Seats, Visit, start
from tests.live.racer import Frame, Racer
from tests.live.test_help import verdict
from tests.live.wins import Win, publish, win, wins
from tests.processes import Site

KNOWN = wins("agnes-sorel/standard")[1]
CASTLE = win("beleaguered-castle")


def guesses(known: Win) -> list[str]:
    """Return the deal itself, an equivalent one, and one with two cards swapped."""
    cards = known.deal.split()
    cards[40], cards[47] = cards[47], cards[40]
    game = known.rules.partition("/")[0]
    chance = random.Random(1)
    same = {str(another(game, Deal.parse(known.deal), chance)) for _ in range(20)}
    return [known.deal, *sorted(same)[:3], " ".join(cards)]


def asked(racer: Racer, code: str) -> list[Frame]:
    """Return all frames of a player who asks for help in every way, without what always differs."""
    racer.connect(code)
    racer.board(0)
    racer.send(t="hint")
    first = racer.refusal()
    racer.send(t="alarm", on=True)
    second = racer.refusal()
    assert {first["code"], second["code"]} == {"help-later"}
    racer.send(t="restart")
    racer.receive_until(lambda frame: frame["t"] == "begun")
    return [told(frame) for frame in racer.frames]


def told(frame: Frame) -> Any:
    """Return a frame without codes, times, names and cards."""
    kept = {key: value for key, value in frame.items() if key not in ("code", "elapsed", "ms")}
    if frame["t"] == "board":
        kept["board"] = sorted(frame["board"])
    if frame["t"] == "refused":
        kept["code"] = frame["code"]
    if frame["t"] == "race":
        kept |= {"version": None, "deal": None, "starts_in": None}
        kept["seats"] = [
            {k: v for k, v in seat.items() if k not in ("entry", "name", "active", "away")}
            for seat in frame["seats"]
        ]
    return json.loads(json.dumps(kept))


def test_every_guess_gets_the_same_answers_and_help(site: Site, seat: Seats, visit: Visit) -> None:
    for known in (KNOWN, CASTLE):
        _, racers = seat(site, known)
        start(racers)
        answers = []
        for cards in guesses(known):
            eve = visit(site.urls[0])
            address = eve.post(
                "/practice/", game=known.rules.partition("/")[0], preset="standard", deal=cards
            )
            answers.append(asked(eve, address.rstrip("/").rpartition("/")[2]))
            assert "/race/" in address
            eve.close()
        kinds = [{json.dumps(frame, sort_keys=True) for frame in answer} for answer in answers]
        assert all(kind == kinds[-1] for kind in kinds)
        for racer in racers:
            racer.send(t="end")


def test_the_alarm_of_a_practice_is_silent_during_a_race_that_counts(
    site: Site, seat: Seats, visit: Visit
) -> None:
    practised = wins("agnes-sorel/standard")[3]
    publish(site, practised)
    alice = visit(site.urls[0])
    alice.practise(practised)
    alice.send(t="alarm", on=True)
    assert verdict(alice, 0) == "winnable"

    code, (rival, other) = seat(site, CASTLE)
    site.manage(
        "shell",
        "--no-imports",
        "--command",
        f"from games.models import Race\nRace.objects.filter(code={code!r}).update(kind='ranked')",
    )
    table = alice.again_at(site.urls[0])
    table.join(code)
    table.connect(code)
    start([table, rival, other])
    alice.act(1, practised.moves[0])
    assert alice.refusal()["code"] == "counting"
    alice.send(t="hint")
    assert alice.refusal()["code"] == "counting"
    for racer in (table, rival, other):
        racer.send(t="end")
    table.race(state="over")
    alice.send(t="alarm", on=True)
    assert verdict(alice, 1) == "winnable"
    table.close()
