"""Static files, compressed when a release first starts."""

from __future__ import annotations

import logging
import os
import shutil
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from servestatic.asgi import ServeStaticASGI
from servestatic.compress import Compressor

from solitaire_site.data_folder import unusable
from solitaire_site.release import keep_for_ever

logger = logging.getLogger(__name__)

UNFINISHED: Final = "unfinished-"
ABANDONED: Final = 60 * 60
"""Seconds after which a folder that is still unfinished belongs to a process that was killed."""


def with_static_files(pages: Any) -> Any:
    """Serve static files beside the pages: they need nothing that a page goes through."""
    if settings.DEBUG:
        return ASGIStaticFilesHandler(pages)
    if settings.BUNDLE.changed:
        logger.warning(
            "Pages load native modules: %s has changed since %s was made. Run: make bundle",
            settings.BUNDLE.changed[0],
            settings.BUNDLE_DIR,
        )
    files = ServeStaticASGI(
        pages,
        root=str(compressed_copies(settings.DATA_DIR / "static")),
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
        add_headers_function=keep_for_ever,
    )
    return SurvivesLostFiles(files, settings.STATIC_URL)


class SurvivesLostFiles:
    """Answers 404 for a static file that was removed under the running process.

    The files' own application has sent its status by the time it opens the file, and its client
    would wait for the rest for ever.
    """

    def __init__(self, files: Any, prefix: str) -> None:
        self._files = files
        self._prefix = prefix

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self._prefix):
            await self._files(scope, receive, send)
            return
        status: list[Any] = []

        async def send_with_body(event: Any) -> None:
            if event["type"] == "http.response.start":
                status.append(event)
                return
            while status:
                await send(status.pop())
            await send(event)

        try:
            await self._files(scope, receive, send_with_body)
        except FileNotFoundError:
            if not status:
                raise
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b""})


def compressed_copies(cache: Path) -> Path:
    """Find the folder in `cache` that has all static files, compressed; make it if there is none.

    It is named by what is in it, so that all processes of a release share it, whichever made it.

    :raises ImproperlyConfigured: if the folder of `cache` can't be written to.
    """
    folder = cache / f"{settings.VERSION}-{settings.STATIC_FINGERPRINT}"
    try:
        if not folder.is_dir():
            _make(folder)
        os.utime(folder)
    except OSError as error:
        raise unusable(cache.parent, error) from error
    _discard_old(cache, folder)
    return folder


def _make(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=UNFINISHED, dir=folder.parent) as unfinished:
        _fill(Path(unfinished))
        try:
            Path(unfinished).rename(folder)
        except OSError:
            if not folder.is_dir():  # otherwise another process was quicker
                raise


def _fill(folder: Path) -> None:
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


def _discard_old(cache: Path, used: Path) -> None:
    """Remove what earlier releases left, but the last: its processes may still be running."""

    def last_start(folder: Path) -> float:
        return folder.stat().st_mtime if folder.exists() else 0

    unfinished = set(cache.glob(f"{UNFINISHED}*"))
    finished = set(cache.iterdir()) - unfinished - {used}
    abandoned = [f for f in unfinished if last_start(f) < time.time() - ABANDONED]
    for folder in [*sorted(finished, key=last_start)[:-1], *abandoned]:
        shutil.rmtree(folder, ignore_errors=True)
