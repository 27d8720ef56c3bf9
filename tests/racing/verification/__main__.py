"""`python -m tests.racing.verification`: write the test vectors anew."""

from __future__ import annotations

from tests.racing.verification.races import FIXTURES, vectors

if __name__ == "__main__":
    for name, document in vectors().items():
        (FIXTURES / "races" / f"{name}.json").write_text(str(document), "utf-8")
