"""The docs and the browser's types match the frames that the server declares."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.files import REPOSITORY
from tests.repository.protocol import browser, document, shapes, written

FRAMES = [*shapes.client_frames(), *shapes.server_frames()]
OBJECTS = [kind for kind in shapes.parts(FRAMES) if isinstance(kind, shapes.Shape)]
CHOICES = [kind for kind in shapes.parts(FRAMES) if isinstance(kind, shapes.Choice)]


@pytest.mark.parametrize("path", written(), ids=lambda path: path.name)
def test_the_generated_files_match_the_types(path: Path) -> None:
    advice = f"run `python -m tests.repository.protocol`: {path.name} differs from the types"
    assert path.read_text(encoding="utf-8") == written()[path], advice


def undocumented() -> Iterator[str]:
    """Yield the names without a docstring, or whose docstring and type disagree about null."""
    for kind in FRAMES + OBJECTS:
        for field in kind.fields:
            may_be_null = "None" in ast.unparse(field.type)
            if not field.meaning or may_be_null != ("null" in field.meaning):
                yield f"{kind.name}.{field.name}"
    yield from (kind.name for kind in FRAMES + OBJECTS if not kind.meaning)
    yield from (kind.name for kind in CHOICES if not kind.meaning)


def test_everything_is_explained_and_null_exactly_where_it_can_occur() -> None:
    assert list(undocumented()) == []


def test_all_values_of_an_enumeration_are_explained_or_none() -> None:
    partly = [kind for kind in CHOICES if len({bool(text) for text in kind.values.values()}) > 1]
    assert partly == []


def test_every_type_that_a_field_links_to_has_a_section() -> None:
    page = (REPOSITORY / "docs/reference/protocol.md").read_text(encoding="utf-8")
    headings = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^##+ (.*)$", page, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= headings


def test_the_browser_handles_every_frame() -> None:
    source = (REPOSITORY / "frontend/src/net/messages.js").read_text(encoding="utf-8")
    found = re.search(r"const TAGS = new Set\(\[(.*?)\]\)", source, re.DOTALL)
    assert found is not None
    assert sorted(re.findall(r'"(\w+)"', found[1])) == sorted(browser.tags())


def test_an_unsupported_type_is_an_error() -> None:
    with pytest.raises(TypeError, match="set"):
        document.readable(ast.parse("set[int]", mode="eval").body)
    with pytest.raises(TypeError, match="set"):
        browser.script(ast.parse("set[int]", mode="eval").body)
