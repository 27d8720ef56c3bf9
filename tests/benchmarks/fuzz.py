"""100,000 broken frames over the race socket: `python -m tests.benchmarks.fuzz [--frames N]`.

A site of one process on 127.0.0.1, its rate limits off. While Alice plays, three others send frames
made from the protocol's own types and then broken: cut, nested, of wrong types, of other codes, not
JSON. Carol plays on meanwhile, Mallory has left the race, and a stranger never had a seat. It fails
if the log shows a traceback, if Mallory or the stranger is shown a card that is hidden on Alice's
board, if anything about the race, Mallory's run or Alice's has changed but what Alice did, or if
the race in the end, with what Carol's frames have done, isn't valid to `python -m games.racing`.
The seed makes a run repeatable.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, get_args

import msgspec
from websockets.exceptions import ConnectionClosed

from games.engine import Board, Deal, Rules
from games.engine.view import hidden
from games.live.protocol import Incoming, Message
from games.management.progress import Progress
from games.racing.verification import RaceDocument, Verdict, verify
from tests.benchmarks.report import Row, arguments, report
from tests.live.racer import WAIT, Racer
from tests.live.secrecy import cards
from tests.live.wins import Win, win
from tests.processes import Launch, Site
from tests.stores import Stores

UNLIMITED: Final = {"FRAMES_PER_CONNECTION": "0", "FRAMES_PER_PLAYER": "0"}
OPTIONS: Final = ("--countdown", "3", "--limit", "3600")
MOVES: Final = 12

STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 2**63, 1e308, "", "x" * 300, "\0", "\ud800", "t1t2", "deal", "collect"),
    *([], {}, [[]], {"t": "act"}, [None] * 50, "' OR 1=1 --", "../../etc/passwd", "QFXKMP"),
)


class Fuzz:
    """A source of frames: some as a client sends them, most of them broken."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._types: tuple[type[Incoming], ...] = get_args(Message)

    def frame(self, playing: int | None) -> str | bytes:
        """Return the next frame; of someone who plays on, none that ends the run.

        :param playing: the number of the player's next action.
        """
        chance = self._chance
        message = self._message()
        while playing and message["t"] in ("end", "leave"):
            message = self._message()
        if playing and "n" in message:
            message["n"] = playing
        for _ in range(chance.randrange(3)):
            name = chance.choice([*message, "code", "seat", "player"])
            message[name] = chance.choice(STRANGE)
        if chance.random() < 0.1:
            message.pop(chance.choice(list(message)))
        text = json.dumps(message)
        match chance.randrange(12):
            case 0:
                return text[: chance.randrange(len(text))]
            case 1:
                return "[" * chance.randrange(1, 1000) + text
            case 2:
                at = chance.randrange(len(text))
                return text[:at] + chance.choice('{}[]",:\\\0é') + text[at:]
            case 3:
                return text.encode()
            case 4:
                return f"[{text}, {text}]"
        return text

    def _message(self) -> dict[str, Any]:
        kind = self._chance.choice(self._types)
        fields = {field.name: self._value(field.type) for field in msgspec.structs.fields(kind)}
        return {"t": kind.__struct_config__.tag, **fields}

    def _value(self, kind: Any) -> Any:
        chance = self._chance
        of = str(kind)
        if "bool" in of:
            return chance.random() < 0.5
        if "int" in of:
            return chance.choice((1, 2, chance.randrange(-5, 2_000_000)))
        column, other = chance.randrange(9), chance.randrange(9)
        moves = (f"t{column}f", f"t{column}t{other}", f"t{column}t2x2")
        return chance.choice(("deal", "undo", "collect", "AC", *moves))


class Reader:
    """What someone has been sent: counted by type, and read for what must stay hidden."""

    def __init__(self, unseen: frozenset[int], seat: int | None = None) -> None:
        self.counted: Counter[str] = Counter()
        self.actions = 0
        self._unseen = unseen
        self._seat = seat

    def take(self, racer: Racer) -> None:
        """Read until the server has read all that was sent.

        :raises RuntimeError: if something shows a hidden card.
        :raises ConnectionClosed: if the server has hung up.
        """
        racer.send(t="ping")
        while True:
            frame = json.loads(racer.socket.recv(timeout=WAIT))
            kind = frame["t"]
            self.counted[frame["code"] if kind == "refused" else kind] += 1
            if kind == "board" and frame["seat"] == self._seat:
                self.actions = frame["n"]
            shown = cards(frame)
            if shown & self._unseen:
                raise RuntimeError(f"a hidden card is shown: {frame}")
            if kind == "ping":
                racer.send(t="pong", k=frame["k"])
            if kind == "pong":
                return


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield what each of the three was sent, once nothing wrong has come of it."""
    with (
        TemporaryDirectory() as template,
        TemporaryDirectory() as folder,
        ExitStack() as cleanup,
        closing(Launch(Path(folder), Stores(Path(template), cleanup))) as launch,
    ):
        # Its process, once stopped, raises what the log has of tracebacks.
        site = launch("sqlite", 1, "daphne", **UNLIMITED)
        progress.begin("Sending frames", asked.frames)
        found = list(run(site, Fuzz(asked.seed), asked.frames, progress))
    yield from found
    sys.stderr.write("No traceback, no hidden card, no change that Alice didn't make.\n")


def run(site: Site, fuzz: Fuzz, frames: int, progress: Progress) -> Iterator[Row]:
    """Send the frames, a third of them each by Mallory, Carol and a stranger, while Alice plays.

    :raises RuntimeError: if someone sees or changes what they may not.
    """
    known = win("applegate")
    code = site.manage("race", known.rules, "--deal", known.deal, *OPTIONS).strip()
    alice, mallory, carol, stranger = (Racer(site.processes[0].url) for _ in range(4))
    for racer in (alice, mallory, carol):
        racer.sit_ready(code)
    for racer in (alice, mallory, carol):
        racer.board(0)
    mallory.send(t="leave")
    mallory.seat(1, state="forfeit")
    before = unchanging(alice.race(state="running"))
    readers = {
        **{racer: Reader(unseen(known)) for racer in (mallory, stranger)},
        # Her own board shows her what Alice's hides.
        carol: Reader(frozenset(), seat=2),
    }
    began = time.perf_counter()
    for part in range(MOVES):
        for racer, reader in readers.items():
            racer.connect(code)
            for _ in range(frames // MOVES // len(readers)):
                put(racer, code, reader, fuzz.frame(reader.actions + 1 if racer is carol else None))
                progress.step()
        # She hears nothing meanwhile, so the server may have hung up.
        alice.connect(code)
        alice.board(part)
        alice.act(part + 1, known.moves[part])
    took = time.perf_counter() - began
    alice.send(t="end")
    carol.connect(code)
    carol.send(t="end")
    judge(alice.race(state="over"), before)
    judge_document(alice.get(f"/race/{code}/race.json"))
    yield {"frames": progress.done, "s": took, "a second": progress.done / took}
    for name, reader in zip(("Mallory", "the stranger", "Carol"), readers.values(), strict=True):
        answers = ", ".join(f"{kind} {count}" for kind, count in reader.counted.most_common(12))
        yield {"player": name, "was sent": answers}
    for racer in (alice, mallory, carol, stranger):
        racer.close()


def judge(over: dict[str, Any], before: dict[str, Any]) -> None:
    """Compare a race with what was to become of it.

    :raises RuntimeError: if something has changed that may not, or Carol has played nothing.
    """
    mine, hers, carols = over["seats"]
    if unchanging(over) != before or (mine["moves"], mine["undos"]) != (MOVES, 0):
        raise RuntimeError(f"the race has changed: {before} became {unchanging(over)}, {mine}")
    if (hers["state"], hers["moves"]) != ("forfeit", 0):
        raise RuntimeError(f"Mallory's run has changed: {hers}")
    if carols["state"] != "ended" or not carols["moves"]:
        raise RuntimeError(f"Carol's frames have played nothing: {carols}")


def judge_document(text: str) -> None:
    """Check a race as strangers do.

    :raises RuntimeError: if something in its document is false.
    """
    for finding in verify(RaceDocument.parse(text.encode())):
        if finding.verdict is Verdict.FALSE:
            raise RuntimeError(f"the race isn't valid: {finding}")


def put(racer: Racer, code: str, reader: Reader, frame: str | bytes) -> None:
    """Send a frame and read what comes of it; connect again if the server hangs up."""
    try:
        racer.socket.send(frame)
        reader.take(racer)
    except ConnectionClosed:
        # The tenth frame that is no message ends a socket.
        reader.counted["hung up"] += 1
        racer.connect(code)


def unseen(known: Win) -> frozenset[int]:
    """Return the cards that stay hidden on Alice's board however far she gets here."""
    board = Board(Rules.parse(known.rules), Deal.parse(known.deal))
    for move in known.moves[:MOVES]:
        board.push(board.find_move(move))
    return frozenset(hidden(board))


def unchanging(race: dict[str, Any]) -> dict[str, Any]:
    """Return what no one may change once a race is under way."""
    kept = (
        "code",
        "rules",
        "kind",
        "countdown",
        "limit",
        "helped",
        "host",
        "seats_max",
    )
    return {name: race[name] for name in kept} | {
        "seats": [(seat["seat"], seat["name"]) for seat in race["seats"]]
    }


if __name__ == "__main__":
    parser = arguments(__doc__, frames=100_000)
    parser.add_argument("--seed", type=int, default=1)
    sys.exit(report(parser.parse_args(), rows))
