"""The AsyncAPI document is valid, and the client in Python keeps to it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, ValidationError

from games.live.parsing import FrameError, parse
from tests import needs
from tests.repository.files import REPOSITORY
from tests.repository.protocol.asyncapi import document, schema

DOCUMENT = document()
MESSAGES = DOCUMENT["components"]["messages"]
SCHEMAS = DOCUMENT["components"]["schemas"]
SENT = {ref["$ref"].rpartition("/")[2] for ref in DOCUMENT["operations"]["receive"]["messages"]}
CLIENT = sorted((REPOSITORY / "games/client").glob("*.py"))


def validator(name: str) -> Draft7Validator:
    return Draft7Validator({**SCHEMAS[name], "components": DOCUMENT["components"]})


@pytest.mark.needs_asyncapi
def test_the_document_is_asyncapi() -> None:
    found = needs.asyncapi()
    assert found is not None
    checker = Draft7Validator(json.loads(Path(found).read_text(encoding="utf-8")))
    checker.validate(DOCUMENT)
    with pytest.raises(ValidationError):
        checker.validate({**DOCUMENT, "operations": {"send": {"action": "shout"}}})


@pytest.mark.parametrize("name", MESSAGES)
def test_the_examples_are_as_described(name: str) -> None:
    [example] = MESSAGES[name]["examples"]
    validator(name).validate(example["payload"])


@pytest.mark.parametrize("name", sorted(SENT))
def test_the_server_takes_what_the_document_says_and_no_more(name: str) -> None:
    """Change the example in every way that a schema can tell, and compare with the server."""
    [example] = MESSAGES[name]["examples"]
    for changed in variations(example["payload"]):
        try:
            parse(json.dumps(changed), 10_000)
            is_taken = True
        except FrameError:
            is_taken = False
        described = [one for one in sorted(SENT) if validator(one).is_valid(changed)]
        assert bool(described) == is_taken, changed


OTHERS: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 10**6, 10**6 + 1, 1.5, [], {}),
    *("", " ", "x" * 16, "x" * 17, "\N{SNOWMAN}"),
)
"""Values of other types, at the bounds and beyond."""


def variations(frame: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield frame
    yield {**frame, "more": 1}
    for field in frame:
        yield {name: value for name, value in frame.items() if name != field}
        for other in OTHERS:
            yield {**frame, field: other}


def pairs() -> Iterator[tuple[str, ast.AST]]:
    for path in CLIENT:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path.name, node


def test_the_client_in_python_sends_what_is_described() -> None:
    found = set()
    for place, node in pairs():
        if not isinstance(node, ast.Dict):
            continue
        keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
        if "t" in keys:
            tag = ast.literal_eval(node.values[keys.index("t")])
            [name] = [one for one in SENT if MESSAGES[one]["name"] == tag]
            assert keys == SCHEMAS[name]["required"], place
            found.add(tag)
    assert found == {"act", "end", "pong", "sync"}


def test_the_client_in_python_reads_what_is_described() -> None:
    tags = {MESSAGES[name]["name"] for name in MESSAGES.keys() - SENT}
    fields = {
        field
        for name, of in SCHEMAS.items()
        if name not in SENT
        for field in of.get("properties", ())
    }
    matched, read = set(), set()
    for _place, node in pairs():
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            matched.add(node.value.value)
        elif isinstance(node, ast.Subscript) and name_of(node.value) in FRAMES:
            read |= {node.slice.value} if isinstance(node.slice, ast.Constant) else set()
    assert matched <= tags
    assert {"board", "ping", "race", "refused"} <= matched
    assert read <= fields
    assert {"t", "board", "moves", "code"} <= read


FRAMES = ("frame", "view")
"""The names of frames and boards in the client."""


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def test_an_unsupported_type_is_an_error() -> None:
    with pytest.raises(TypeError, match="set"):
        schema(ast.parse("set[int]", mode="eval").body)
