"""Static files, joined and compressed when the process starts: there is no build before."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.handlers.asgi import ASGIHandler
from servestatic.asgi import ServeStaticASGI
from servestatic.compress import Compressor

from solitaire_site.joining import joined_modules, joined_styles
from solitaire_site.release import keep_for_ever


def with_static_files(pages: ASGIHandler) -> Any:
    """The site with its static files, which need nothing that a page goes through."""
    if settings.DEBUG:
        return ASGIStaticFilesHandler(pages)
    return ServeStaticASGI(
        pages,
        root=str(compressed_copies()),
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
        add_headers_function=keep_for_ever,
    )


def compressed_copies() -> Path:
    """A folder with all static files and what is smaller of them, for as long as we run."""
    folder = Path(mkdtemp(prefix="same-deal-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    compressor = Compressor(quiet=True)
    for finder in get_finders():
        for path, storage in finder.list([]):
            name = f"{prefix}/{path}" if (prefix := getattr(storage, "prefix", "")) else path
            copy = folder / name
            if copy.exists():  # the first finder's file counts
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(storage.path(path), copy)
            if compressor.should_compress(name):
                compressor.compress(copy)
    for name, text in joined(folder):
        copy = folder / settings.STATIC_JOINED / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        compressor.compress(copy)
    return folder


def joined(folder: Path) -> Iterator[tuple[str, str]]:
    """Modules and sheets of pages, each with all that it imports, under the names they have."""

    def read(name: str) -> str:
        return (folder / name).read_text(encoding="utf-8")

    for path in sorted(folder.glob("src/*/main.js")):
        yield from joined_modules(path.relative_to(folder).as_posix(), read)
    for path in sorted(folder.glob("styles/pages/*.css")):
        name = path.relative_to(folder).as_posix()
        yield name, joined_styles(name, settings.STATIC_JOINED, read)
