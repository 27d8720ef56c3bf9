"""Static files, compressed when the process starts: there is no build to do it before."""

from __future__ import annotations

import atexit
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.handlers.asgi import ASGIHandler
from servestatic.asgi import ServeStaticASGI
from servestatic.compress import Compressor

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
    return folder
