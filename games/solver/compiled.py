"""The seam to Numba: the hot functions compiled where it is installed, plain Python where not.

The functions behind this seam use whole numbers and flat arrays of them and nothing else, so that
one source is both the compiled search and its reference; no number in them leaves 64 bits.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, MutableSequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

Numbers: TypeAlias = MutableSequence[int]
"""A flat array of whole numbers, of Numpy when compiled."""

Function = TypeVar("Function", bound=Callable[..., Any])


def _cache() -> Path | None:
    """Where compiled code is kept, or None if nothing can be written there.

    Numba looks at the file of a function and not at those of the functions that it calls, so the
    name holds a digest of all of the solver.
    """
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = home / "same-deal" / f"solver-{digest.hexdigest()[:16]}"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # No home at all is a RuntimeError.
        return None
    return folder if os.access(folder, os.W_OK) else None


_folder = _cache()
if _folder is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(_folder)
COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
"""Whether the search runs compiled."""
try:
    import numba
    import numpy as np
except ImportError:
    COMPILED = False

if COMPILED:
    _compile = numba.njit(cache=_folder is not None, nogil=True)

    def compiled(function: Function) -> Function:
        """Compile a function when it is first called; other threads may run meanwhile."""
        return cast(Function, _compile(function))

    def numbers(length: int) -> Numbers:
        """An array of zeros, 8 bytes each."""
        return cast(Numbers, np.zeros(length, np.int64))

    def pairs_of_octets(length: int) -> Numbers:
        """An array of zeros for numbers from 0 to 65,535, two bytes each."""
        return cast(Numbers, np.zeros(length, np.uint16))

    def octets(length: int) -> Numbers:
        """An array of zeros for numbers from 0 to 255, one byte each."""
        return cast(Numbers, np.zeros(length, np.uint8))

else:

    def compiled(function: Function) -> Function:
        """The function as it stands."""
        return function

    def numbers(length: int) -> Numbers:
        """An array of zeros, 8 bytes each."""
        return array("q", bytes(8 * length))

    def pairs_of_octets(length: int) -> Numbers:
        """An array of zeros for numbers from 0 to 65,535, two bytes each."""
        return array("H", bytes(2 * length))

    def octets(length: int) -> Numbers:
        """An array of zeros for numbers from 0 to 255, one byte each."""
        return bytearray(length)
