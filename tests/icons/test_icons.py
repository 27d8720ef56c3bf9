"""The icons in the repository are those that `python -m tests.icons` draws."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.icons.drawing import FOLDER, ICONS, drawn

pytestmark = pytest.mark.needs_chromium


def test_the_icons_are_drawn_from_the_picture() -> None:
    for name, file in drawn().items():
        with Image.open(FOLDER / name) as stored, Image.open(BytesIO(file)) as fresh:
            assert stored.size == fresh.size == (ICONS[name].size,) * 2
            # Browsers differ a little in how they draw edges.
            difference = ImageChops.difference(stored.convert("RGBA"), fresh.convert("RGBA"))
            assert max(ImageStat.Stat(difference).mean) < 1.5, name
