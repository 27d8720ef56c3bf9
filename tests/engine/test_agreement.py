"""The engine and the naive rules play the same random games and must agree at every step.

`AGREEMENT_GAMES=5000` plays more games; `AGREEMENT_SEED=7` plays others.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from games.engine import Board, Deal, IllegalMoveError, Rules, view
from tests.engine.naive import game as naive
from tests.engine.naive import options
from tests.engine.naive.cards import shuffled
from tests.engine.naive.position import Position

GAMES_PLAYED = int(os.environ.get("AGREEMENT_GAMES", "200"))
SEED = int(os.environ.get("AGREEMENT_SEED", "1"))
LENGTHS = (15, 60, 140)

WINS = json.loads(
    (Path(__file__).parent.parent / "fixtures" / "wins.json").read_text(encoding="ascii")
)


class Pair:
    """A game played on the engine's board and on the naive position at once."""

    def __init__(self, rules: str, deal: str) -> None:
        cards = naive.deal_cards(deal)
        self.board = Board(Rules.parse(rules), Deal.parse(" ".join(cards)))
        self.rules = naive.parse_rules(rules)
        self.position = naive.start(self.rules, cards)
        self.before: Position | None = None
        self.story = f"{rules}, {deal}:"

    def play(self, move: str) -> None:
        self.story += f" {move}"
        self.board.push(self.board.find_move(move))
        self.before = self.position
        self.position = naive.play(self.position, move, self.rules)

    def check(self) -> list[str]:
        """Fail where the two differ; return the legal moves, none when the game is over."""
        position, (game, in_force) = self.position, self.rules
        seen = view(self.board)
        outcome = naive.outcome(position, self.rules)
        legal = naive.legal(position, self.rules)
        may_undo = self.before is not None and not naive.reveals(self.before, position)
        assert seen["piles"] == position.faces(), self.story
        assert seen["accepts"] == game.accepts(position, in_force), self.story
        progress = game.progress(position, in_force)
        assert seen["progress"] == self.board.progress == progress, self.story
        assert seen["outcome"] == _text(self.board.outcome()) == outcome, self.story
        assert (outcome == "won") == (progress == 52), self.story
        assert seen["undo"] == self.board.can_undo == may_undo, self.story
        if outcome == "won":
            return []
        moves = [str(move) for move in self.board.legal_moves]
        assert len(moves) == len(set(moves)), self.story
        assert set(seen["moves"]) == set(moves) == legal, self.story
        return sorted(legal)

    def check_refusal(self, chance: random.Random, legal: list[str]) -> None:
        """Fail unless the engine refuses a move that the naive rules do not allow."""
        move = naive.move_text(*chance.choice(list(naive.thinkable(self.position))))
        if move not in legal:
            with pytest.raises(IllegalMoveError) as refusal:
                self.board.find_move(move)
            assert refusal.value.reason, f"{self.story} {move}"

    def check_finish(self) -> None:
        """Fail unless the engine finishes exactly when foundation moves win, by such moves."""
        finish = [str(move) for move in self.board.finish()]
        position = self.position
        for move in finish:
            assert move.endswith("f"), self.story
            assert move in naive.legal(position, self.rules), self.story
            position = naive.play(position, move, self.rules)
        sent_home = naive.send_home(position, self.rules)
        wins = naive.outcome(sent_home, self.rules) == "won"
        assert (sent_home == position and wins) if finish else not wins, self.story


def _chance(seed: str) -> random.Random:
    return random.Random(seed)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _random_rules(chance: random.Random, game: str) -> str:
    rules = f"{game}/{chance.choice(list(options.PRESETS[game]))}"
    for option in options.OPTIONS[game]:
        if chance.random() < 0.4:
            rules += f"+{option}={chance.choice(options.values(game, option))}"
    return rules


def _pick(chance: random.Random, legal: list[str]) -> str:
    """Return a random move, biased to foundations and the stock so that games get far."""
    home = [move for move in legal if move.endswith("f")]
    if home and chance.random() < 0.5:
        return chance.choice(home)
    if "deal" in legal and chance.random() < 0.1:
        return "deal"
    return chance.choice(legal)


@pytest.mark.slow
@pytest.mark.parametrize("game", options.OPTIONS)
@pytest.mark.parametrize("part", range(5))
def test_random_games_under_random_rules(game: str, part: int) -> None:
    chance = _chance(f"{SEED} {game} {part}")
    for _ in range(GAMES_PLAYED // (5 * len(options.OPTIONS))):
        pair = Pair(_random_rules(chance, game), f"key {chance.getrandbits(64)}")
        for _ in range(chance.choice(LENGTHS)):
            legal = pair.check()
            if not legal:
                break
            pair.check_refusal(chance, legal)
            pair.check_finish()
            pair.play(_pick(chance, legal))


@pytest.mark.slow
@pytest.mark.parametrize("rules", sorted({win["rules"] for win in WINS}))
def test_winning_games_to_their_end(rules: str) -> None:
    win = next(win for win in WINS if win["rules"] == rules)
    pair = Pair(rules, f"key {win['key']}")
    for move in win["moves"].split():
        assert move in pair.check()
        pair.check_finish()
        pair.play(move)
    assert pair.check() == []


@pytest.mark.parametrize(
    ("remove", "outcome"), [("anywhere", "stuck"), ("exposed", "stuck"), ("never", None)]
)
def test_thirteen_hearts_with_three_face_down_are_not_a_run(
    remove: str, outcome: str | None
) -> None:
    pair = Pair(
        f"applegate/standard+reserve=open+remove={remove}",
        "KH 3C 2S AD KC KS KD QH 4C 3S 2D QC QS QD JH 5C 4S 3D JC JS JD TH 6C 5S 4D TC "
        "TS TD 9H AH 6S 5D 9C 9S 9D 8H 2H AC 6D 8C 8S 8D 7H 3H 2C AS 7C 7S 7D 6H 5H 4H",
    )
    for move in (
        "r1t1 r2t1 r3t1 t2t1 t2t1 t2t1 t2t5 t2t5 t2t5 t2t5 t3t5 t3t5 "
        "t3t6 t3t6 t3t6 t3t6 t3t6 t4t6 t4t7 t4t7 t4t7 t4t7 t4t7 t4t7"
    ).split():
        pair.check()
        pair.play(move)
    pair.check()
    assert pair.position["t1"] == tuple("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH".split())
    assert _text(pair.board.outcome()) == outcome


@pytest.mark.parametrize("seed", range(100))
def test_a_rules_text_means_the_same_options(seed: int) -> None:
    chance = _chance(str(seed))
    rules = _random_rules(chance, chance.choice(list(options.OPTIONS)))
    parsed = Rules.parse(rules)
    assert (parsed.game, dict(parsed.options)) == (rules.partition("/")[0], options.parse(rules)[1])
    assert options.parse(str(parsed))[1] == options.parse(rules)[1]


@pytest.mark.parametrize(
    ("key", "deal"),
    [
        (
            "",
            "2C KC 8D 2D 6H KH KS 8S AC QD JC JH 3H 6D 2H 7S 7D 9D 4S KD 6C QS 5D 5S 3D TS "
            "9H 5H TH 4H 7C 8H 3S AD 7H TD JS QH 2S 4C 9C AS 9S 4D QC JD 8C 5C 6S 3C TC AH",
        ),
        (
            "1",
            "TC KH 8C KC 5D 9D 4D 7H 2S 3C 7C 2H JH 3D 8H 5S 6D 3S 9H KD 5C AC 4H QS 8S 2D "
            "5H QC 9S 4S JC QD TS 8D AS 6S 7S 4C AH 9C QH KS TH 2C JD 7D 6H TD AD 6C 3H JS",
        ),
        (
            "same deal",
            "5D 3H 7S 8C TS 4H 8D QD 7C 9S AS TH JC 6S 6H 7D TC KS 5S 8S 9D KC 5C 9H KH JS "
            "5H TD 4C 2D 2S 8H JH AC 4D 2H 9C QS 3C 3S AD 7H JD AH 6D 3D 6C QC KD 4S QH 2C",
        ),
    ],
)
def test_the_naive_shuffle_gives_the_published_deals(key: str, deal: str) -> None:
    assert " ".join(naive.deal_cards(f"key {key}")) == deal


@pytest.mark.parametrize("key", [bytes([byte]) * 32 for byte in range(0, 256, 5)])
def test_both_shuffles_agree(key: bytes) -> None:
    assert str(Deal.from_key(key)).split() == list(shuffled(key))
