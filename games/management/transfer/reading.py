"""Taking a file in: what isn't here yet is stored, and what is here stays as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import BinaryIO, Final

from games.management.transfer.challenges import take_daily, take_run
from games.management.transfer.lines import (
    AnyLine,
    DailyLine,
    FollowLine,
    Head,
    PlayerLine,
    RunLine,
    TransferError,
    read_lines,
)
from games.management.transfer.people import ConflictError, follow, known_player, make_player
from games.models import Player, Trial

KINDS: Final = {PlayerLine: "players", FollowLine: "follows", DailyLine: "dailies", RunLine: "runs"}
"""The kinds of lines, in the order of the file; those of days and their runs alternate."""


class Arrival:
    """One reading of a file, in a transaction of the caller's."""

    def __init__(self, now: int) -> None:
        self._now = now
        self.new: Counter[str] = Counter(dict.fromkeys(KINDS.values(), 0))
        """How many were stored, by kind."""
        self.known: Counter[str] = Counter(dict.fromkeys(KINDS.values(), 0))
        """How many were here already."""
        self.conflicts: list[str] = []
        """What stands against something here, and was left out, by line."""
        self.left_out: Counter[str] = Counter()
        """How many were left out because what they belong to was."""
        self._players: dict[str, tuple[Player | None, bool]] = {}
        """By username in the file: None if left out, and whether they are new here."""
        self._trial: Trial | None = None
        self._days: set[tuple[str, object]] = set()

    def read(self, file: BinaryIO, tell: Callable[[int, int], None]) -> None:
        """Store what the file has; `tell` hears how many lines are done, and of how many.

        :raises TransferError: if the file is damaged, hostile, or of another format.
        """
        head: Head | None = None
        seen: Counter[str] = Counter()
        number = 0
        for number, line in read_lines(file):
            if isinstance(line, Head):
                head = line
                continue
            assert head is not None  # noqa: S101
            self._check_order(number, line, seen)
            seen[KINDS[type(line)]] += 1
            try:
                self._take(number, line)
            except ConflictError as error:
                self.conflicts.append(f"line {number}: {error}")
            tell(number - 1, head.players + head.follows + head.dailies + head.runs)
        assert head is not None  # noqa: S101
        for kind in KINDS.values():
            if seen[kind] != getattr(head, kind):
                expected = f"{getattr(head, kind):,} {kind}"
                raise TransferError(
                    number, f"the file ends here, after {seen[kind]:,} of {expected}"
                )

    def _check_order(self, number: int, line: AnyLine, seen: Counter[str]) -> None:
        """Check that a line doesn't come too late: those after it rest on it.

        :raises TransferError: if it does.
        """
        later = {PlayerLine: ("follows", "dailies"), FollowLine: ("dailies",)}
        if any(seen[kind] for kind in later.get(type(line), ())):
            raise TransferError(number, "players come first, then follows, then dailies with runs")
        if isinstance(line, RunLine) and not seen["dailies"]:
            raise TransferError(number, "a run comes after the day that it belongs to")

    def _take(self, number: int, line: AnyLine) -> None:
        match line:
            case PlayerLine():
                self._take_player(number, line)
            case FollowLine():
                self._take_follow(number, line)
            case DailyLine():
                self._take_daily(number, line)
            case RunLine():
                self._take_run(number, line)

    def _take_player(self, number: int, line: PlayerLine) -> None:
        if line.username in self._players:
            raise TransferError(number, f"the username {line.username!r} stands there twice")
        owner = None
        if (here := known_player(line)) is not None:
            self._players[line.username] = here, False
            self.known["players"] += 1
            return
        self._players[line.username] = None, False
        if line.owner is not None:
            owner, _is_new = self._player(number, line.owner)
            if not line.bot or (owner is not None and (owner.bot or owner.guest)):
                raise TransferError(number, "accounts of people answer for bots, and for no others")
            if owner is None or owner.deleted_at is not None:
                self.left_out["players"] += 1
                return
        self._players[line.username] = make_player(number, line, owner), True
        self.new["players"] += 1

    def _take_follow(self, number: int, line: FollowLine) -> None:
        follower, is_new = self._player(number, line.follower)
        followed, too = self._player(number, line.followed)
        if follower is None or followed is None:
            self.left_out["follows"] += 1
        elif is_new or too:
            follow(number, line, follower, followed)
            self.new["follows"] += 1
        else:
            # Both are here, and may have thought otherwise since.
            self.known["follows"] += 1

    def _take_daily(self, number: int, line: DailyLine) -> None:
        if (line.game, line.day) in self._days:
            raise TransferError(number, f"{line.game[:40]} of {line.day} stands there twice")
        self._days.add((line.game, line.day))
        self._trial = None
        self._trial, is_new = take_daily(number, line, self._now)
        (self.new if is_new else self.known)["dailies"] += 1

    def _take_run(self, number: int, line: RunLine) -> None:
        player, _is_new = self._player(number, line.player)
        if player is None or self._trial is None:
            self.left_out["runs"] += 1
            return
        is_new = take_run(number, line, self._trial, player)
        (self.new if is_new else self.known)["runs"] += 1

    def _player(self, number: int, username: str) -> tuple[Player | None, bool]:
        if username not in self._players:
            raise TransferError(number, f"no line before has the player {username!r}")
        return self._players[username]
