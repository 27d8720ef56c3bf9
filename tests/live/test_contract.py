"""The protocol reference lists every code that exists, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from games.engine import Reason
from games.live import connections, entries, parsing, protocol
from games.racing import RefusedError

REPOSITORY = Path(__file__).parent.parent.parent
PAGE = (REPOSITORY / "docs" / "reference" / "protocol.md").read_text()


def section(title: str) -> str:
    """Return the text under a heading of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def cells(text: str) -> set[str]:
    """Return the names in the first column of a table."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def literals(kind: Any) -> Iterator[str]:
    """Return the codes of a type, without the engine's reasons."""
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif get_origin(kind) in (Union, UnionType):
        for part in get_args(kind):
            yield from literals(part)


def refusers() -> set[str]:
    """Return the names of the callables that take a code."""
    classes: list[type] = [RefusedError, parsing.FrameError, entries.ResyncError]
    for one in classes:
        classes.extend(one.__subclasses__())
    # A class with a code of its own passes it on.
    return {"refuse", "__init__", *(one.__name__ for one in classes)}


def said() -> Iterator[str]:
    """Return the codes that occur in the source."""
    names = refusers()
    for path in (REPOSITORY / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                if name in names and isinstance(first, ast.Constant):
                    yield str(first.value)


def test_every_close_code_is_documented() -> None:
    codes = {str(code) for name, code in vars(connections).items() if name.startswith("CLOSE_")}
    assert cells(section("Close codes")) == codes


def test_every_refusal_code_is_documented() -> None:
    # The type checker lets no other code reach a socket.
    assert cells(section("Refusal codes")) == {*literals(protocol.SocketCode), *Reason}


def test_every_refusal_code_is_used_somewhere() -> None:
    assert set(said()) == set(literals(protocol.SocketCode))


def test_an_unknown_code_cannot_be_sent() -> None:
    hints = {
        get_type_hints(RefusedError.__init__)["code"],
        get_type_hints(parsing.FrameError.__init__)["code"],
        get_type_hints(entries.ResyncError.__init__)["code"],
        Reason,
    }
    sent = set(get_args(get_type_hints(connections.Connection.refuse)["code"]))
    assert get_type_hints(connections.Connection.refuse)["code"] == protocol.SocketCode
    assert hints <= sent


@pytest.mark.parametrize("code", sorted(cells(section("Close codes"))))
def test_the_browser_gives_up_on_the_documented_close_codes(code: str) -> None:
    source = (REPOSITORY / "frontend/src/net/socket.js").read_text()
    final = re.search(r"const FINAL = new Set\(\[(.*?)\]\)", source)
    assert final is not None
    [advice] = re.findall(rf"^\| `{code}` \| .* \| (\w+).*\|$", PAGE, re.MULTILINE)
    assert (code in final[1].split(", ")) == (advice == "stop")


def test_the_browser_retries_after_the_documented_refusals() -> None:
    source = (REPOSITORY / "frontend/src/race/control.js").read_text()
    later = re.search(r"const LATER = new Set\(\[(.*?)\]\)", source)
    assert later is not None
    told = re.findall(r"^\| `([\w-]+)` \| .* \| later \|$", PAGE, re.MULTILINE)
    assert sorted(later[1].replace('"', "").split(", ")) == sorted(told)


@pytest.mark.parametrize(
    "frame", re.findall(r"```json\n(.*?)\n```", section("Frames from the client"))
)
def test_every_example_is_a_message(frame: str) -> None:
    assert protocol.encode(parsing.parse(frame, 1024)) == frame  # type: ignore[arg-type]
