"""The moving picture of the README: `python -m tests.e2e.film docs/images/race.gif`.

Two players race on a known deal; one player's page is filmed from the countdown on.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.person import Person
from tests.e2e.photo_studio import open_race, studio

SCREEN: Final[ViewportSize] = {"width": 1180, "height": 740}
WIDTH: Final = 760
FRAME_MS: Final = 90
MOVES: Final = 16
FRAMES_A_MOVE: Final = 4
COLOURS: Final = 96


def main(path: Path) -> None:
    """Film a race and write the picture."""
    with studio() as (site, browser):
        code, known = open_race(site, "agnes-sorel")
        alice, bob = (
            Person(browser.new_context(base_url=site.urls[0], viewport=SCREEN)) for _ in range(2)
        )
        for person, name in ((alice, "Alice"), (bob, "Bob")):
            person.join_by_link(code, name)
        for person in (alice, bob):
            person.ready()
        expect(alice.page.locator("#countdown")).to_be_visible()
        frames = list(looks(alice.page, 8))
        table, other = alice.sit_at(known), bob.sit_at(known)
        for number, move in enumerate(known.moves[:MOVES]):
            table.play(move, "click")
            if number % 3 != 1:
                other.play(known.moves[len(other.board.moves)], "click")
            frames += looks(alice.page, FRAMES_A_MOVE)
    write(frames, path)


def looks(page: Page, count: int) -> Iterator[Image.Image]:
    """Photograph a page several times."""
    for _ in range(count):
        shown = Image.open(io.BytesIO(page.screenshot()))
        yield shown.resize((WIDTH, WIDTH * shown.height // shown.width), Image.Resampling.LANCZOS)


def write(frames: list[Image.Image], path: Path) -> None:
    """Store frames as one looping picture of few colours."""
    palette = frames[-1].convert("RGB").quantize(COLOURS)
    first, *rest = (
        frame.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames
    )
    durations = [FRAME_MS] * len(rest) + [2500]
    first.save(path, save_all=True, append_images=rest, duration=durations, loop=0, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
