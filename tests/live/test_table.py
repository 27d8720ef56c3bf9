"""What a race's visitors see, from the countdown to the result, in one process."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import Entry, Player
from tests.live.awaited_races import actions_of, begun, found, winnable
from tests.live.process import Frame, Process, two_players
from tests.live.process import process as process
from tests.models.stored_races import ZERO
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import charlie as charlie

pytestmark = pytest.mark.django_db(transaction=True)

ONE_SECOND = ZERO + 1_000


async def test_visitors_learn_who_they_are_and_players_see_their_boards(
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


async def test_an_action_is_stored_answered_and_shown_to_the_rival(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    one, other = await two_players(process, race, alice, bob)
    process.now = ONE_SECOND + 500
    board = await one.play(*moves[:2])
    assert (board["seat"], board["n"]) == (0, 2)
    assert await actions_of(race, alice) == [(1, moves[0], 1_500), (2, moves[1], 1_500)]
    while (await other.race())["seats"][0]["moves"] < 2:
        pass
    assert not [frame for frame in other.frames if frame["t"] == "board" and frame["seat"] == 0]


@pytest.mark.parametrize(
    ("n", "action", "code", "detail"),
    [
        (1, "nonsense", "bad-action", None),
        (1, "end", "bad-action", "An action is a move, a deal or an undo."),
        (1, "undo", "no-undo", "There's no move to undo."),
        (5, "deal", "gap", "Action 1 comes next, not 5."),
    ],
)
async def test_a_refusal_carries_the_number_of_its_action(
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
    assert await actions_of(race, alice) == []


async def test_an_illegal_move_says_why(process: Process, alice: Player) -> None:
    race, _ = await winnable(alice)
    tab = await process.tab(race.code, alice)
    board = await tab.board(0)
    assert "t1t2" not in board["board"]["moves"]
    await tab.send(t="act", n=1, a="t1t2")
    refusal = await tab.until("refused", n=1)
    assert refusal["code"] not in ("bad-action", "internal")
    assert refusal["detail"]


async def test_a_resent_action_gets_the_same_answer(process: Process, alice: Player) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    await tab.play(*moves[:2])
    await tab.send(t="act", n=1, a=moves[0])
    await tab.board(2)
    await tab.send(t="act", n=2, a="deal")
    assert (await tab.refused("stale"))["n"] == 2
    await tab.board(2)
    assert len(await actions_of(race, alice)) == 2


async def test_simultaneous_moves_are_applied_in_order(process: Process, alice: Player) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    await tab.board(0)
    for n, move in enumerate(moves[:12], 1):
        await tab.send(t="act", n=n, a=move)
    await tab.board(12)
    assert [text for _, text, _ in await actions_of(race, alice)] == moves[:12]


async def test_all_tabs_of_a_player_follow(process: Process, alice: Player, bob: Player) -> None:
    race, moves = await winnable(alice, bob)
    one, again = await process.tab(race.code, alice), await process.tab(race.code, alice)
    await one.board(0)
    await again.board(0)
    await one.play(moves[0])
    await again.board(1)
    await again.play(moves[1], first=2)
    await one.board(2)


async def test_a_tab_that_opens_later_sees_what_was_played(process: Process, alice: Player) -> None:
    race, moves = await winnable(alice)
    one = await process.tab(race.code, alice)
    await one.board(0)
    board = await one.play(*moves[:3])
    again = await process.tab(race.code, alice)
    assert (await again.board(3))["board"] == board["board"]
    await one.close()
    await again.close()
    # The room is gone; the tab is rebuilt from the journal.
    later = await process.tab(race.code, alice)
    assert (await later.board(3))["board"] == board["board"]
    await later.send(t="sync")
    await later.race()
    await later.board(3)


async def test_a_win_is_placed_and_the_end_shows_key_and_deal(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    one, other = await two_players(process, race, alice, bob)
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


async def test_a_finished_player_sees_other_boards_without_their_secrets(
    process: Process, alice: Player, bob: Player
) -> None:
    race, moves = await winnable(alice, bob)
    one, other = await two_players(process, race, alice, bob)
    await one.play(*moves[:3])
    await other.send(t="end")
    shown = await other.until("board", seat=0)
    assert (shown["n"], shown["board"]["moves"]) == (3, [])
    await one.play(moves[3], first=4)
    assert (await other.board(4, seat=0))["board"]["moves"] == []


async def test_leaving_forfeits_and_watchers_cannot_act(
    process: Process, alice: Player, bob: Player, charlie: Player
) -> None:
    race, _ = await winnable(alice, bob)
    one, other = await two_players(process, race, alice, bob)
    watcher = await process.tab(race.code, charlie)
    await watcher.race()
    frames: list[Frame] = [
        {"t": "end"},
        {"t": "act", "n": 1, "a": "deal"},
        {"t": "ready", "ready": True},
    ]
    for frame in frames:
        await watcher.send(**frame)
        assert (await watcher.refused("not-seated"))[
            "detail"
        ] == "You don't have a seat in this race."
    await other.send(t="leave")
    frame = await one.race()
    while frame["seats"][1]["state"] != "forfeit":
        frame = await one.race()
    assert await actions_of(race, bob) == [(1, "forfeit", 1_000)]
    await other.send(t="act", n=2, a="deal")
    assert (await other.refused("run-over"))["detail"] == "Your run is over."


async def test_a_race_that_does_not_exist_is_refused(process: Process) -> None:
    tab = await process.tab("bcdfgh")
    assert (await tab.refused("no-race"))["detail"] == "No race has the code BCDFGH."
    assert await tab.receive() == {"t": "close", "code": 4404}


async def test_answers_are_in_the_language_of_the_page(process: Process, alice: Player) -> None:
    race = await begun(alice)
    details = []
    for query in ("language=de", "language=xx", ""):
        tab = await process.tab(race.code, alice, query)
        await tab.send(t="restart")
        details.append((await tab.refused("no-practice"))["detail"])
    english = "You can only restart your own practice."
    assert details[1:] == [english, english]
    assert details[0] != english


async def test_actions_stored_by_another_process_are_shown_without_a_note(
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


async def test_collecting_is_one_message_whose_moves_are_stored_together(
    process: Process, alice: Player
) -> None:
    race, moves = await winnable(alice)
    tab = await process.tab(race.code, alice)
    frame = await tab.board(0)
    n = 0
    while len(frame["board"]["safe"]) < 2:
        n += 1
        frame = await tab.play(moves[n - 1], first=n)
    safe = frame["board"]["safe"]
    await tab.send(t="act", n=n + 1, a="collect")
    frame = await tab.until("board")
    stored = [text for _, text, _ in await actions_of(race, alice)][n:]
    assert len(stored) == frame["n"] - n >= len(safe)
    assert stored[0] == safe[0]
    assert all(text.endswith("f") for text in stored)
    assert not frame["board"]["safe"] or frame["board"]["outcome"]

    await tab.send(t="act", n=n + 1, a="collect")
    assert (await tab.until("board"))["n"] == frame["n"]
    await tab.send(t="act", n=frame["n"] + 1, a="collect")
    refusal = await tab.refused("nothing-safe")
    assert (refusal["n"], refusal["detail"]) == (
        frame["n"] + 1,
        "No card is safe to send home yet.",
    )
    assert len(await actions_of(race, alice)) == frame["n"]
