"""What those at a table are told, from the countdown to the result, in one process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async

from games.models import Entry, Player, Race
from games.models.visibility.practice import begin_practice
from tests.clocks import at
from tests.live.process import Frame, Process, Tab, end_all
from tests.live.wins import win
from tests.models.tables import END, NOW, ZERO, open_race, started_race, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie

pytestmark = pytest.mark.django_db(transaction=True)

ONE_SECOND = ZERO + 1_000


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """A process one second after the start."""
    process = Process(monkeypatch, ONE_SECOND)
    yield process
    await process.close()
    await end_all()


@database_sync_to_async
def stored(race: Race, player: Player) -> list[tuple[int, str, int]]:
    """The stored actions of a player: number, text, milliseconds."""
    actions = race.entries.get(player=player).actions.order_by("number")
    return list(actions.values_list("number", "text", "ms"))


@database_sync_to_async
def found(code: str) -> Race:
    return Race.objects.find(code)


winnable = database_sync_to_async(winnable_race)
opened = database_sync_to_async(open_race)
begun = database_sync_to_async(started_race)


async def both(process: Process, race: Race, alice: Player, bob: Player) -> tuple[Tab, Tab]:
    """Two players before their boards."""
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    await one.board(0)
    await other.board(0, seat=1)
    return one, other


async def test_everybody_is_told_who_they_are_and_the_players_see_their_boards(
    process: Process, alice: Player, bob: Player
) -> None:
    race, _ = await winnable(alice, bob)
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    watcher = await process.tab(race.code)
    assert (await one.race())["you"] == 0
    assert (await other.race())["you"] == 1
    assert (await watcher.race())["you"] is None
    board = await one.board(0)
    assert board["ms"] == 1_000
    assert board["board"]["moves"]
    assert {frame["seat"] for frame in await one.quiet() if frame["t"] == "board"} <= {0}


async def test_an_action_is_stored_and_answered_with_the_board_and_told_to_the_rival(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    one, other = await both(process, race, alice, bob)
    process.now = ONE_SECOND + 500
    board = await one.play(*moves[:2])
    assert (board["seat"], board["n"]) == (0, 2)
    assert await stored(race, alice) == [(1, moves[0], 1_500), (2, moves[1], 1_500)]
    while (await other.race())["seats"][0]["moves"] < 2:
        pass
    assert not [frame for frame in other.frames if frame["t"] == "board" and frame["seat"] == 0]


@pytest.mark.parametrize(
    ("n", "action", "code", "detail"),
    [
        (1, "nonsense", "bad-action", None),
        (1, "end", "bad-action", "An action is a move, a deal or an undo."),
        (1, "undo", "no-undo", "There is no move that can be taken back."),
        (5, "deal", "gap", "Action 1 comes next, not 5."),
    ],
)
async def test_an_action_that_is_not_done_is_refused_by_its_number(
    process: Process, alice: Player, n: int, action: str, code: str, detail: str | None
) -> None:
    race, _ = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.send(t="act", n=n, a=action)
    refusal = await tab.refused(code)
    assert refusal["n"] == n
    assert detail in (None, refusal["detail"])
    if code == "gap":
        await tab.board(0)
    assert await stored(race, alice) == []


async def test_an_illegal_move_says_why(process: Process, alice: Player) -> None:
    race, _ = await winnable(alice)
    tab = await process.tab(race.code, alice)
    board = await tab.board(0)
    assert "t1t2" not in board["board"]["moves"]
    await tab.send(t="act", n=1, a="t1t2")
    refusal = await tab.until("refused", n=1)
    assert refusal["code"] not in ("bad-action", "internal")
    assert refusal["detail"]


async def test_an_action_that_is_sent_again_is_answered_as_the_first_time(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play(*moves[:2])
    await tab.send(t="act", n=1, a=moves[0])
    await tab.board(2)
    await tab.send(t="act", n=2, a="deal")
    assert (await tab.refused("stale"))["n"] == 2
    await tab.board(2)
    assert len(await stored(race, alice)) == 2


async def test_moves_that_come_at_once_are_done_in_their_order(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    for n, move in enumerate(moves[:12], 1):
        await tab.send(t="act", n=n, a=move)
    await tab.board(12)
    assert [text for _, text, _ in await stored(race, alice)] == moves[:12]


async def test_all_tabs_of_a_player_follow(process: Process, alice: Player, bob: Player) -> None:
    race, moves = await winnable(alice, bob)
    one, again = await process.tab(race.code, alice), await process.tab(race.code, alice)
    await one.board(0)
    await again.board(0)
    await one.play(moves[0])
    await again.board(1)
    await again.play(moves[1], first=2)
    await one.board(2)


async def test_a_tab_that_comes_later_sees_what_was_played(process: Process, alice: Player) -> None:
    race, moves = await winnable(alice)
    one = await process.tab(race.code, alice)
    await one.board(0)
    board = await one.play(*moves[:3])
    again = await process.tab(race.code, alice)
    assert (await again.board(3))["board"] == board["board"]
    await one.close()
    await again.close()
    # No room is left, and the journal knows it all.
    later = await process.tab(race.code, alice)
    assert (await later.board(3))["board"] == board["board"]
    await later.send(t="sync")
    await later.race()
    await later.board(3)


async def test_a_win_is_placed_and_the_end_tells_key_and_deal(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    one, other = await both(process, race, alice, bob)
    n = 0
    while True:
        n += 1
        await one.send(t="act", n=n, a=moves[n - 1])
        board = await one.until("board", seat=0)
        if board["board"]["outcome"] == "won":
            break
    frame = await other.race(bell="finish")
    while frame["seats"][0]["state"] != "won":
        frame = await other.race()
    assert (frame["seats"][0]["place"], frame["key"], frame["deal"]) == (1, None, None)
    await other.send(t="end")
    over = await other.race(state="over")
    assert [seat["place"] for seat in over["seats"]] == [1, 2]
    assert over["seats"][1]["state"] == "ended"
    assert over["deal"] is not None
    closed = await found(race.code)
    assert closed.closed_at is not None


async def test_who_has_finished_sees_the_others_without_what_they_must_not_know(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    one, other = await both(process, race, alice, bob)
    await one.play(*moves[:3])
    await other.send(t="end")
    shown = await other.until("board", seat=0)
    assert (shown["n"], shown["board"]["moves"]) == (3, [])
    await one.play(moves[3], first=4)
    assert (await other.board(4, seat=0))["board"]["moves"] == []


async def test_who_leaves_forfeits_and_who_watches_can_do_nothing(
    process: Process, alice: Player, bob: Player, charlie: Player
) -> None:
    race, _ = await winnable(alice, bob)
    one, other = await both(process, race, alice, bob)
    watcher = await process.tab(race.code, charlie)
    await watcher.race()
    frames: list[Frame] = [
        {"t": "end"},
        {"t": "act", "n": 1, "a": "deal"},
        {"t": "ready", "ready": True},
    ]
    for frame in frames:
        await watcher.send(**frame)
        assert (await watcher.refused("not-seated"))["detail"] == "You have no seat in this race."
    await other.send(t="leave")
    frame = await one.race()
    while frame["seats"][1]["state"] != "forfeit":
        frame = await one.race()
    assert await stored(race, bob) == [(1, "forfeit", 1_000)]
    await other.send(t="act", n=2, a="deal")
    assert (await other.refused("run-over"))["detail"] == "Your run is over."


async def test_before_the_start_nobody_sees_a_card_and_all_of_the_lobby(
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
    assert (await one.refused("not-started"))["detail"] == "The race has not started yet."
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


async def test_the_bell_ends_a_race_that_nobody_played(
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


async def test_all_who_want_a_rematch_meet_in_one(
    process: Process, alice: Player, bob: Player, charlie: Player
) -> None:
    race = await begun(alice, bob)
    one, other = await both(process, race, alice, bob)
    await one.send(t="rematch")
    assert (await one.refused("not-over"))["detail"] == "The race is not over yet."
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


async def test_a_practice_is_begun_again_on_its_deal(process: Process, alice: Player) -> None:
    known = win("agnes-sorel")

    @database_sync_to_async
    def practise() -> Race:
        from games.models import Deal

        deal = Deal.objects.given(known.deal)
        return begin_practice(alice, known.rules, deal, at(ZERO))

    race = await practise()
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play("deal")
    await tab.play("undo", first=2)
    await tab.send(t="restart")
    again = await found((await tab.until("begun"))["code"])
    assert (again.deal_id, again.code != race.code) == (race.deal_id, True)
    assert [text for _, text, _ in await stored(race, alice)] == ["deal", "undo", "end"]


async def test_a_race_is_no_practice_and_has_no_help(process: Process, alice: Player) -> None:
    race = await begun(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    for frame, code, detail in (
        ({"t": "restart"}, "no-practice", "Only a practice of yours can be begun again."),
        ({"t": "hint"}, "no-help", "There is no help in this race."),
        ({"t": "alarm", "on": True}, "no-help", "There is no help in this race."),
    ):
        await tab.send(**frame)
        assert (await tab.refused(code))["detail"] == detail
    await tab.send(t="alarm", on=False)
    assert await tab.quiet() == []


async def test_a_race_that_is_not_there_is_said_to_be_not_there(process: Process) -> None:
    tab = await process.tab("bcdfgh")
    assert (await tab.refused("no-race"))["detail"] == "There is no race BCDFGH."
    assert await tab.receive() == {"t": "close", "code": 4404}


async def test_the_page_says_in_which_language_it_is_answered(
    process: Process, alice: Player
) -> None:
    race = await begun(alice)
    details = []
    for query in ("language=de", "language=xx", ""):
        tab = await process.tab(race.code, alice, query)
        await tab.send(t="restart")
        details.append((await tab.refused("no-practice"))["detail"])
    english = "Only a practice of yours can be begun again."
    assert details[1:] == [english, english]
    assert details[0] != english


async def test_who_comes_is_seen_and_counted_among_the_watchers(
    process: Process, alice: Player, bob: Player
) -> None:
    race = await begun(alice, bob)
    one, other = await both(process, race, alice, bob)
    first, second = await process.tab(race.code), await process.tab(race.code)
    await other.race(watchers=2)
    await second.race(watchers=2)
    await first.close()
    await one.race(watchers=1)


async def test_who_is_gone_for_long_is_away(
    process: Process, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 0.05)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 0.05)
    race = await begun(alice, bob)
    one, other = await both(process, race, alice, bob)
    await other.close()
    process.now += 60_000
    frame = await one.race()
    while not frame["seats"][1]["away"]:
        frame = await one.race()
    assert not frame["seats"][0]["away"]
    back = await process.tab(race.code, bob)
    assert not (await back.race())["seats"][1]["away"]


async def test_what_another_process_has_stored_is_shown_without_a_note(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 0.05)
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)

    @database_sync_to_async
    def play_elsewhere() -> None:
        entry = Entry.objects.get(race=race, player=alice)
        entry.actions.create(number=1, ms=1_200, text=moves[0])

    await play_elsewhere()
    process.now += 60_000
    await tab.board(1)
    await tab.play(moves[1], first=2)
