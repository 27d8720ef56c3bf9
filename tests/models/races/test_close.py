"""Settling a race from its stored actions."""

from __future__ import annotations

import pytest

from games.models import Action, Player, Race
from games.models.database.instants import to_datetime
from games.models.races.closing import close_overdue, close_race
from games.models.races.transition import change_race
from games.racing import BELL, RefusedError, RunState
from tests.clocks import at
from tests.models.stored_races import (
    END,
    LIMIT,
    NOW,
    ZERO,
    act,
    join,
    open_race,
    started_race,
    winnable_race,
)

MINUTE = 60_000


def states(race: Race) -> list[str]:
    return list(race.entries.order_by("seat").values_list("state", flat=True))


def test_a_running_race_is_not_closed(alice: Player) -> None:
    race = started_race(alice)
    version = race.version
    with pytest.raises(RefusedError, match="not-over"):
        close_race(race, at(END - 1))
    race.refresh_from_db()
    assert (race.closed_at, race.version) == (None, version)


def test_an_open_race_is_not_closed(alice: Player) -> None:
    with pytest.raises(RefusedError, match="not-over"):
        close_race(open_race(alice), at(END))


def test_a_winner_is_settled_with_time_and_place(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, bob, *moves)
    assert close_race(race, at(ZERO + 1000 * len(moves) + MINUTE))
    entry = race.entries.get(player=bob)
    assert (entry.state, entry.place) == ("won", 1)
    assert (entry.time_ms, entry.moves, entry.progress) == (1000 * len(moves), len(moves), 52)


def test_the_bell_is_the_last_action_of_unfinished_runs(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    act(race, bob, moves[0])
    close_race(race, at(END))
    bell = Action.objects.filter(entry__player=bob).last()
    assert bell is not None
    assert (bell.text, bell.number, bell.automatic) == (BELL, 2, True)
    assert bell.ms == 1000 * len(moves) + MINUTE
    assert not Action.objects.filter(entry__player=alice, text=BELL).exists()


def test_a_player_who_never_acted_is_a_no_show(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, moves[0])
    close_race(race, at(END))
    assert states(race) == [RunState.ENDED, RunState.NO_SHOW]


def test_a_race_is_closed_as_soon_as_all_are_done(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob)
    act(race, alice, "end", ms=3000)
    act(race, bob, "forfeit", ms=2000)
    assert close_race(race, at(ZERO + 3000))
    assert race.closed_at == to_datetime(ZERO + 3000)
    assert states(race) == [RunState.ENDED, RunState.FORFEIT]


def test_a_race_ends_at_its_bell_however_late_it_is_closed(alice: Player) -> None:
    race = started_race(alice)
    close_race(race, at(END + 24 * LIMIT))
    assert race.closed_at == to_datetime(END)


def test_a_race_is_settled_once(alice: Player) -> None:
    race = started_race(alice)
    assert close_race(race, at(END))
    assert not close_race(race, at(END))
    assert not close_race(Race.objects.get(), at(END + 1))
    assert Action.objects.count() == 1


def test_a_close_that_loaded_an_older_version_settles_the_newer_one(
    alice: Player, bob: Player
) -> None:
    stale = open_race(alice)
    change_race(stale.code, lambda r, now: r.join(bob.pk, "Bob", False, now), at(NOW))
    change_race(stale.code, lambda r, now: r.start(alice.pk, now), at(NOW))
    assert close_race(stale, at(END))
    assert states(stale) == [RunState.NO_SHOW, RunState.NO_SHOW]


def test_the_settled_result_is_derived_from_the_actions(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves[:10], "undo")
    act(race, bob, *moves)
    close_race(race, at(END))
    assert race.load() == race.replay()


def test_the_places_are_those_of_the_standings(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, bob, *moves[:20])
    close_race(race, at(END))
    places = {s.seat.player: s.place for s in race.load().standings()}
    assert dict(race.entries.values_list("player", "place")) == places == {bob.pk: 1, alice.pk: 2}


def test_a_race_whose_actions_do_not_replay_does_not_hold_up_others(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = started_race(alice), started_race(bob)
    Action.objects.create(entry=broken.entries.get(), number=1, ms=1, text="t1t1x9")
    assert close_overdue(at(END)) == [sound]
    assert f"Race {broken.code} cannot be settled" in caplog.text


def test_an_action_accepted_after_the_bell_stays_in_order(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    bell = 1000 * len(moves) + MINUTE
    act(race, bob, moves[0], ms=bell + 5000)
    close_race(race, at(END))
    assert [action.ms for action in race.entries.get(player=bob).actions.all()] == [bell + 5000] * 2


def test_bells_are_stored_in_the_order_of_entries(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = open_race(alice, bob)
    change_race(race.code, lambda r, now: r.leave(alice.pk, now), at(NOW))
    # In the first seat, but the last to join.
    join(race, charlie)
    change_race(race.code, lambda r, now: r.start(bob.pk, now), at(NOW))
    assert close_race(Race.objects.find(race.code), at(END))
    rung = Action.objects.order_by("pk").values_list("entry__player__name", "entry__seat")
    assert list(rung) == [("Bob", 1), ("Charlie", 0)]
