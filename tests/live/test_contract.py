"""The page for authors of clients names every frame and every code that there is, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from games.engine import Reason
from games.live import connections, entries, protocol
from games.racing import RefusedError

REPOSITORY = Path(__file__).parent.parent.parent
PAGE = (REPOSITORY / "docs" / "protocol.md").read_text()


def section(title: str) -> str:
    """The text under a heading of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def cells(text: str) -> set[str]:
    """What is named in the first cells of a table."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def literals(kind: Any) -> Iterator[str]:
    """The codes of a type, those of the engine's reasons left out."""
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif get_origin(kind) in (Union, UnionType):
        for part in get_args(kind):
            yield from literals(part)


def refusers() -> set[str]:
    """The names of what is called with a code."""
    classes: list[type] = [RefusedError, protocol.FrameError, entries.ResyncError]
    for one in classes:
        classes.extend(one.__subclasses__())
    return {"refuse", *(one.__name__ for one in classes)}


def said() -> Iterator[str]:
    """The codes that are written anywhere in the code."""
    names = refusers()
    for path in (REPOSITORY / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                if name in names and isinstance(first, ast.Constant):
                    yield str(first.value)


def typedef(name: str) -> set[str]:
    """The strings of which a type of the browser's modules is made."""
    source = (REPOSITORY / "frontend/src/net/messages.js").read_text()
    found = re.search(rf"@typedef \{{([^}}]*)\}} {name}\b", source)
    assert found is not None
    return set(re.findall(r'"([\w-]+)"', found[1]))


def tag(message: type) -> str:
    """The type that a frame names."""
    return str(message.__struct_config__.tag)  # type: ignore[attr-defined]


def test_every_close_code_is_told() -> None:
    codes = {str(code) for name, code in vars(connections).items() if name.startswith("CLOSE_")}
    assert cells(section("Close codes")) == codes


def test_every_refusal_code_is_told() -> None:
    # The type checker lets no other code reach a socket.
    assert cells(section("Refusal codes")) == set(literals(protocol.SocketCode))


def test_every_refusal_code_is_said_somewhere() -> None:
    assert set(said()) == set(literals(protocol.SocketCode))


def test_the_browser_knows_every_refusal_code() -> None:
    assert typedef("RefusalCode") == set(literals(protocol.SocketCode))
    assert typedef("MoveReason") == set(Reason)


def test_a_code_that_is_not_known_cannot_be_sent() -> None:
    hints = {
        get_type_hints(RefusedError.__init__)["code"],
        get_type_hints(protocol.FrameError.__init__)["code"],
        get_type_hints(entries.ResyncError.__init__)["code"],
        Reason,
    }
    sent = set(get_args(get_type_hints(connections.Connection.refuse)["code"]))
    assert get_type_hints(connections.Connection.refuse)["code"] == protocol.SocketCode
    assert hints <= sent


@pytest.mark.parametrize("code", sorted(cells(section("Close codes"))))
def test_the_browser_stops_where_the_page_says_so(code: str) -> None:
    source = (REPOSITORY / "frontend/src/net/socket.js").read_text()
    final = re.search(r"const FINAL = new Set\(\[(.*?)\]\)", source)
    assert final is not None
    [advice] = re.findall(rf"^\| `{code}` \| .* \| (\w+).*\|$", PAGE, re.MULTILINE)
    assert (code in final[1].split(", ")) == (advice == "stop")


def test_the_browser_tries_later_what_the_page_says() -> None:
    source = (REPOSITORY / "frontend/src/race/control.js").read_text()
    later = re.search(r"const LATER = new Set\(\[(.*?)\]\)", source)
    assert later is not None
    told = re.findall(r"^\| `([\w-]+)` \| .* \| later \|$", PAGE, re.MULTILINE)
    assert sorted(later[1].replace('"', "").split(", ")) == sorted(told)


def test_every_frame_is_told() -> None:
    from_client, from_server = section("Frames").split("| from the server |")
    examples = set(re.findall(r'^\| `\{"t":"(\w+)"', from_client, re.MULTILINE))
    assert examples == {tag(message) for message in get_args(protocol.Message)}
    assert cells(from_server) == {tag(message) for message in protocol.Outgoing.__subclasses__()}


@pytest.mark.parametrize("frame", re.findall(r'^\| `(\{"t":.*?\})`', PAGE, re.MULTILINE))
def test_every_example_is_a_message(frame: str) -> None:
    assert isinstance(protocol.parse(frame, 1024), protocol.Incoming)
