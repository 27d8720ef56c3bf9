"""Accounts and daily challenges that move from one site to another."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command

from games.models import (
    Daily,
    EarlierRating,
    Entry,
    Follow,
    Leaderboard,
    Player,
    Proof,
    Race,
    Rating,
    Wishes,
)
from games.models.people.bot import make_bot
from games.models.races.document import race_document
from games.models.races.identity import erase, rename
from games.models.standings.booking import daily_leaderboard_name
from games.racing.verification import Verdict, verify
from tests.live.racer import Racer
from tests.management.moved_site import PASSWORD
from tests.management.transfers import Edit, Lines, imported, of, refused
from tests.management.transfers import edited as edited
from tests.management.transfers import exported as exported
from tests.management.transfers import known_hashers as known_hashers
from tests.models.dailies import GAME
from tests.models.standings.test_checks import everything
from tests.processes import Launch

pytestmark = pytest.mark.usefixtures("known_hashers")


# The file.


def test_the_file_is_secret_and_says_what_it_is(exported: Path) -> None:
    assert stat.S_IMODE(exported.stat().st_mode) == 0o600
    head = json.loads(exported.read_text().partition("\n")[0])
    assert (head["is"], head["version"]) == ("same-deal-site", 1)


def test_it_is_not_overwritten_unasked(exported: Path) -> None:
    with pytest.raises(CommandError, match="--replace") as error:
        call_command("export", str(exported), stdout=StringIO(), stderr=StringIO())
    assert error.value.returncode == 2


# The way from one site to another.


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
def test_alice_logs_in_at_the_new_site_and_finds_her_history(
    exported: Path, launch: Launch, tmp_path: Path
) -> None:
    site = launch("postgres", 1)
    site.manage("import", str(exported))
    alice = Racer(site.urls[0])
    alice.post("/accounts/login/", login="alice", password=PASSWORD)
    history = alice.get("/history/")
    entry = site.manage(
        *("shell", "-v0", "--no-imports", "-c"),
        "from games.models import Entry;"
        " run = Entry.objects.get(player__username='alice'); print(run.pk, run.race.code)",
    )
    pk, code = entry.split()
    assert code in history
    record, document = tmp_path / "record.txt", tmp_path / "race.json"
    record.write_text(alice.get(f"/entry/{pk}/record"))
    document.write_text(alice.get(f"/race/{code}/race.json"))
    for command, file in (("verify", record), ("verify-race", document)):
        checked = [sys.executable, "-m", "games.engine", command, str(file)]
        done = subprocess.run(checked, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    assert alice.get("/daily/2023-11-14/agnes-sorel/").count("Alice")
    for command in ("leaderboards", "ratings"):
        site.manage(command, "--check")


@pytest.mark.django_db
def test_accounts_come_as_they_were_but_for_the_rights_of_staff(exported: Path) -> None:
    result = imported(exported)
    assert result["new"] == {"players": 6, "follows": 1, "dailies": 2, "runs": 5}
    assert (result["imported"], result["conflicts"]) == (True, [])
    alice, bob, boss = (Player.objects.get(username=name) for name in ("alice", "bob", "boss"))
    # This process hashes otherwise, but compares with any hash that Django knows.
    assert alice.password.startswith("pbkdf2_sha256$")
    assert (alice.name, alice.email) == ("Alice", "alice@example.org")
    assert EmailAddress.objects.get(user=alice).verified
    assert (bob.private, bob.show_online) == (True, False)
    assert (boss.is_staff, boss.is_superuser) == (False, False)
    assert Follow.objects.between(alice, bob).exists()
    assert Wishes.objects.get(player=alice).quiet == ["overtaken"]
    assert Wishes.objects.get(player=alice).language == "de"
    bot = Player.objects.get(bot=True)
    assert (bot.name, bot.owner) == ("Greedy", alice)
    assert not bot.has_usable_password()
    gone = Player.objects.get(deleted_at__isnull=False)
    assert (gone.name, gone.username) == ("Deleted player", f"deleted-{gone.pk}")
    assert Player.objects.get(guest=True).entries.count() == 1


@pytest.mark.django_db
def test_days_come_with_their_deals_proofs_and_runs(exported: Path) -> None:
    imported(exported)
    first, second = Daily.objects.with_deals().order_by("day")
    assert (first.game, str(first.day)) == (GAME, "2023-11-14")
    proof = Proof.objects.get(deal=first.deal)
    assert (proof.kind, proof.in_stock) == ("winnable", False)
    best = Leaderboard.objects.get(name=daily_leaderboard_name(first.pk)).rows.shown()
    assert [row.player.name for row in best] == ["Alice", "Deleted player", "Bob"]
    for entry in Entry.objects.filter(race__attempt__trial=first.trial):
        document = race_document(Race.objects.select_related("deal").get(pk=entry.race_id))
        assert not [one for one in verify(document) if one.verdict is Verdict.FALSE]
    old = Entry.objects.select_related("race").get(race__attempt__trial=second.trial)
    assert old.race.actions_removed_at is not None
    assert (old.moves, old.actions.count()) == (4, 0)


@pytest.mark.django_db
def test_a_rating_goes_on_from_where_it_was(exported: Path) -> None:
    imported(exported)
    rating = Rating.objects.get(player__username="alice", game=GAME)
    assert (rating.mu, rating.sigma, rating.low, rating.races) == (30, 4, 18, 17)
    assert EarlierRating.objects.get().races == 17
    Rating.objects.all().delete()
    with pytest.raises(CommandError, match="wrong"):
        call_command("ratings", "--check", stdout=StringIO(), stderr=StringIO())
    call_command("ratings", "--repair", stdout=StringIO(), stderr=StringIO())
    again = Rating.objects.get(player__username="alice", game=GAME)
    assert (again.mu, again.low, again.races) == (30, 18, 17)


# Again, and against what is here.


@pytest.mark.django_db
def test_importing_twice_changes_nothing(exported: Path) -> None:
    imported(exported)
    before = everything()
    result = imported(exported)
    assert result["new"] == {"players": 0, "follows": 0, "dailies": 0, "runs": 0}
    assert result["known"] == {"players": 6, "follows": 1, "dailies": 2, "runs": 5}
    assert everything() == before


@pytest.mark.django_db
def test_a_trial_run_changes_nothing(exported: Path) -> None:
    before = everything()
    result = imported(exported, "--check")
    assert (result["imported"], result["new"]["runs"]) == (False, 5)
    assert everything() == before


@pytest.mark.django_db
def test_what_changed_here_since_stays(exported: Path) -> None:
    imported(exported)
    alice, bob = (Player.objects.get(username=name) for name in ("alice", "bob"))
    Follow.objects.end(alice, bob)
    rename(alice, "Alicia")
    erase(bob, alice.date_joined)
    imported(exported)
    alice.refresh_from_db()
    assert alice.name == "Alicia"
    assert not Follow.objects.exists()
    assert not Player.objects.filter(username="bob").exists()


@pytest.mark.django_db
def test_a_taken_name_stops_all_or_is_left_out(exported: Path) -> None:
    Player.objects.create_user("ALICE", name="Someone else")
    make_bot(None, "B-O-B")
    before = everything()
    said = refused(exported)
    assert "another account here has the username 'alice'" in said
    assert "an account here has the name 'Bob' or one that looks alike" in said
    assert "nothing was imported. --skip leaves them out" in said
    assert everything() == before
    result = imported(exported, "--skip")
    assert len(result["conflicts"]) == 2
    # With Alice her bot, her run and whom she follows; with Bob his two runs.
    assert result["left_out"] == {"players": 1, "follows": 1, "runs": 3}
    assert Player.objects.get(username="ALICE").name == "Someone else"
    assert not Player.objects.filter(username="bob").exists()


@pytest.mark.django_db
def test_a_taken_mail_address_is_a_conflict(exported: Path) -> None:
    dana = Player.objects.create_user("dana", name="Dana")
    EmailAddress.objects.create(user=dana, email="Alice@example.org", verified=False)
    assert "another account here has the mail address of 'alice'" in refused(exported)


@pytest.mark.django_db
def test_a_day_that_is_here_on_another_deal_is_a_conflict(
    exported: Path, edited: Callable[[Edit], Path]
) -> None:
    imported(exported)

    def other_deal(lines: Lines) -> None:
        of(lines, "daily").update(key="ab" * 32, proofs=[])

    said = refused(edited(other_deal))
    assert "agnes-sorel of 2023-11-14 is here already, on another deal" in said


@pytest.mark.django_db
def test_a_code_that_another_race_has_is_replaced(exported: Path) -> None:
    run = of([json.loads(line) for line in exported.read_text().splitlines()], "run")
    other = Race.objects.create(
        code=run["code"],
        rules="freecell/standard",
        deal=Proof.objects.store(
            "freecell/standard", bytes(32), "unknown", 1, "", secret=True
        ).deal,
    )
    imported(exported)
    other.refresh_from_db()
    assert other.rules == "freecell/standard"
    assert Race.objects.filter(attempt__isnull=False).count() == 5
    assert imported(exported)["known"]["runs"] == 5
