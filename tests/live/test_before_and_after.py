"""What players see before the start, at the bell and after it, and who counts as present."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import Player, Race
from games.models.play.practice import begin_practice
from tests.clocks import at
from tests.live.awaited_races import actions_of, begun, found, opened, winnable
from tests.live.process import Process, two_players
from tests.live.process import process as process
from tests.live.wins import win
from tests.models.stored_races import END, NOW, ZERO
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie

pytestmark = pytest.mark.django_db(transaction=True)

ONE_SECOND = ZERO + 1_000


async def test_before_the_start_players_see_the_lobby_and_no_cards(
    process: Process, alice: Player, bob: Player
) -> None:
    process.now = NOW
    race = await opened(alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    assert (await one.race())["state"] == "open"
    await other.send(t="start")
    assert (await other.refused("not-host"))["detail"] == "Only the host can start the race."
    await other.send(t="ready", ready=True)
    frame = await one.race()
    while not frame["seats"][1]["ready"]:
        frame = await one.race()
    await one.send(t="act", n=1, a="deal")
    assert (await one.refused("not-started"))["detail"] == "The race hasn't started yet."
    await one.send(t="start")
    counting = await other.race(state="countdown")
    assert (counting["starts_in"], counting["key"], counting["deal"]) == (5_000, None, None)
    await other.send(t="leave")
    frame = await one.race()
    while len(frame["seats"]) > 1:
        frame = await one.race()
    assert frame["state"] == "open"
    assert not [frame for frame in (*one.frames, *other.frames) if frame["t"] == "board"]


async def test_the_deal_is_shown_at_zero(process: Process, alice: Player, bob: Player) -> None:
    process.now = ZERO - 50
    race = await begun(alice, bob)
    one, watcher = await process.tab(race.code, alice), await process.tab(race.code)
    assert (await one.race())["state"] == "countdown"
    assert await one.quiet() == []
    process.now = ZERO
    assert (await one.board(0))["ms"] == 0
    assert (await watcher.race(state="running"))["elapsed"] == 0


async def test_a_clock_that_is_put_back_does_not_undo_the_start(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    one, other = await two_players(process, race, alice, bob)
    process.now = ZERO - 20_000
    assert (await one.play(moves[0]))["ms"] == 0
    frame = await other.race()
    while frame["seats"][0]["moves"] == 0:
        frame = await other.race()
    assert (frame["state"], frame["elapsed"]) == ("running", 0)
    # Who comes back meanwhile finds the race running, too.
    again = await process.tab(race.code, alice)
    assert (await again.race())["state"] == "running"
    await again.board(1)
    # Leaving is what it is in a race that has started: the seat stays.
    await other.send(t="leave")
    seat = (await one.race())["seats"][1]
    while seat["state"] == "playing":
        seat = (await one.race())["seats"][1]
    assert seat["state"] == "forfeit"


async def test_the_bell_ends_a_race_without_moves(
    process: Process, alice: Player, bob: Player
) -> None:
    process.now = END - 50
    race, _ = await winnable(alice, bob)
    one = await process.tab(race.code, alice)
    await one.board(0)
    process.now = END
    over = await one.race(state="over")
    assert [seat["state"] for seat in over["seats"]] == ["no-show", "no-show"]
    assert over["elapsed"] == 600_000


async def test_all_rematch_requests_lead_to_the_same_race(
    process: Process, alice: Player, bob: Player, charlie: Player
) -> None:
    race = await begun(alice, bob)
    one, other = await two_players(process, race, alice, bob)
    await one.send(t="rematch")
    assert (await one.refused("not-over"))["detail"] == "The race isn't over yet."
    await one.send(t="end")
    await other.send(t="end")
    await one.race(state="over")
    await other.race(state="over")
    watcher = await process.tab(race.code, charlie)
    await watcher.race(state="over")
    await watcher.send(t="rematch")
    await watcher.refused("not-seated")
    await one.send(t="rematch")
    frame = await other.race()
    while frame["next"] is None:
        frame = await other.race()
    await other.send(t="rematch")
    again = await found(frame["next"])
    await other.quiet()
    assert await database_sync_to_async(again.entries.count)() >= 1


async def test_a_practice_can_be_restarted_on_its_deal(process: Process, alice: Player) -> None:
    known = win("agnes-sorel")

    @database_sync_to_async
    def practise() -> Race:
        from games.models import Deal

        deal = Deal.objects.from_cards(known.deal)
        return begin_practice(alice, known.rules, deal, at(ZERO))

    race = await practise()
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play("deal")
    await tab.play("undo", first=2)
    await tab.send(t="restart")
    again = await found((await tab.until("begun"))["code"])
    assert (again.deal_id, again.code != race.code) == (race.deal_id, True)
    assert [text for _, text, _ in await actions_of(race, alice)] == ["deal", "undo", "end"]


async def test_a_race_cannot_be_restarted_and_has_no_help(process: Process, alice: Player) -> None:
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    for frame, code, detail in (
        ({"t": "restart"}, "no-practice", "You can only restart your own practice."),
        ({"t": "hint"}, "no-help", "This race doesn't allow help."),
        ({"t": "alarm", "on": True}, "no-help", "This race doesn't allow help."),
    ):
        await tab.send(**frame)
        assert (await tab.refused(code))["detail"] == detail
    await tab.send(t="alarm", on=False)
    assert await tab.quiet() == []


async def test_newcomers_are_shown_and_counted_as_watchers(
    process: Process, alice: Player, bob: Player
) -> None:
    race = await begun(alice, bob)
    one, other = await two_players(process, race, alice, bob)
    first, second = await process.tab(race.code), await process.tab(race.code)
    await other.race(watchers=2)
    await second.race(watchers=2)
    await first.close()
    await one.race(watchers=1)


@pytest.mark.parametrize("closes", [True, False])
async def test_a_player_who_is_gone_for_long_is_away(
    process: Process, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch, closes: bool
) -> None:
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 0.05)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 0.05)
    # The departure is stored a moment later, possibly after the clock has moved on.
    monkeypatch.setattr("games.live.rooms.STORE_PRESENCE_AFTER", 3600.0)
    race = await begun(alice, bob)
    one, other = await two_players(process, race, alice, bob)
    # A network that went away leaves the socket open: this tab answers no more.
    await (other.close() if closes else other.probed())
    process.now += 60_000
    while [seat["away"] for seat in (await one.race())["seats"]] != [False, True]:
        pass
    back = await process.tab(race.code, bob)
    assert not (await back.race())["seats"][1]["away"]
