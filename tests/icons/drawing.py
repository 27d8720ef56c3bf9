"""The app's icons, drawn from its one picture."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests import needs
from tests.repository.files import REPOSITORY

FOLDER: Final = REPOSITORY / "frontend" / "art"
SOURCE: Final = FOLDER / "icon.svg"
FELT: Final = "#2c5f4f"


class Icon(NamedTuple):
    """How an icon is drawn."""

    size: int
    full: bool = False
    """Whether felt fills the corners, for systems that cut the icon to a shape of their own."""
    inset: float = 0
    """The part of the width that stays free on each side."""


ICONS: Final[Mapping[str, Icon]] = {
    "icon-192.png": Icon(192),
    "icon-512.png": Icon(512),
    # What lies outside a circle of 80 % may be cut off.
    "icon-maskable-512.png": Icon(512, full=True, inset=0.05),
    "icon-apple-180.png": Icon(180, full=True),
}


def drawn() -> dict[str, bytes]:
    """Draw all icons; return the files by name."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=needs.headless_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            return {name: _draw(browser, icon) for name, icon in ICONS.items()}
        finally:
            browser.close()


def _draw(browser: Browser, icon: Icon) -> bytes:
    page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
    picture = b64encode(SOURCE.read_bytes()).decode("ascii")
    inset = icon.inset * icon.size
    width = icon.size - 2 * inset
    page.set_content(
        f'<body style="margin: 0; background: {FELT if icon.full else "none"}">'
        f'<img style="position: absolute; left: {inset}px; top: {inset}px; width: {width}px"'
        f' src="data:image/svg+xml;base64,{picture}">'
    )
    shot = Image.open(BytesIO(page.screenshot(omit_background=True)))
    page.close()
    file = BytesIO()
    shot.quantize(64, Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()
