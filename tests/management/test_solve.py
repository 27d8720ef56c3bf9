"""The command that solves deals."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine import Outcome, Record
from games.solver.public_keys import public_key

WINNABLE = public_key("stock/1", 0).hex()


def output(*arguments: str, **options: object) -> str:
    out = StringIO()
    call_command("solve", *arguments, stdout=out, **options)
    return out.getvalue()


def test_solving_a_deal_prints_a_winning_record() -> None:
    text = output("beleaguered-castle", key=WINNABLE)
    assert text.startswith("# winnable, ")
    assert Record.parse(text).replay().outcome() is Outcome.WON


def test_a_deal_can_be_given_by_its_cards() -> None:
    deal = str(Record.parse(output("beleaguered-castle", key=WINNABLE)).deal)
    assert 'Result "won 52"' in output("beleaguered-castle", deal=deal)


def test_solving_a_sample_prints_shares() -> None:
    text = output("beleaguered-castle", "applegate", sample=5, states=1_000)
    assert "beleaguered-castle/standard: 5 deals, " in text
    assert "applegate/standard: 5 deals, " in text
    assert " % [" in text


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"key": "xyz"}, "'xyz' is not a key"),
        ({"deal": "QS"}, "52 cards, not 1"),
        ({"deal": ""}, "52 cards, not 0"),
    ],
)
def test_unreadable_input_is_named(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        output("applegate", **options)


def test_unknown_rules_are_named() -> None:
    with pytest.raises(CommandError, match="unknown game 'chess'"):
        output("chess", sample=1)
