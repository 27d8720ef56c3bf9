"""Which recorded run a waiting player races."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games import engine
from games.models import Deal, Entry, Player, Proof, Race
from games.models.database.instants import to_datetime
from games.models.deals.proof import ProofKind
from games.models.play.ghost import NEWCOMER_MS, meet_ghost, solution, solver_pace, usual_time
from games.models.races.new_race import new_race
from games.racing import Kind
from games.racing.code import ALPHABET
from tests.clocks import at
from tests.models.dailies import DAY, MOVES, WIN, finish
from tests.models.dailies import daily as daily_of
from tests.models.stored_races import NOW, RULES

SECOND = 1000


def won(
    player: Player, ms: int, kind: Kind = Kind.CASUAL, *, rules: str = RULES, **entry: Any
) -> Entry:
    """Store a race that a player won, on a deal of its own."""
    number = Race.objects.count()
    race = Race.objects.create(
        code=f"QQQQQ{ALPHABET[number]}",
        rules=rules,
        kind=kind,
        deal=Deal.objects.draw(bytes([number]) * 32),
    )
    made: Entry = race.entries.create(
        player=player, seat=0, place=1, state="won", progress=52, time_ms=ms, **entry
    )
    race.starts_at = to_datetime(NOW) - timedelta(hours=1)
    race.closed_at = to_datetime(NOW) - timedelta(minutes=30)
    race.save()
    return made


def ghost_of(player: Player) -> Entry | None:
    met = meet_ghost(player, RULES, at(NOW))
    return met and met.entry


def publish(cards: str) -> Deal:
    deal = Deal.objects.from_cards(cards)
    Deal.objects.filter(pk=deal.pk).update(public=True)
    Proof.objects.create(
        deal=deal, rules=RULES, kind=ProofKind.WINNABLE, states=1, line=" ".join(MOVES)
    )
    return deal


def test_it_is_the_run_closest_to_the_players_usual_pace(alice: Player, bob: Player) -> None:
    for seconds in (100, 110, 500):
        won(alice, seconds * SECOND)
    assert usual_time(alice, RULES) == 110 * SECOND
    wins = [won(bob, seconds * SECOND) for seconds in (60, 105, 125, 180)]
    met = meet_ghost(alice, RULES, at(NOW))
    assert met is not None
    assert met.entry == wins[1]
    assert (met.race.kind, met.race.deal) == ("solo", wins[1].race.deal)
    # The deal has been played now.
    assert ghost_of(alice) == wins[2]


def test_a_run_of_another_pace_is_left_out(alice: Player, bob: Player) -> None:
    won(alice, 100 * SECOND)
    won(bob, 49 * SECOND)
    won(bob, 201 * SECOND)
    assert ghost_of(alice) is None
    assert ghost_of(alice) is None
    slow = won(bob, 200 * SECOND)
    assert ghost_of(alice) == slow


def test_a_newcomer_gets_a_calm_one(alice: Player, bob: Player) -> None:
    wins = [won(bob, seconds * SECOND) for seconds in (60, 90, 120, 150, 400)]
    assert ghost_of(alice) == wins[3]


@pytest.mark.parametrize("hides", [{"private": True}, {"show_online": False}, {"is_active": False}])
def test_no_one_who_hides_is_a_ghost(alice: Player, bob: Player, hides: dict[str, bool]) -> None:
    won(bob, 100 * SECOND)
    Player.objects.filter(pk=bob.pk).update(**hides)
    assert ghost_of(alice) is None


def test_only_runs_that_count_are_ghosts(alice: Player, bob: Player) -> None:
    won(bob, 100 * SECOND, assisted=True)
    won(bob, 100 * SECOND, void_reason="a bot")
    won(bob, 100 * SECOND, Kind.SOLO)
    assert ghost_of(alice) is None


def test_a_run_on_a_daily_that_is_still_to_play_is_no_ghost(alice: Player, bob: Player) -> None:
    attempt = finish(daily_of(), bob)
    assert ghost_of(alice) is None
    met = meet_ghost(alice, RULES, at(NOW + 2 * DAY))
    assert met is not None
    assert met.race.deal == attempt.race.deal


def test_a_run_on_a_deal_that_is_still_raced_on_is_no_ghost(alice: Player, bob: Player) -> None:
    run = won(bob, 100 * SECOND)
    new_race(bob, RULES, at(NOW), deal=run.race.deal)
    assert ghost_of(alice) is None


def test_the_deal_that_the_player_waits_for_is_no_ghosts(alice: Player) -> None:
    deal = publish(str(engine.Deal.from_key(WIN["key"].encode())))
    new_race(alice, RULES, at(NOW), deal=deal)
    assert meet_ghost(alice, RULES, at(NOW)) is None


def test_without_a_run_the_solver_plays_its_own_win(alice: Player) -> None:
    assert meet_ghost(alice, RULES, at(NOW)) is None
    deal = publish(str(engine.Deal.from_key(WIN["key"].encode())))
    met = meet_ghost(alice, RULES, at(NOW))
    assert met is not None
    assert (met.entry, met.race.deal) == (None, deal)
    proof = solution(deal, RULES)
    assert proof is not None
    *_, before, last = solver_pace(proof, None)
    assert last.ms % NEWCOMER_MS == 0
    assert (last.progress, before.ms < last.ms <= len(MOVES) * NEWCOMER_MS) == (52, True)
    assert solver_pace(proof, 300 * SECOND)[-1] == (300 * SECOND, 52)


def test_a_newcomers_ghost_is_on_the_easiest_deal(alice: Player, bob: Player) -> None:
    runs = {level: won(bob, 100 * SECOND) for level in ("hard", "medium", "easy")}
    for level, run in runs.items():
        run.race.deal.proofs.create(rules=RULES, kind="winnable", states=1, difficulty=level)
    assert [ghost_of(alice) for _ in runs] == [runs["easy"], runs["medium"], runs["hard"]]


def test_a_newcomer_meets_the_solver_on_an_easier_deal_than_any_run_is_on(
    alice: Player, bob: Player
) -> None:
    hard = won(bob, 100 * SECOND)
    hard.race.deal.proofs.create(rules=RULES, kind="winnable", states=1, difficulty="hard")
    easy = publish(str(engine.Deal.from_key(WIN["key"].encode())))
    easy.proofs.update(difficulty="easy")
    met = meet_ghost(alice, RULES, at(NOW))
    assert met is not None
    assert (met.entry, met.race.deal) == (None, easy)
    won(alice, 90 * SECOND)
    assert ghost_of(alice) == hard


def test_it_is_no_run_of_a_bot(alice: Player, bot: Player) -> None:
    won(bot, 100 * SECOND)
    assert ghost_of(alice) is None
