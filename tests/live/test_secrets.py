"""No frame shows a person a card that the rules have not shown to that person."""

from __future__ import annotations

from games.engine import GAMES
from tests.live.conftest import Listen, Seats, Visit, start
from tests.live.listener import Told
from tests.live.racer import Frame, Racer
from tests.live.secrecy import Secrets, cards
from tests.live.wins import win
from tests.processes import Site


def test_every_frame_of_a_race_keeps_its_secrets(
    site: Site, seat: Seats, visit: Visit, listen: Listen
) -> None:
    races = []
    for known in map(win, GAMES):
        code, (alice, bob) = seat(site, known, "--helped")
        watcher = visit(site.urls[0])
        watcher.connect(code)
        listener = listen(site.urls[0], f"races/{code}/events")
        races.append((known, alice, bob, watcher, listener))
    start([racer for _, alice, bob, *_ in races for racer in (alice, bob)])
    for known, alice, bob, watcher, listener in races:
        alice.send(t="alarm", on=True)
        alice.send(t="hint")
        alice.receive_until(lambda frame: frame["t"] == "hint")
        alice.play(known.moves)
        bob.play(known.moves[: len(known.moves) // 2])
        bob.send(t="end")
        for racer in (alice, bob, watcher):
            racer.race(state="over")
        played = (known.moves, known.moves[: len(known.moves) // 2])
        secrets = [Secrets.of(known.rules, known.deal, moves) for moves in played]
        check(secrets, alice, bob, watcher)
        listener.event("over")
        check_events(listener.events)


def check_events(events: list[Told]) -> None:
    """Read every event of a race's stream: only once the race is over may one show cards."""
    assert {told["event"] for told in events} >= {"now", "countdown", "started", "progress"}
    # An event that is told late comes with the race as it is then.
    for told in events:
        if told["race"] and told["race"]["state"] == "over":
            continue
        assert not cards(told)
        assert told["race"] is None or told["race"]["key"] is told["race"]["deal"] is None
    assert events[-1]["race"]["deal"]


def check(secrets: list[Secrets], alice: Racer, bob: Racer, watcher: Racer) -> None:
    """Read every frame that the three have received."""
    checked = 0
    for racer, own in ((alice, 0), (bob, 1), (watcher, None)):
        for frame in racer.frames:
            if frame["t"] == "race":
                assert frame["state"] == "over" or not cards(frame)
                assert frame["state"] == "over" or frame["deal"] is frame["key"] is None
            elif frame["t"] == "board" and frame["seat"] == own:
                assert cards(frame) == secrets[frame["seat"]].shown(frame["n"])
                checked += 1
            elif frame["t"] in ("verdict", "hint"):
                # Help is for the player who asks, and names piles.
                assert racer is alice
                assert not cards(frame)
            elif frame["t"] == "board" and running(racer, frame):
                # Bob turns up fewer cards than Alice, and plays until the end.
                assert not cards(frame) & secrets[1].last
                checked += 1
    assert checked > len(secrets[0].hidden)


def running(racer: Racer, frame: Frame) -> bool:
    """Return whether anyone was still playing when a racer received a frame."""
    before = racer.frames[: racer.frames.index(frame)]
    last = [race for race in before if race["t"] == "race"][-1]
    return any(seat["state"] == "playing" for seat in last["seats"])
