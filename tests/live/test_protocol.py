"""Parsing frames into messages, and encoding messages as frames."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.live.parsing import TAGS, FrameError, parse
from games.live.protocol import (
    PRINTABLE,
    Act,
    Alarm,
    End,
    Hint,
    Hinted,
    Leave,
    Message,
    Ping,
    ProbeReply,
    React,
    Ready,
    Refused,
    Rematch,
    Restart,
    Start,
    Sync,
    encode,
)
from games.racing import Reaction

LONGEST = 1024

MESSAGES = {
    '{"t":"ready","ready":true}': Ready(True),
    '{"t":"start"}': Start(),
    '{"t":"act","n":13,"a":"t3t5x2"}': Act(13, "t3t5x2"),
    '{"t":"end"}': End(),
    '{"t":"leave"}': Leave(),
    '{"t":"rematch"}': Rematch(),
    '{"t":"react","r":"wow"}': React(Reaction.WOW),
    '{"t":"restart"}': Restart(),
    '{"t":"alarm","on":true}': Alarm(True),
    '{"t":"hint"}': Hint(),
    '{"t":"sync"}': Sync(),
    '{"t":"ping"}': Ping(),
    '{"t":"pong","k":7}': ProbeReply(7),
}


@pytest.mark.parametrize("text", MESSAGES)
def test_every_documented_frame_is_a_message(text: str) -> None:
    assert parse(text, LONGEST) == MESSAGES[text]


def test_a_text_from_a_client_has_no_control_characters() -> None:
    [text] = [
        field.type
        for message in msgspec.inspect.multi_type_info(get_args(Message))
        if isinstance(message, msgspec.inspect.StructType)
        for field in message.fields
        if isinstance(field.type, msgspec.inspect.StrType)
    ]
    assert text.pattern == PRINTABLE
    for control in [*map(chr, (*range(0x20), *range(0x7F, 0xA0))), "\u2028", "t1\n"]:
        with pytest.raises(FrameError, match="bad-message"):
            parse(json.dumps({"t": "act", "n": 1, "a": control}), LONGEST)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@given(st.text() | json_values.map(json.dumps) | st.none())
def test_anything_else_is_refused_with_a_code_and_a_sentence(text: str | None) -> None:
    with pytest.raises(FrameError) as caught:
        parse(text, LONGEST)
    assert caught.value.code in ("bad-frame", "bad-json", "bad-message")
    assert caught.value.sentence.endswith(".")


@given(
    st.fixed_dictionaries(
        {"t": st.sampled_from(["act", "ready", "__class__"])},
        optional={"n": json_values, "a": json_values, "ready": json_values, "parse": json_values},
    )
)
def test_near_misses_are_messages_or_refused(frame: dict[str, object]) -> None:
    try:
        message = parse(json.dumps(frame), LONGEST)
    except FrameError:
        return
    assert isinstance(message, Act | Ready)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"t": "act", "n": "1", "a": "t1t2"}, "`n`: expected `int`, got `str`."),
        ({"t": "act", "n": 0, "a": "t1t2"}, "`n`: expected `int` >= 1."),
        ({"t": "ready"}, "Object missing required field `ready`."),
        ({"t": "ping", "time": 5}, "Object contains unknown field `time`."),
        ([], "Expected `object`, got `array`."),
    ],
)
def test_a_refusal_says_where_and_what_would_be_right(sent: object, sentence: str) -> None:
    with pytest.raises(FrameError) as caught:
        parse(json.dumps(sent), LONGEST)
    assert caught.value.sentence == sentence


@pytest.mark.parametrize("sent", [{}, {"t": "win"}, {"t": 1}])
def test_an_unknown_type_is_told_all_that_there_are(sent: object) -> None:
    with pytest.raises(FrameError, match=f"send one of {', '.join(TAGS)}"):
        parse(json.dumps(sent), LONGEST)


def test_a_long_frame_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(FrameError, match="too-large"):
        parse(" " * LONGEST + "{}", LONGEST)


def test_a_message_to_a_client_is_json_with_its_type() -> None:
    assert json.loads(encode(Refused(None, "gap", "Action 3 comes next."))) == {
        "t": "refused",
        "n": None,
        "code": "gap",
        "detail": "Action 3 comes next.",
    }
    assert json.loads(encode(Hinted(3, "winnable", "t1t2"))) == {
        "t": "hint",
        "n": 3,
        "verdict": "winnable",
        "move": "t1t2",
    }
