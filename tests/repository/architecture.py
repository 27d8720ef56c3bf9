"""The picture of the imports between rooms; `python -m tests.repository.architecture` writes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from typing import Final

from tests.repository.files import REPOSITORY
from tests.repository.imports import imported, modules

DOCUMENT: Final = REPOSITORY / "docs/explanation/architecture.md"
BEGIN: Final = "<!-- picture -->\n"
END: Final = "<!-- end of picture -->\n"

ROOMS: Final = (
    *("games.engine", "games.solver", "games.racing", "games.background"),
    *("games.live", "games.management"),
    *(f"games.api.{room}" for room in ("requests", "resources", "streaming", "webhooks")),
    *("games.api.routes", "games.api.documents"),
    *(f"games.pages.{room}" for room in ("site", "people", "deals", "howto", "races", "standings")),
    *(f"games.models.{room}" for room in ("database", "people", "deals", "races")),
    *(f"games.models.{room}" for room in ("visibility", "play", "standings")),
)

Arrows = Mapping[str, set[str]]


def main() -> None:
    """Update the picture in the document."""
    before, rest = DOCUMENT.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    DOCUMENT.write_text(before + BEGIN + picture() + END + after, encoding="utf-8")


def picture() -> str:
    """Return the arrows between rooms that don't follow from others, as Mermaid text."""
    boxes = [f'    {_key(room)}["{_title(room)}"]' for room in ROOMS]
    lines = [
        f"    {_key(room)} --> {_key(other)}"
        for room, others in sorted(needed(arrows()).items())
        for other in sorted(others)
    ]
    return "\n".join(["```mermaid", "flowchart TD", *boxes, *lines, "```", ""])


def arrows() -> Arrows:
    """Return the rooms that each room imports, type-only imports included."""
    files = modules(REPOSITORY, ["games"])
    found: dict[str, set[str]] = {room: set() for room in ROOMS}
    for name, path in files.items():
        for other in imported(path, files):
            pair = _room(name), _room(other)
            if None not in pair and pair[0] != pair[1]:
                found[str(pair[0])].add(str(pair[1]))
    return found


def needed(graph: Arrows) -> Arrows:
    """Return the transitive reduction: without arrows that follow from others."""
    reached: dict[str, set[str]] = {}
    for room in TopologicalSorter(graph).static_order():
        reached[room] = set().union(*(reached[other] | {other} for other in graph[room]))
    return {
        room: {other for other in others if not _beyond(others - {other}, other, reached)}
        for room, others in graph.items()
    }


def _beyond(others: Iterable[str], target: str, reached: Arrows) -> bool:
    return any(target in reached[other] for other in others)


def _room(module: str) -> str | None:
    return next((room for room in ROOMS if f"{module}.".startswith(f"{room}.")), None)


def _title(room: str) -> str:
    return room.removeprefix("games.").replace(".", "/")


def _key(room: str) -> str:
    return room.replace(".", "_")


if __name__ == "__main__":
    main()
