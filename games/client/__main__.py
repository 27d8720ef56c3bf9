"""Let the greedy player race: `python -m games.client CODE`."""

from __future__ import annotations

from games.client.greedy import main

if __name__ == "__main__":
    main()
