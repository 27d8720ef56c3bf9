"""The folder of compressed static files: made once a release, shared, and cleared away."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.core.exceptions import ImproperlyConfigured

from solitaire_site.static import ABANDONED, UNFINISHED, compressed_copies
from tests.processes import Launch

if TYPE_CHECKING:
    from pathlib import Path

    from tests.stores import Stores


def grow_old(folder: Path, seconds: float) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "site.css").write_text("body {}")
    then = time.time() - seconds
    os.utime(folder, (then, then))
    return folder


def test_files_are_compressed_by_the_first_start_only(tmp_path: Path) -> None:
    first = compressed_copies(tmp_path)
    made = (first / "styles" / "site.css.gz").stat()
    assert compressed_copies(tmp_path) == first
    assert (first / "styles" / "site.css.gz").stat() == made


def test_processes_that_start_together_share_one_whole_folder(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        folders = set(pool.map(compressed_copies, [tmp_path / "static"] * 4))
    assert len(folders) == 1
    assert set((tmp_path / "static").iterdir()) == folders
    assert (folders.pop() / "admin" / "css" / "base.css.gz").is_file()


def test_a_process_that_is_killed_leaves_nothing_behind(tmp_path: Path, stores: Stores) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with closing(Launch(tmp_path, stores)) as launch:
        site = launch(processes=2, TMPDIR=str(temporary))
        site.kill(0)
        site.restart(0)
    assert len(list((tmp_path / "static").iterdir())) == 1
    assert list(temporary.iterdir()) == []


def test_what_a_process_was_killed_over_is_removed_later(tmp_path: Path) -> None:
    abandoned = grow_old(tmp_path / f"{UNFINISHED}1", ABANDONED + 60)
    going_on = grow_old(tmp_path / f"{UNFINISHED}2", ABANDONED - 60)
    folder = compressed_copies(tmp_path)
    assert set(tmp_path.iterdir()) == {folder, going_on}
    assert not abandoned.exists()


def test_the_release_before_keeps_its_files_and_older_ones_do_not(tmp_path: Path) -> None:
    for days in (3, 1, 2):
        grow_old(tmp_path / f"0.{days}.0", days * 24 * 60 * 60)
    folder = compressed_copies(tmp_path)
    assert set(tmp_path.iterdir()) == {folder, tmp_path / "0.1.0"}


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "static").write_text("no folder")
    with pytest.raises(ImproperlyConfigured, match=r"can't be used: .*static: File exists"):
        compressed_copies(tmp_path / "static")


def test_a_file_removed_under_a_running_server_is_missing(tmp_path: Path, stores: Stores) -> None:
    with closing(Launch(tmp_path, stores)) as launch:
        site = launch()
        (folder,) = (tmp_path / "static").iterdir()
        address = f"{site.urls[0]}/static/{folder.name}/styles/tokens.css"
        with urlopen(address) as answer:
            assert answer.status == 200
        for copy in (folder / "styles").glob("tokens.css*"):
            copy.unlink()
        with pytest.raises(HTTPError, match="404") as missing:
            urlopen(address, timeout=10)
        missing.value.close()
