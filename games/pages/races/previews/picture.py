"""The picture of a link preview, as chats show it beside a link: 1200 by 630 pixels, as PNG."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from typing import Final

import fontpkg
from django.conf import settings
from PIL import Image, ImageDraw, ImageFont, features

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 80
MIDDLE: Final = 360
"""Below the site's name, the rest is centred on this height."""

FELT: Final = "#2c5f4f"
FELT_EDGE: Final = "#20473b"
PAPER: Final = "#fffdf8"
MUTED: Final = "#c9dad2"
GOLD: Final = "#ffd884"

BOLD: Final = 600
REGULAR: Final = 400

ICON: Final = "icon-512.png"

SENTENCE_END: Final = re.compile(r"(?<=[.!?]) ")

LINE: Final = 1.2

MOST_KEPT: Final = 64
"""How many pictures each process keeps; one takes about 25 KB."""

_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATES: Final = frozenset("\u2068\u2069")


@dataclass(frozen=True)
class Row:
    """A line of a podium."""

    place: str
    name: str
    result: str


@dataclass(frozen=True)
class Picture:
    """What a picture shows: a headline, then a podium or a line of text."""

    headline: str
    text: str = ""
    rows: tuple[Row, ...] = ()


@lru_cache(maxsize=MOST_KEPT)
def draw(picture: Picture) -> bytes:
    """Draw a picture. Its size is fixed, and text that doesn't fit is cut."""
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, HEIGHT - 14, WIDTH, HEIGHT), fill=FELT_EDGE)
    icon = _icon(72)
    image.paste(icon, (MARGIN, 64), icon)
    _write(pen, (MARGIN + 96, 100), "Same Deal", _font(40, BOLD), MUTED, "lm")
    if picture.rows:
        _draw_podium(pen, picture)
    else:
        _draw_poster(image, pen, picture)
    file = BytesIO()
    # Few colours: a third of the bytes, and no difference to the eye.
    image.quantize(128, Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


def can_draw(text: str) -> bool:
    """Tell whether the font has all letters of a text, and the library can order them."""
    ordered = _orders_letters() or not is_right_to_left(text)
    return ordered and all(_has_glyph(letter) for letter in text)


def is_right_to_left(text: str) -> bool:
    """Tell whether a text has letters that run from right to left."""
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)


def _draw_poster(image: Image.Image, pen: ImageDraw.ImageDraw, picture: Picture) -> None:
    cards = _icon(330)
    image.paste(cards, (WIDTH - MARGIN - 310, MIDDLE - 165), cards)
    space = WIDTH - 2 * MARGIN - 340
    lines, size = _fitted(picture.headline, space, (76, 66, 58, 50, 44), 290)
    sentences = SENTENCE_END.split(picture.text)
    top = MIDDLE - (len(lines) * size * LINE + 26 + len(sentences) * 50) / 2
    for number, line in enumerate(lines):
        at = MARGIN, round(top + number * size * LINE)
        _write(pen, at, line, _font(size, BOLD), PAPER, "la")
    below = round(top + len(lines) * size * LINE + 26)
    font = _font(36, REGULAR)
    for number, sentence in enumerate(sentences):
        line = _cut(sentence, font, space)
        _write(pen, (MARGIN, below + number * 50), line, font, GOLD, "la")


def _draw_podium(pen: ImageDraw.ImageDraw, picture: Picture) -> None:
    lines, size = _fitted(picture.headline, WIDTH - 2 * MARGIN, (64, 56, 48, 42), 155)
    top = 178
    for number, line in enumerate(lines):
        at = MARGIN, round(top + number * size * LINE)
        _write(pen, at, line, _font(size, BOLD), PAPER, "la")
    top = round(top + len(lines) * size * LINE + 52)
    for number, row in enumerate(picture.rows):
        middle = top + 84 * number
        colour = GOLD if row.place == "1" else PAPER
        _write(pen, (MARGIN, middle), row.place, _font(46, BOLD), colour, "lm")
        result = _font(42, REGULAR)
        _write(pen, (WIDTH - MARGIN, middle), row.result, result, colour, "rm")
        space = WIDTH - 2 * MARGIN - 110 - round(result.getlength(row.result))
        name = _font(42, BOLD if row.place == "1" else REGULAR)
        _write(pen, (MARGIN + 70, middle), _cut(row.name, name, space), name, colour, "lm")


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[int, int],
    text: str,
    font: ImageFont.FreeTypeFont,
    colour: str,
    anchor: str,
) -> None:
    # Sentences run from left to right, also where they begin with a name that doesn't.
    direction = "ltr" if _orders_letters() else None
    text = text if _orders_letters() else "".join(c for c in text if c not in _ISOLATES)
    pen.text(at, text, fill=colour, font=font, anchor=anchor, direction=direction)


def _fitted(text: str, space: int, sizes: Sequence[int], height: int) -> tuple[list[str], int]:
    """Return the lines of a text at the first size at which they fit, or cut at the last."""
    for size in sizes:
        font = _font(size, BOLD)
        lines = _wrapped(text, font, space)
        most = int(height // (size * LINE))
        if len(lines) <= most and all(font.getlength(line) <= space for line in lines):
            return lines, size
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else lines
    return [_cut(line, font, space) for line in kept], size


def _wrapped(text: str, font: ImageFont.FreeTypeFont, space: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= space:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(text: str, font: ImageFont.FreeTypeFont, space: int) -> str:
    """Return a text, or as much of its beginning as fits."""
    if font.getlength(text) <= space:
        return text
    while text and font.getlength(f"{text}…") > space:
        text = text[:-1]
    return f"{text}…"


@cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(fontpkg.path("Rubik")), size)
    font.set_variation_by_axes([weight])
    return font


@cache
def _icon(size: int) -> Image.Image:
    with Image.open(settings.FRONTEND_DIR / "art" / ICON) as icon:
        return icon.convert("RGBA").resize((size, size), Image.Resampling.LANCZOS)


@cache
def _orders_letters() -> bool:
    """Tell whether right-to-left letters can be drawn: that takes a library of the system."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=4096)
def _has_glyph(letter: str) -> bool:
    if letter in _ISOLATES or letter.isspace():
        return True
    font = _font(42, REGULAR)
    # The font draws a letter that it doesn't have like this one, which no font has.
    return bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))
