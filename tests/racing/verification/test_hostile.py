"""Documents that can't be read are refused with their place, and never with a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing.verification import MOST_BYTES, DocumentError, RaceDocument
from tests.racing.verification.races import FIXTURES
from tests.racing.verification.test_verification import changed

VALID = (FIXTURES / "races" / "every-ending.json").read_bytes()
RACE: dict[str, Any] = json.loads(VALID)


def refusal(content: bytes) -> str:
    with pytest.raises(DocumentError) as refused:
        RaceDocument.parse(content)
    return str(refused.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1, column 1: not JSON: Expecting value"),
        (b'{\n"format": x}', "line 2, column 11: not JSON: Expecting value"),
        (b'{"format": "\xff"}', "byte 12: not UTF-8"),
        (b"[" * 1_000_000, "lists and objects are nested too deeply"),
        (b'{"a":' * 500_000, "lists and objects are nested too deeply"),
        (b" " * (MOST_BYTES + 1), f"the document is larger than {MOST_BYTES:,} bytes"),
        (
            b"9" * 1_000_000,
            "a number has 1000000 digits: '999999999999999999",
        ),
        (b"[1e999999999]", "'1e999999999' isn't a whole number"),
        (b"[NaN]", "'NaN' isn't a whole number"),
        (b'{"a": 1, "a": 1}', "an object has 'a' twice"),
        (b"[]", "format: expected 'same-deal-race/1', not a list of 0"),
        (b'{"format": "same-deal-race/2"}', "format: expected 'same-deal-race/1', not 'same-d"),
        (b'{"format": "same-deal-race/1"}', "code: missing"),
        (
            b'{"format": ' + b"[" * 900 + b"]" * 900 + b"}",
            "format: expected 'same-deal-race/1', no",
        ),
        (VALID.replace(b'"code"', b'"\\ud800":0,"code"'), "unknown name '\\ud800'"),
    ],
)
def test_what_is_not_a_document_is_refused_with_its_place(content: bytes, said: str) -> None:
    assert refusal(content).startswith(said)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("code",), "ABCDEF", "code: expected a race code such as QFXKMP, not 'ABCDEF'"),
        (("kind",), "friendly", "kind: 'friendly' is not a valid Kind"),
        (("rules",), "whist", "rules: unknown game 'whist': known are freecell, "),
        (("rules",), "agnes-sorel", "rules: expected it as 'agnes-sorel/standard'"),
        (("cards",), "QH", "cards: 'QH' is not a deal: expected 52 cards, not 1"),
        (("drawn", "key"), "ABC", "drawn.key: expected a key in lower-case hex"),
        (("drawn", "shuffle"), "deal/2", "drawn.shuffle: expected 'deal/1', not 'deal/2'"),
        (("countdown",), -1, "countdown: expected a whole number from 0 to"),
        (("countdown",), True, "countdown: expected a whole number from 0 to"),
        (("limit",), "1", "limit: expected a whole number from 0 to"),
        (("runs",), [], "runs: expected a list of 1 to 10, not a list of 0"),
        (("runs",), [0] * 11, "runs: expected a list of 1 to 10, not a list of 11"),
        (("runs", 1), None, "runs[1]: expected an object, not None"),
        (("runs", 1, "name"), "x" * 201, "runs[1].name: expected a text of at most 200"),
        (("runs", 1, "assisted"), 1, "runs[1].assisted: expected true or false, not 1"),
        (("runs", 1, "actions", 2), [1, "t1f", "x"], "runs[1].actions[2][2]: expected '*'"),
        (("runs", 1, "actions", 2), [1], "runs[1].actions[2]: expected a list of 2 to 3"),
        (("runs", 1, "actions", 2, 1), "T1", "runs[1].actions[2][1]: expected a move, deal"),
        (("runs", 1, "result", "state"), "lost", "runs[1].result.state: 'lost' is not a valid"),
        (("runs", 1, "result", "progress"), 53, "runs[1].result.progress: expected a whole"),
        (("runs", 1, "place"), 0, "runs[1].place: expected a whole number from 1 to 10, not 0"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_its_place(
    path: tuple[str | int, ...], value: Any, said: str
) -> None:
    assert refusal(json.dumps(changed(RACE, path, value)).encode()).startswith(said)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.slow
@given(JSON | st.fixed_dictionaries(dict.fromkeys(RACE, JSON)))
def test_any_json_is_refused_or_read(value: Any) -> None:
    with pytest.raises(DocumentError):
        RaceDocument.parse(json.dumps(value).encode())


@given(st.binary() | st.integers(0, len(VALID)).map(lambda cut: VALID[:cut] + b"\0" + VALID[cut:]))
def test_any_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(DocumentError):
        RaceDocument.parse(content)
