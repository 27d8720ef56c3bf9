"""Count every block of the perft files again, in full, with the engine and the naive rules.

`python -m tests.engine.perft` prints where a count is wrong. With `--write` it counts blocks that
have no counts up to the first depth with 100,000 lines, and writes them if both agree.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from games.engine.perft import perft
from tests.engine.naive import game as naive
from tests.engine.perft import FILES, Block, PerftFile

ENOUGH = 100_000
DEEPEST = 16


def count(block: Block) -> Block:
    """Return the block with counts up to the first depth that has enough lines, or none."""
    position, rules = block.position()
    counts: list[int] = []
    while len(counts) < DEEPEST and (not counts or 0 < counts[-1] < ENOUGH):
        counts.append(naive.perft(position, len(counts) + 1, rules))
    return replace(block, counts=tuple(counts))


def faults(block: Block) -> list[str]:
    """Return the differing divides of every depth at which a count is wrong."""
    board = block.board()
    position, rules = block.position()
    return [
        f"expected {nodes}; {block.difference(depth)}"
        for depth, nodes in enumerate(block.counts, 1)
        if not perft(board, depth) == nodes == naive.perft(position, depth, rules)
    ]


def main() -> int:
    """Check or write the files; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.perft", description=__doc__)
    parser.add_argument("--write", action="store_true", help="count the blocks without counts")
    parser.add_argument("files", nargs="*", type=Path, default=FILES, help="all, if none is given")
    arguments = parser.parse_args()
    write: bool = arguments.write
    wrong = False
    for path in arguments.files:
        file = PerftFile.parse(path.read_text(encoding="ascii"))
        counted = []
        for block in file.blocks:
            full = count(block) if write and not block.counts else block
            found = faults(full)
            for fault in found:
                sys.stdout.write(fault + "\n")
            wrong = wrong or bool(found)
            sys.stdout.write(f"{block.name}: {'wrong' if found else 'right'}\n")
            sys.stdout.flush()
            counted.append(block if found else full)
        if write:
            path.write_text(str(PerftFile(file.comment, tuple(counted))), encoding="ascii")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
