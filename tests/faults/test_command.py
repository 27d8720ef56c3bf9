"""`python -m tests.faults`: what it prints, and its exit code."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from threading import Event

import pytest

from tests.faults import __main__ as command
from tests.faults.checker import Violation, Wrong
from tests.faults.history import Fault, Kind
from tests.faults.trial import Plan, Report

RIGHT = Report(
    seed=7,
    seconds=12.0,
    faults={"kill": 2},
    not_made=[],
    races=3,
    acknowledged=200,
    sightings=400,
    told={"not-stored": 4},
    errors={},
    violations=[],
)
WRONG = replace(RIGHT, violations=[Violation("BCDFGH", Wrong.LOST, "seat 0: 3 acknowledged")])


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """Provide the plans of trials: seed 8 finds something wrong, and 9 is interrupted."""
    plans: list[Plan] = []

    def trial(_: object, plan: Plan, tell: object, interrupted: Event) -> Report:
        plans.append(plan)
        assert callable(tell)
        tell(0, Fault(1, Kind.KILL, 2, 1.0, 0.0, 0.0))
        if plan.seed == 9:
            interrupted.set()
        return WRONG if plan.seed == 8 else RIGHT

    monkeypatch.setattr(command, "trial", trial)
    monkeypatch.setattr(command, "ground", lambda logs: nullcontext())
    monkeypatch.setattr(command, "NEEDS", ())
    return plans


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["faults", *arguments])
    return command.main()


def test_without_a_violation_it_passes(
    plans: list[Plan], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--seed", "7", "--faults", "40", "--for", "9", "--verbose")
    assert run(monkeypatch, *arguments) == 0
    assert plans == [Plan(seed=7, faults=40, seconds=9.0)]
    said = capsys.readouterr()
    assert "violations: none" in said.out
    assert "kill of process 2" in said.err


def test_a_violation_is_printed_and_fails(
    plans: list[Plan], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--seed", "8") == 1
    assert "VIOLATION race BCDFGH: lost: seat 0: 3 acknowledged" in capsys.readouterr().out
    assert run(monkeypatch, "--seed", "8", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["violations"] == [
        {"race": "BCDFGH", "wrong": "lost", "what": "seat 0: 3 acknowledged"}
    ]


def test_an_interrupted_trial_tells_what_it_found(
    plans: list[Plan], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--seed", "9", "--json") == 130
    said = capsys.readouterr()
    assert json.loads(said.out)["interrupted"]
    assert "interrupted; Faults: 0 of 200" in said.err


def test_a_seed_is_drawn_and_told(
    plans: list[Plan], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch)
    assert f"seed {plans[0].seed}\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--faults", "x"], "--faults: 'x' is no whole number from 0 up"),
        (["--faults", "-1"], "--faults: '-1' is no whole number from 0 up"),
        (["--races", "0"], "--races: '0' is no whole number from 1 up"),
        (["--for", "0"], "--for: '0' is no number of seconds above 0"),
        (["--seed", "x"], "--seed: 'x' is no whole number"),
        (["more"], "unrecognized arguments: more"),
    ],
)
@pytest.mark.usefixtures("plans")
def test_wrong_arguments_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    wanted: str,
) -> None:
    with pytest.raises(SystemExit) as exit:
        run(monkeypatch, *arguments)
    assert exit.value.code == 2
    assert wanted in capsys.readouterr().err
