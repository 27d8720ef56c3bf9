"""Draw the app's icons from `frontend/art/icon.svg`, with Chromium: `python -m tests.icons`."""

from __future__ import annotations

from tests.icons.drawing import FOLDER, drawn


def main() -> None:
    """Write all icons beside the picture they are drawn from."""
    for name, file in drawn().items():
        (FOLDER / name).write_bytes(file)


if __name__ == "__main__":
    main()
