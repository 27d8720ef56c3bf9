"""`python -m tests.repository.protocol` writes the frames into the docs and the browser's types."""

from __future__ import annotations

from tests.repository.protocol import written

if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
