"""Every function that changes what is stored is performed, and passes every other of its rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Final

import pytest

from tests.interleavings.conductor import Conductor, Performance
from tests.interleavings.scenes import SCENES
from tests.interleavings.writers import writers
from tests.manage import REPOSITORY

FOUND: Final = frozenset(writers(REPOSITORY / "games"))

SHARED: Final = (
    *("race", "entry", "deal", "daily", "attempt", "player"),
    *("board", "line", "tally", "ladder", "rating", "ratingchange"),
)
"""The tables whose every two writers have to pass each other."""

TASKS: Final = "tasks, which are taken by compare-and-set"
PROBE: Final = "the probe of the health page, which nothing else reads"
GUARDS: Final = "triggers, after a migration"
PEOPLE: Final = "who follows whom, and challenges: one row each, under a constraint"
LOCK: Final = "only takes a lock, or asks"
VALUE: Final = "a value in memory"

ELSEWHERE: Final = {
    "games.background.analysis._proven_line": "a proof, once a deal and rules",
    "games.background.queue.prune": TASKS,
    "games.background.queue.recover": TASKS,
    "games.background.worker.Lane.give_back": TASKS,
    "games.live.journal._refused": LOCK,
    "games.live.rooms.Rooms._say_soon": VALUE,
    "games.models.races.action.Action.save": "one action by itself, which only tests store",
    "games.models.database.availability.StorageProbe.write": PROBE,
    "games.models.database.availability._impatience": PROBE,
    "games.models.races.challenge.Challenge.decline": PEOPLE,
    "games.models.races.challenge.ChallengeQuerySet.open": PEOPLE,
    "games.models.races.crowding._one_at_a_time": LOCK,
    "games.models.races.guards._put_up_postgres": GUARDS,
    "games.models.races.guards._put_up_sqlite": GUARDS,
    "games.models.races.guards.take_down": GUARDS,
    "games.models.races.opening.OpeningQuerySet.prune": "who opened races two days ago",
    "games.models.people.follow.FollowQuerySet.begin": PEOPLE,
    "games.models.people.follow.FollowQuerySet.end": PEOPLE,
    "games.models.standings.rating._outcomes": VALUE,
    "games.models.database.snapshot._execute": LOCK,
    "games.pages.accounts.deletion.refuse_to_deleted": "only beside a deletion, as the pairs are",
    "games.pages.health._state": LOCK,
    "games.pages.history.history": VALUE,
    "games.pages.intake._on_this_site": VALUE,
    "games.pages.invitations.qr_code": VALUE,
}
"""Those that no scene performs, since they change nothing that others may change as well."""

IN_A_ROOM: Final = {"models.races.transition.save_transition", "models.races.unstarted.unmake"}
OVER: Final = {
    *("models.standings.ruling.RulingQuerySet.make", "models.races.closing.place_again"),
    "models.standings.booking.book_race",
}
OF_ACCOUNTS: Final = {
    *(
        "models.people.player.Player.choose_password",
        "models.races.identity.erase",
        "models.people.player.Player.end_sessions",
        "models.people.player.Player.see",
    ),
    *("pages.accounts.settings.settings", "pages.accounts.settings.PrivacyForm.save"),
}

APART: Final = (
    # A race that has not started and one that is over are not one.
    (IN_A_ROOM, OVER),
    # A race is booked when its close is committed, and its last hint came before.
    (OVER, {"models.visibility.helping.mark_assisted", "models.races.lobby.join_lobby"}),
    (
        {"models.standings.booking.book_race"},
        {"models.races.race.Race.store", "models.races.race.RaceQuerySet.mark_dealt"},
    ),
    # These have accounts alone, and a guest's session ends when it becomes one.
    ({"models.people.player.Player.become_account"}, OF_ACCOUNTS),
)
"""Writers of a table that never change the same row of it at the same time."""


def apart() -> set[frozenset[str]]:
    return {
        frozenset((f"games.{one}", f"games.{other}"))
        for some, others in APART
        for one in some
        for other in others
    }


@pytest.mark.needs_postgres
def test_every_writer_is_performed(conductor: Conductor) -> None:
    performed = {
        writer
        for scene, there in SCENES.items()
        for operation in there.operations
        for writer, _table, _verb in conductor.alone(scene, operation).done.writes
    }
    assert FOUND - performed - ELSEWHERE.keys() == set(), "have a scene perform them"
    assert ELSEWHERE.keys() - (FOUND - performed) == set(), "these are performed, or gone"


@pytest.mark.needs_postgres
@pytest.mark.parametrize("table", SHARED)
def test_any_two_writers_of_a_row_pass_each_other(conductor: Conductor, table: str) -> None:
    movers: set[str] = set()
    passing: set[frozenset[str]] = set()
    for scene, there in SCENES.items():
        for operation in there.operations:
            movers |= moving(conductor.alone(scene, operation), table)
        for first, second in combinations_with_replacement(there.operations, 2):
            for one, other in performances(conductor, scene, first, second):
                if any(name == f"games_{table}" for name, _ in one.rows & other.rows):
                    pairs = product(moving(one, table), moving(other, table))
                    passing |= {frozenset(pair) for pair in pairs}
    wanted = {frozenset(pair) for pair in combinations_with_replacement(movers, 2)}
    missing = wanted - passing - apart()
    assert not missing, "\n".join(sorted(" and ".join(sorted(pair)) for pair in missing))


def performances(
    conductor: Conductor, scene: str, first: str, second: str
) -> Iterator[tuple[Performance, Performance]]:
    """What two operations do that meet, by themselves or after each other."""
    alone = conductor.alone(scene, first), conductor.alone(scene, second)
    if alone[0].meets(alone[1]):
        yield alone
        if not (alone[0].rows and alone[1].rows):
            for order in conductor.in_turn(scene, first, second):
                yield order.performances


def moving(performance: Performance, table: str) -> set[str]:
    """The functions of the house that have changed rows of a table which others could know."""
    if all(name != f"games_{table}" for name, _ in performance.rows):
        return set()
    return {
        writer
        for writer, name, verb in performance.done.writes
        if writer in FOUND and name == f"games_{table}" and verb != "INSERT"
    }


def test_a_new_writer_is_found(tmp_path: Path) -> None:
    package = tmp_path / "house"
    (package / "engine").mkdir(parents=True)
    (package / "engine" / "board.py").write_text("def push(board): board.copy()\n")
    (package / "rooms.py").write_text(
        "class Room:\n"
        "    def look(self): return self.door\n"
        "    def shut(self):\n"
        "        if self.door:\n"
        "            Door.objects.filter(pk=self.door).update(shut=True)\n"
        "    async def burn(self):\n"
        "        def all(): self.delete()\n"
        "        await all()\n"
        "def open_up(): return Door().save\n"
        "if True:\n"
        "    def build(): Door.objects.bulk_create([])\n"
    )
    assert set(writers(package)) == {
        "house.rooms.Room.shut",
        "house.rooms.Room.burn",
        "house.rooms.build",
    }
