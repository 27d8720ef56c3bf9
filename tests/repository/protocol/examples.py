"""An example of each frame, made by the code that serves players."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from games.engine import Board, Deal, IllegalMoveError, Rules, view
from games.live import protocol
from games.live.event_frames import (
    EventFrame,
    EventTable,
    PartFrame,
    RoundBest,
    RoundState,
    StandingRow,
    StandingsFrame,
    YouFrame,
)
from games.live.snapshots import Stored, snapshot
from games.racing import Race, Reaction, Run

KEY: Final = b"same deal"
RULES: Final = Rules.parse("applegate")
START: Final = 1_000_000
NOW: Final = START + 65_400
MOVES: Final = ("t1t2", "t2t3")
WIDTH: Final = 100


def client_examples() -> Mapping[str, str]:
    """Return a frame of each type that a client sends, by its tag."""
    frames: tuple[protocol.Message, ...] = (
        protocol.Ready(ready=True),
        protocol.Start(),
        protocol.Act(13, "t3t5x2"),
        protocol.End(),
        protocol.Leave(),
        protocol.Rematch(),
        protocol.React(Reaction.NICE),
        protocol.Restart(),
        protocol.Alarm(on=True),
        protocol.Hint(),
        protocol.Sync(),
        protocol.Ping(),
        protocol.ProbeReply(7),
    )
    return _by_tag(frames)


def server_examples() -> Mapping[str, str]:
    """Return a frame of each type that the server sends, by its tag."""
    board = Board(RULES, Deal.from_key(KEY))
    refused = _refused(board)
    for move in board.legal_moves:
        board.push(move)
        break
    return _by_tag(
        (
            _race(board),
            protocol.BoardFrame(0, 1, NOW - START, view(board)),
            protocol.VerdictFrame(13, "lost"),
            protocol.Hinted(13, "winnable", "t3t5x2"),
            protocol.Reacted(1, Reaction.WELL_PLAYED),
            protocol.Begun("QFXKMP"),
            refused,
            protocol.Slow(),
            protocol.Pong(),
            protocol.ReadProbe(7),
            *_event(),
        )
    )


def _event() -> tuple[protocol.Outgoing, ...]:
    """Return the frames of an event in its second round, for a player who races at a table."""
    commitment = hashlib.sha256(KEY).hexdigest()
    rounds = [
        RoundState(
            *(1, "over", START - 720_000, START - 120_000, commitment, KEY.hex(), 14, 120_000),
            *(RoundBest(["Quiet Otter"], 1, 183_420, 52, True, 38, False), None),
        ),
        RoundState(2, "running", START, START + 600_000, commitment, None, 14, 120_000, None, None),
        RoundState(
            *(3, "coming", START + 720_000, START + 1_320_000, commitment, None, 0, 120_000),
            *(None, "easy"),
        ),
    ]
    tables = [
        EventTable("QFXKMP", ["Quiet Otter", "Brisk Heron"]),
        EventTable("BCDFGH", ["Calm Hare", "Keen Wren"]),
    ]
    row = StandingRow(1, 17, "Quiet Otter", 43.0, 2, 1, left=False, guest=False)
    left = StandingRow(2, 18, "Keen Wren", 18.0, 1, 2, left=True, guest=True)
    return (
        EventFrame(
            *("VWXZBC", 31, "Club night", "on", 14, [], rounds),
            *(2, None, START + 600_000 - NOW, tables),
        ),
        StandingsFrame([row, left], 14, 1, 13),
        YouFrame(joined=True, removed=False, table="QFXKMP", row=row),
        PartFrame('{"t":"standings","rows":[', True),
    )


def _race(board: Board) -> protocol.RaceFrame:
    """Return a race of two a minute after its start, in which the first has made one move."""
    race = Race("QFXKMP", str(RULES)).join(1, "Quiet Otter", guest=False, now=0)
    race = race.join(2, "Brisk Heron", guest=True, now=0).start(1, START - 5_000)
    runs = {seat.player: Run.begin(board) for seat in race.seats}
    runs[1] = runs[1].move(board, 12_250)
    stored = Stored(
        version=4,
        dealt=True,
        commitment=hashlib.sha256(KEY).hexdigest(),
        published=False,
        key=KEY.hex(),
        deal=str(Deal.from_key(KEY)),
        difficulty="medium",
        viewers=None,
        entries={1: 41, 2: 42},
        next=None,
        next_host=None,
        next_players=[],
        has_next_started=False,
        is_next_private=False,
    )
    seen = snapshot(race.with_runs(runs), stored, away=set(), watchers=1, now=NOW)
    return msgspec.structs.replace(seen, you=0)


def _refused(board: Board) -> protocol.Refused:
    try:
        board.find_move("t1t2")
    except IllegalMoveError as error:
        return protocol.Refused(13, error.reason, str(error.sentence))
    raise AssertionError("the move of the example is legal")


def _by_tag(frames: Iterable[protocol.Incoming | protocol.Outgoing]) -> Mapping[str, str]:
    return {str(frame.__struct_config__.tag): _laid_out(frame) for frame in frames}


def _laid_out(frame: protocol.Incoming | protocol.Outgoing) -> str:
    """Return a frame as JSON on one line, or with a line for each field if that is too long."""
    text = msgspec.json.encode(frame).decode()
    return text if len(text) <= WIDTH else _spread(json.loads(text), "")


def _spread(value: object, indent: str) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= WIDTH or not isinstance(value, dict | list):
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f'{inner}"{name}": {_spread(each, inner)}' for name, each in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    return "[\n" + ",\n".join(f"{inner}{_spread(each, inner)}" for each in value) + f"\n{indent}]"
