"""Keeping races that ended long ago without their actions, and their records in an archive."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from games import racing
from games.models import Race
from games.models.database.instants import to_datetime
from games.models.races.document import race_document
from games.models.standings.retention import removable, remove_actions
from games.whole_file import keep_names, whole_file

AT_ONCE = 20
"""How many races a chore takes: others wait for it."""


def remove_old_actions(
    days: int, archive: Path | None, clock: racing.Clock, most: int = AT_ONCE
) -> int:
    """Remove the actions of races that ended so many days ago; return of how many. 0 days: none.

    With an archive, each race's record is there before its actions go.

    :raises OSError: if the archive can't be written to; that race keeps its actions.
    """
    if not days:
        return 0
    since = to_datetime(clock()) - timedelta(days=days)
    removed = 0
    for race in removable(since).select_related("deal")[:most]:
        if archive is not None:
            keep_record(race, archive)
        removed += remove_actions(race, since, to_datetime(clock()))
    return removed


def keep_record(race: Race, archive: Path) -> Path:
    """Write the document of a closed race into an archive, durably, and return its file.

    The archive has to be there: a disk that isn't mounted would otherwise be missed too late.

    :raises OSError: if it can't be written.
    """
    if race.closed_at is None:
        raise ValueError(f"{race.code} is not over")
    folder = archive / f"{race.closed_at:%Y-%m}"
    if not folder.exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        keep_names(archive)
    file = folder / f"{race.code}.json"
    # The document names players, and a practice may have been private.
    with whole_file(file) as stream:
        stream.write(str(race_document(race)).encode())
    return file
