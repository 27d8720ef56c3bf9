"""Rights end at one process, with the socket at another, on PostgreSQL and Redis."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import psycopg
import pytest

from games.live.connections import CLOSE_LOGGED_OUT
from tests.live.conftest import Visit
from tests.live.faults.conftest import Grown, Tab
from tests.live.faults.duels import SOON
from tests.live.racer import Racer
from tests.live.wins import win

pytestmark = [pytest.mark.needs_postgres_programs, pytest.mark.needs_redis_server]

KNOWN = win("agnes-sorel")
PASSWORD, ANOTHER_PASSWORD = "kitchen-table-42", "garden-chair-43"
STORED = 3
"""Moves that are acknowledged before the rights end."""

ENTRIES = (
    "SELECT e.id FROM games_entry e JOIN games_race r ON r.id = e.race_id WHERE r.code = %(code)s"
)

numbers = count(1)


@dataclass
class Seated:
    """A player practising at one process, with a tab of the same browser at the other."""

    grown: Grown
    name: str
    player: Racer
    elsewhere: Racer
    code: str

    def sql(self, statement: str) -> list[tuple[int]]:
        """Run a statement without the application noticing; `%(name)s` is the player's name."""
        with psycopg.connect(self.grown.postgres.url, autocommit=True) as connection:
            done = connection.execute(statement, {"name": self.name, "code": self.code})
            return done.fetchall() if done.description else []

    def is_out(self) -> None:
        """Check that the socket is closed for good and that acknowledged moves are stored."""
        self.player.patience = SOON
        assert self.player.closed() == CLOSE_LOGGED_OUT
        self.player.open_socket(f"/ws/race/{self.code}/?session=required")
        assert self.player.closed() == CLOSE_LOGGED_OUT
        assert self.stored() == STORED

    def goes_on(self, tab: Racer) -> None:
        """Check that the socket is closed and another one of the same browser resumes the run."""
        self.player.patience = SOON
        assert self.player.closed() == CLOSE_LOGGED_OUT
        tab.url = self.player.url
        tab.open_socket(f"/ws/race/{self.code}/?session=required")
        assert tab.board(STORED)["n"] == STORED
        assert tab.act(STORED + 1, KNOWN.moves[STORED])["t"] == "board"
        assert self.stored() == STORED + 1

    def outlives_a_heartbeat(self) -> None:
        """Wait until the process has checked rights and then stored the player's presence again."""
        recently = f"{ENTRIES} AND seen_at > now() - interval '1 second'"
        self.waits_while(lambda: bool(self.sql(recently)))
        self.waits_while(lambda: not self.sql(recently))

    def waits_while(self, holds: Callable[[], bool]) -> None:
        """Wait, answering what the process asks, as a page does that stays open."""
        until = time.monotonic() + self.player.patience
        while holds():
            assert time.monotonic() < until
            self.player.send(t="ping")
            self.player.receive_until(lambda frame: frame["t"] == "pong")
            time.sleep(0.1)

    def stored(self) -> int:
        """Return the number of the race's stored actions."""
        [(found,)] = self.sql(
            f"SELECT count(*) FROM games_action WHERE entry_id IN ({ENTRIES})"  # noqa: S608
        )
        return found


Seat = Callable[..., Seated]


@pytest.fixture
def seat(grown: Grown, visit: Visit, tab: Tab) -> Seat:
    """Seat a player with an account, or a guest."""

    def seat(*, guest: bool = False, at: int = 1) -> Seated:
        name = f"player{next(numbers)}"
        player = visit(grown.site.urls[at])
        if not guest:
            sign_up(player, name)
        code = player.practise(KNOWN)
        player.play(KNOWN.moves[:STORED])
        return Seated(grown, name, player, tab(player, grown.site.urls[1 - at]), code)

    return seat


def sign_up(racer: Racer, name: str) -> None:
    """Sign up; for some minutes the account is not asked for its password again."""
    racer.post("/accounts/signup/", username=name, email="", password1=PASSWORD)
    assert name in racer.get("/account/")


def log_in(racer: Racer, name: str, password: str = PASSWORD) -> None:
    """Log in by name."""
    racer.post("/accounts/login/", login=name, password=password)
    assert name in racer.get("/account/")


def change_password(racer: Racer) -> None:
    """Choose another password; the browser that does it stays logged in."""
    fields = {"oldpassword": PASSWORD, "password1": ANOTHER_PASSWORD, "password2": ANOTHER_PASSWORD}
    racer.post("/accounts/password/change/", **fields)


def deactivate(seated: Seated) -> None:
    """Bar a player as the admin does: by saving the row."""
    seated.grown.site.manage(
        "shell",
        "-c",
        "from games.models import Player;"
        f"player = Player.objects.get(username='{seated.name}');"
        "player.is_active = False; player.save()",
    )


def erase(seated: Seated) -> None:
    """Delete the account."""
    seated.elsewhere.post("/accounts/reauthenticate/", password=PASSWORD)
    seated.elsewhere.post("/account/delete/")
    [(erased,)] = seated.sql(
        "SELECT count(*) FROM games_player WHERE username = %(name)s OR name = %(name)s"
    )
    assert erased == 0


TOLD: dict[str, Callable[[Seated], object]] = {
    "log-out": lambda seated: seated.elsewhere.post("/accounts/logout/"),
    "deactivation": deactivate,
    "deletion": erase,
}
UNTOLD = {
    "log-out": "DELETE FROM django_session WHERE session_key = '{key}'",
    "expiry": "UPDATE django_session SET expire_date = now() WHERE session_key = '{key}'",
    "deactivation": "UPDATE games_player SET is_active = false WHERE username = %(name)s",
    "password": "UPDATE games_player SET password = 'x' WHERE username = %(name)s",
}


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("way", TOLD)
def test_a_socket_at_another_process_ends_with_the_rights(seat: Seat, way: str, at: int) -> None:
    seated = seat(at=at)
    with seated.grown.redis.overheard() as said:
        assert b"rights" not in said()
        TOLD[way](seated)
        # The note arrived; the heartbeat alone was not the cause.
        assert b"rights" in said()
    seated.is_out()


@pytest.mark.parametrize("way", UNTOLD)
def test_rights_that_end_without_a_note_are_found_by_the_heartbeat(seat: Seat, way: str) -> None:
    seated = seat()
    key = seated.player.cookies.partition("sessionid=")[2].partition(";")[0]
    seated.sql(UNTOLD[way].format(key=key))
    seated.is_out()


def test_a_note_lost_with_redis_is_made_up_for_by_the_heartbeat(grown: Grown, seat: Seat) -> None:
    seated = seat()
    grown.redis.crash()
    TOLD["log-out"](seated)
    seated.is_out()


def test_a_new_password_ends_other_browsers_sockets_and_not_the_run_here(
    seat: Seat, visit: Visit
) -> None:
    seated = seat()
    other = visit(seated.elsewhere.url)
    log_in(other, seated.name)
    other.connect(seated.code)
    other.board(STORED)
    change_password(seated.elsewhere)
    other.patience = SOON
    assert other.closed() == CLOSE_LOGGED_OUT
    other.open_socket(f"/ws/race/{seated.code}/?session=required")
    assert other.closed() == CLOSE_LOGGED_OUT
    seated.goes_on(seated.elsewhere)


def test_a_guest_who_signs_up_in_another_tab_continues(seat: Seat) -> None:
    seated = seat(guest=True)
    sign_up(seated.elsewhere, seated.name)
    seated.goes_on(seated.elsewhere)


def test_a_guest_who_logs_in_to_an_account_continues_as_its_player(
    seat: Seat, visit: Visit
) -> None:
    seated = seat(guest=True)
    sign_up(visit(seated.elsewhere.url), seated.name)
    log_in(seated.elsewhere, seated.name)
    seated.goes_on(seated.elsewhere)
    # The old session belongs to the guest, who no longer exists.
    seated.player.open_socket(f"/ws/race/{seated.code}/?session=required")
    assert seated.player.closed() == CLOSE_LOGGED_OUT


def test_a_login_elsewhere_and_a_new_name_disturb_no_one(seat: Seat, visit: Visit) -> None:
    seated = seat()
    log_in(visit(seated.elsewhere.url), seated.name)
    seated.elsewhere.post("/name/", name=f"{seated.name} the Great")
    for _ in range(2):
        seated.outlives_a_heartbeat()
    assert seated.player.act(STORED + 1, KNOWN.moves[STORED])["t"] == "board"
