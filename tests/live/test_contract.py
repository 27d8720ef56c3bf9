"""The page for authors of clients names every frame and every code that there is, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from games.live import connections, protocol

REPOSITORY = Path(__file__).parent.parent.parent
PAGE = (REPOSITORY / "docs" / "protocol.md").read_text()
REFUSERS = ("RefusedError", "FrameError", "ResyncError", "refuse")
FOLDERS = ("games/live", "games/racing")


def section(title: str) -> str:
    """The text under a heading of the page."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def cells(text: str) -> set[str]:
    """What is named in the first cells of a table."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def refusals() -> Iterator[str]:
    """The codes that are written in the code of the race and its socket."""
    for folder in FOLDERS:
        for path in (REPOSITORY / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and node.args:
                    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                    first = node.args[0]
                    if name in REFUSERS and isinstance(first, ast.Constant):
                        yield str(first.value)


def tag(message: type) -> str:
    """The type that a frame names."""
    return str(message.__struct_config__.tag)  # type: ignore[attr-defined]


def test_every_close_code_is_told() -> None:
    codes = {str(code) for name, code in vars(connections).items() if name.startswith("CLOSE_")}
    assert cells(section("Close codes")) == codes


def test_every_refusal_code_is_told() -> None:
    # These are refused where races are opened.
    of_openings = {"no-rematch", "daily", "secret", "too-many-races", "too-many-seats"}
    assert cells(section("Refusal codes")) == {*refusals(), *of_openings}


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
