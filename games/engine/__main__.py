"""Records, games and races in a terminal: `python -m games.engine --help`."""

from __future__ import annotations

import sys

from games.engine.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
