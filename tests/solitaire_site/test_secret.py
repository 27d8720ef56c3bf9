from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ImproperlyConfigured

from solitaire_site.secret import stored_key, stored_secret

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Stored = Callable[[Path], str]

both = pytest.mark.parametrize("stored", [stored_secret, stored_key])


@both
def test_a_secret_is_generated_once(stored: Stored, tmp_path: Path) -> None:
    first = stored(tmp_path / "key")
    assert len(first) >= 50
    assert stored(tmp_path / "key") == first


def test_one_that_was_written_by_hand_is_read_as_a_setting_is(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("a key\n")
    assert stored_secret(tmp_path / "key") == "a key"


@both
def test_no_other_user_of_the_machine_can_read_it(stored: Stored, tmp_path: Path) -> None:
    stored(tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


def test_processes_that_start_together_agree_on_one(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(stored_secret, [tmp_path / "key"] * 8))
    assert len(keys) == 1


def test_nothing_else_is_left_in_the_folder(tmp_path: Path) -> None:
    stored_secret(tmp_path / "key")
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.EROFS, "its disk is read-only. Name a folder on another one"),
        (errno.ENOSPC, "its disk is full. Make room, or name a folder on another one"),
    ],
)
def test_a_folder_that_takes_no_file_is_named_with_what_would_help(
    number: int, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(_draft: str, _path: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("solitaire_site.secret.os.link", link)
    with pytest.raises(ImproperlyConfigured, match=f"DATA_DIR={tmp_path} can't be used: {advice}"):
        stored_secret(tmp_path / "key")
