"""A greedy player: `python -m games.client CODE`, with a bot's token in the environment.

It plays a move that brings a card home, or else one that it hasn't made from that board before. It
knows no rules: the server sends every legal move.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random

from games.client import ActionError, Api, Board, ClientError, Race

PAUSE = 0.25
"""Seconds between moves, for a person's token too; a bot's client keeps four a second anyway."""

MOST = 500
"""How many moves until it gives up."""


def choose(board: Board, seen: set[object], chance: random.Random) -> str | None:
    """Return the move to play: home if possible, else one not made here before; None to stop."""
    if board.safe:
        return board.safe[0]
    home = [move for move in board.moves if move.endswith("f")]
    if home:
        return home[0]
    new = [move for move in board.moves if (position(board), move) not in seen]
    return chance.choice(new) if new else None


def position(board: Board) -> object:
    """Return what identifies a board: equal boards have equal positions."""
    return tuple(sorted(board.piles.items()))


async def race(api: Api, code: str, chance: random.Random, most: int = MOST) -> Board:
    """Play a race in which the bot has a seat, at most so many moves; return the last board."""
    async with Race(api, code) as table:
        if table.frame["state"] in ("open", "countdown"):
            print("Waiting for the race to start.")  # noqa: T201
        board = await table.dealt()
        why = ""
        seen: set[object] = set()
        while board.outcome != "won" and not table.is_over and board.n < most:
            move = choose(board, seen, chance)
            if move is None:
                why = "no move is left." if not board.moves else "it has tried every move."
                break
            seen.add((position(board), move))
            await asyncio.sleep(PAUSE)
            try:
                board = await table.play(move)
            except ActionError as ended:
                why = str(ended)
                break
            print(f"{move:8} {board.progress} of 52")  # noqa: T201
        why = why or ("the race is over." if table.is_over else f"it has made {board.n} moves.")
        stopped = f"Stopped at {board.progress} of 52 cards: {why}"
        print("Won." if board.outcome == "won" else stopped)  # noqa: T201
        await table.end()
    return board


async def join_and_race(api: Api, code: str, chance: random.Random, most: int = MOST) -> None:
    """Take a seat, be ready, and play."""
    await api.join(code)
    await api.ready(code)
    await race(api, code, chance, most)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(prog="python -m games.client", description=__doc__)
    parser.add_argument("code", help="the code of the race")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="the address of the site")
    parser.add_argument("--seed", type=int, help="play the same on the same deal")
    parser.add_argument("--moves", type=int, default=MOST, help="stop after so many moves")
    given = parser.parse_args()
    token = os.environ.get("SAME_DEAL_TOKEN")
    if not token:
        parser.error("set SAME_DEAL_TOKEN to an access token; make one at /account/bots/")
    chance = random.Random(given.seed)  # noqa: S311
    try:
        asyncio.run(join_and_race(Api(given.url, token), given.code, chance, given.moves))
    except ClientError as error:
        parser.exit(1, f"{error}\n")
