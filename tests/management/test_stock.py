"""The stock of secret deals, and its way from one site to another."""

from __future__ import annotations

import json
import stat
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Deal, Player, Proof
from games.models.deals.likeness import Likeness
from games.solver.proof import Proof as Found
from games.solver.proof import read_proofs
from tests.models.stored_races import open_race

pytestmark = pytest.mark.django_db

FOUND = tuple(islice(read_proofs(), 3))


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """Hand the stock of a site over, and forget that it was here."""
    store(*FOUND)
    file = tmp_path / "stock.txt"
    assert stock("--give", str(file)) == {"file": str(file), "given": 3, "interrupted": False}
    assert not Proof.objects.filter(in_stock=True).exists()
    forget()
    return file


def store(*found: Found) -> None:
    """Put deals into the stock as the worker does."""
    for one in found:
        line, difficulty = " ".join(one.solution), str(one.difficulty)
        kind = one.kind.value
        Proof.objects.store(
            str(one.rules), one.key, kind, one.states, line, difficulty, secret=True
        )


def forget() -> None:
    Proof.objects.all().delete()
    Likeness.objects.all().delete()
    Deal.objects.all().delete()


def stock(*options: str) -> dict[str, Any]:
    """Return what the command tells a program."""
    said = StringIO()
    call_command("stock", "--json", *options, stdout=said, stderr=StringIO())
    result: dict[str, Any] = json.loads(said.getvalue())
    return result


def refused(*options: str) -> CommandError:
    with pytest.raises(CommandError) as error:
        call_command("stock", *options, stdout=StringIO(), stderr=StringIO())
    return error.value


def in_stock() -> set[str]:
    """Return the stock as lines of a file of proofs, from what is stored."""
    return {
        f"{one.rules} {bytes(one.deal.key or b'').hex()} {one.kind} {one.states}"
        f" {one.difficulty} {one.line}"
        for one in Proof.objects.filter(in_stock=True).select_related("deal")
    }


def test_the_stock_of_one_site_is_that_of_another(given: Path) -> None:
    assert stock("--take", str(given))["new"] == 3
    assert in_stock() == set(map(str, FOUND))
    assert sum(stock()["stock"][str(FOUND[0].rules)].values()) >= 1
    # A second time it is here, and nothing twice.
    assert stock("--take", str(given)) | {"file": ""} == {
        "file": "",
        "new": 0,
        "known": 3,
        "interrupted": False,
    }


def test_the_file_is_secret_and_anyone_can_check_it(given: Path) -> None:
    assert stat.S_IMODE(given.stat().st_mode) == 0o600
    said = StringIO()
    call_command("proofs", check=given, stdout=said)
    assert "3 lines replayed to the win" in said.getvalue()


def test_a_file_there_is_not_overwritten(given: Path) -> None:
    store(*FOUND)
    before = given.read_text()
    error = refused("--give", str(given))
    assert (error.returncode, str(error)) == (2, f"{given} exists: choose another name")
    assert given.read_text() == before
    assert len(in_stock()) == 3


def test_where_no_file_can_be_written_the_stock_stays(tmp_path: Path) -> None:
    store(*FOUND)
    assert "no deal was moved" in str(refused("--give", str(tmp_path / "none" / "stock.txt")))
    assert len(in_stock()) == 3


def test_the_giver_can_take_back_what_was_not_raced(tmp_path: Path) -> None:
    store(*FOUND)
    file = tmp_path / "stock.txt"
    stock("--give", str(file))
    raced = Deal.objects.get(key=FOUND[0].key)
    race = open_race(Player.objects.create_guest())
    race.deal = raced
    race.save(update_fields=["deal"])
    assert stock("--take", str(file))["new"] == 2
    assert not Proof.objects.filter(in_stock=True, deal=raced).exists()


def test_published_deals_are_no_secrets(given: Path) -> None:
    Deal.objects.create(key=FOUND[0].key, cards=Deal.of(FOUND[0].key).cards, public=True)
    assert stock("--take", str(given))["new"] == 2


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (FOUND[2].solution[-1], "", "the solution ends in"),
        (f" {FOUND[2].key.hex()} ", f" {FOUND[2].key.hex()[2:]} ", "32 bytes, not 31"),
        (f" {FOUND[2].kind} ", " lost ", "it says lost"),
        (str(FOUND[2].rules), "poker/standard", "poker"),
    ],
)
def test_a_forged_line_moves_nothing(given: Path, old: str, new: str, why: str) -> None:
    *others, last = given.read_text().splitlines()
    before, found, after = last.rpartition(old)
    assert found
    given.write_text("\n".join((*others, before + new + after)))
    error = refused("--take", str(given))
    assert error.returncode == 1
    assert why in str(error)
    assert not Deal.objects.exists()
    assert not in_stock()


def test_an_interrupted_take_moves_nothing(given: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faults = iter([None])

    def fault(_proof: Found) -> None:
        if next(faults, "end") == "end":
            raise KeyboardInterrupt

    monkeypatch.setattr(Found, "fault", fault)
    error = refused("--take", str(given))
    assert (error.returncode, str(error)) == (130, "interrupted; no deal was moved")
    assert not in_stock()


def test_an_empty_stock_is_said_to_be_empty() -> None:
    said = StringIO()
    call_command("stock", stdout=said)
    assert said.getvalue() == "There is no deal in stock: a worker proves some.\n"
