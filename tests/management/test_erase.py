"""Erasing an account on request, as an operator does it."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command

from games.models import Player, Race
from tests.models.stored_races import closed_race, open_race
from tests.players import alice as alice
from tests.players import bob as bob
from tests.players import bot as bot

pytestmark = pytest.mark.django_db


class Terminal(StringIO):
    """The operator's keyboard."""

    def isatty(self) -> bool:
        return True


def erase(*arguments: str) -> str:
    """Erase an account; return what is said to people or programs."""
    out = StringIO()
    call_command("erase", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def refusal(*arguments: str) -> str:
    """Return why an account is not erased, by the arguments."""
    with pytest.raises(CommandError) as refused:
        erase(*arguments)
    assert refused.value.returncode == 2
    assert not Player.objects.exclude(deleted_at=None).exists()
    return str(refused.value)


def test_it_leaves_the_runs_without_a_name(alice: Player, bob: Player) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    race, waiting = closed_race(alice, bob), open_race(alice)
    said = json.loads(erase("alice", "--yes", "--json"))
    assert said == {
        **{"username": "alice", "player": alice.pk, "bots": 0, "runs": 2},
        "interrupted": False,
    }
    alice.refresh_from_db()
    assert (alice.name, alice.is_active) == ("Deleted player", False)
    assert not EmailAddress.objects.exists()
    assert race.entries.count() == 2
    assert not Race.objects.filter(pk=waiting.pk).exists()
    with pytest.raises(CommandError, match=r"there is no account alice$"):
        erase("alice", "--yes")


def test_bots_go_with_their_owner(bot: Player) -> None:
    assert bot.owner is not None
    said = erase(bot.owner.username, "--yes")
    assert said == f"Erased {bot.owner.username} with 1 bot; 0 runs had been theirs.\n"
    bot.refresh_from_db()
    assert bot.deleted_at is not None


def test_an_unknown_name_is_refused_with_the_one_that_is_meant(alice: Player, bob: Player) -> None:
    assert refusal("alcie", "--yes") == "there is no account alcie; did you mean alice?"
    bob.name = "Robert"
    bob.save()
    said = refusal("Robert", "--yes")
    assert said == "there is no account Robert; did you mean bob, whose name is Robert?"
    assert refusal("zzz", "--yes") == "there is no account zzz"


def test_a_terminal_asks_for_the_name_again(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("alice\n"))
    assert refusal("alice") == "say --yes to erase alice: it can't be undone"
    monkeypatch.setattr("sys.stdin", Terminal("alcie\n"))
    assert refusal("alice") == "that isn't alice: nobody was erased"
    monkeypatch.setattr("sys.stdin", Terminal("alice\n"))
    assert erase("alice").startswith("Erased alice")


def test_the_only_administrator_stays(alice: Player, bob: Player) -> None:
    for one in (alice, bob):
        one.is_staff = one.is_superuser = True
    alice.save()
    said = refusal("alice", "--yes")
    assert said == "alice is the only administrator: make another by manage.py createsuperuser"
    bob.save()
    assert erase("alice", "--yes").startswith("Erased alice")
