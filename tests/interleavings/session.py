"""A guest and an account, each with a session and a seat, and their requests to the pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games import engine
from games.models import Player
from games.models.people.bot import make_bot
from games.models.play.practice import begin_practice, bring_deal
from games.models.races.erasure import forget
from games.models.races.identity import rename
from games.models.races.new_race import new_race
from games.models.races.transition import change_race
from tests.clocks import at
from tests.interleavings.people import player, store_people
from tests.models.stored_races import NOW, RULES

Names = Mapping[str, Any]

CARDS: Final = str(engine.Deal.from_key(b"brought"))
SIGN_UP: Final = "/accounts/signup/"
PASSWORD: Final = "kitchen-table-42"


def build() -> Names:
    people = store_people()
    # Otherwise every page would first store that the player is online.
    Player.objects.update(seen_at=timezone.now() + timedelta(days=1))
    EmailAddress.objects.create(user_id=people["alice"], email="alice@example.org", primary=True)
    race = new_race(player(people, "gina"), RULES, at(NOW))
    other = new_race(player(people, "bob"), RULES, at(NOW))
    return {
        **people,
        "code": race.code,
        "other": other.code,
        "gina's session": _session(player(people, "gina")),
        "alice's session": _session(player(people, "alice")),
        "nobody's session": "",
    }


def _session(player: Player) -> str:
    client = Client()
    client.force_login(player)
    return str(client.session.session_key)


def post(session: str, address: str, **fields: str) -> Any:
    def send(names: Names) -> str:
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = names[f"{session}'s session"]
        answer = client.post(address.format(**names), fields)
        # The pages' own tests check which session it ends in.
        return "answered" if answer.status_code < 400 else str(answer.status_code)

    return send


def bring(names: Names) -> str:
    gina = player(names, "gina")
    race = begin_practice(gina, RULES, lambda: bring_deal(CARDS, gina, NOW), at(NOW))
    return race.kind


def sit_down(names: Names) -> int:
    gina = player(names, "gina")
    _, race = change_race(
        names["other"], lambda race, now: race.join(gina.pk, gina.name, gina.guest, now), at(NOW)
    )
    return len(race.seats)


def rename_guest(names: Names) -> None:
    rename(player(names, "gina"), "Gina of the hill")


def delete(names: Names) -> None:
    forget(player(names, "alice"), timezone.now())


def make_a_bot(names: Names) -> str:
    return make_bot(player(names, "alice"), "Robby", bytes).name


def end_sessions(names: Names) -> None:
    player(names, "alice").end_sessions()


def see(names: Names) -> None:
    player(names, "alice").see(timezone.now() + timedelta(days=2))


OPERATIONS: Final = {
    "sign up as dana": post("gina", SIGN_UP, username="dana", password1=PASSWORD),
    "sign up as eve": post("gina", SIGN_UP, username="eve", password1=PASSWORD),
    "log in": post("gina", "/accounts/login/", login="alice", password="correct horse"),
    "rename the guest": rename_guest,
    "sit down": sit_down,
    "sign up without having played": post("nobody", SIGN_UP, username="dana", password1=PASSWORD),
    "join as a stranger": post("nobody", "/race/{code}/join/"),
    "rename": post("alice", "/name/", name="Alice of the hill"),
    "add an address": post("alice", "/accounts/email/", email="a@example.org", action_add=""),
    "choose a password": post(
        *("alice", "/accounts/password/change/"),
        oldpassword="correct horse",
        password1=PASSWORD,
        password2=PASSWORD,
    ),
    "be private": post("alice", "/account/", private="on"),
    "bring": bring,
    "make a bot": make_a_bot,
    "delete the account": delete,
    "end sessions": end_sessions,
    "see": see,
}
