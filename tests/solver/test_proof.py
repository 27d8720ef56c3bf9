"""Proofs: text that holds by replay, and the shipped stock."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from games.engine import GAMES, EngineError, Rules
from games.solver import Budget, VerdictKind
from games.solver.proof import SHIPPED, Proof, read_proofs
from games.solver.public_keys import public_key
from tests.solver.test_generator import PRESETS

CASTLE = Rules.parse("beleaguered-castle")


@pytest.fixture(scope="module")
def proof() -> Proof:
    return Proof.find(CASTLE, public_key("test", 0), Budget(states=20_000))


def test_a_proof_is_text_that_parses_back(proof: Proof) -> None:
    assert proof.kind is VerdictKind.WINNABLE
    assert Proof.parse(str(proof)) == proof


def test_a_proof_holds_by_replay(proof: Proof) -> None:
    assert proof.fault() is None


def test_a_line_that_stops_short_is_no_proof(proof: Proof) -> None:
    short = Proof(proof.rules, proof.key, proof.kind, proof.states, proof.solution[:-1])
    assert "the solution ends in base A" in str(short.fault())


def test_a_line_of_another_deal_is_no_proof(proof: Proof) -> None:
    other = Proof(proof.rules, public_key("test", 2), proof.kind, proof.states, proof.solution)
    assert "illegal move" in str(other.fault())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "agnes-sorel",
        "agnes-sorel/hoyle 12 lost 1",
        "agnes-sorel 1 lost 1",
        "agnes-sorel zz lost 1",
        "agnes-sorel 12 maybe 1",
        "agnes-sorel 12 lost",
        "agnes-sorel 12 lost -1",
        "agnes-sorel 12 lost ٣",
        f"agnes-sorel 12 lost {'9' * 5_000}",
        "agnes-sorel 12 winnable 1 hard t1t9",
    ],
)
def test_text_that_is_no_proof_is_an_engine_error(text: str) -> None:
    with pytest.raises(EngineError):
        Proof.parse(text)


def test_a_file_names_the_line_that_cannot_be_read(tmp_path: Path, proof: Proof) -> None:
    file = tmp_path / "proofs.txt"
    file.write_text(f"# a remark\n\n{proof}\nagnes-sorel\n")
    proofs = read_proofs(file)
    assert next(proofs) == proof
    with pytest.raises(ValueError, match="line 4"):
        next(proofs)


def test_the_stock_has_enough_deals_of_every_preset() -> None:
    stock = Counter(str(proof.rules) for proof in read_proofs())
    assert all(stock[f"{game}/standard"] >= 400 for game in GAMES)
    assert all(stock[preset] >= 100 for preset in PRESETS)


def test_a_sample_of_the_stock_holds_by_replay() -> None:
    for number, proof in enumerate(read_proofs()):
        if number % 40 == 0:
            assert proof.fault() is None


def test_the_stock_has_no_deal_twice_and_only_public_keys() -> None:
    stock = [(proof.rules, proof.key) for proof in read_proofs()]
    assert len(set(stock)) == len(stock)
    public = {public_key("stock/1", number) for number in range(100_000)}
    assert {key for _, key in stock} <= public


def test_the_stock_is_small() -> None:
    assert SHIPPED.stat().st_size < 3_000_000
