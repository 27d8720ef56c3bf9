"""The seam to Numba: the hot functions compiled where it is installed, plain Python where not.

The functions behind this seam use integers, flat arrays of them, and NamedTuples of either, so one
source is both the compiled search and its reference. No number in them exceeds 64 bits.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Callable, MutableSequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

Numbers: TypeAlias = MutableSequence[int]
"""A flat array of integers; a Numpy array when compiled."""

Function = TypeVar("Function", bound=Callable[..., Any])


def _cache() -> Path | None:
    """Return the folder for compiled code, or None if it is not writable.

    Numba checks the file of a function, not those of the functions that it calls, so the folder's
    name holds a digest of the whole solver.
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
    # Without `_nrt=False` Numba counts references to every array argument, with an atomic
    # instruction each: half of the time of a search. No function here creates or keeps an array,
    # and its Python caller holds them all while it runs, so none need counting.
    # The option is internal to Numba and not in its types; a version without it fails on import.
    _options: dict[str, Any] = {"cache": _folder is not None, "nogil": True, "_nrt": False}
    _compile = numba.njit(**_options)
    _compile_inline = numba.njit(forceinline=True, **_options)

    def compiled(function: Function) -> Function:
        """Compile a function on its first call; it runs without the interpreter lock."""
        return cast(Function, _compile(function))

    def inlined(function: Function) -> Function:
        """Compile a part of one function into its caller: a call would copy the whole memory.

        A search's memory is a NamedTuple of arrays. Compared with a list of some 18 arguments, the
        search visits 1.03 to 1.13 times as many states a second with its parts inlined, and 0.80 to
        0.99 times as many with plain calls (`python -m tests.benchmarks.solver`). A record of a
        structured type would not do: it cannot hold arrays that grow.
        """
        return cast(Function, _compile_inline(function))

    def numbers(length: int) -> Numbers:
        """Return an array of zeros, 8 bytes each."""
        return cast(Numbers, np.zeros(length, np.int64))

    def pairs_of_octets(length: int) -> Numbers:
        """Return an array of zeros for numbers from 0 to 65,535, two bytes each."""
        return cast(Numbers, np.zeros(length, np.uint16))

    def blank_quads(length: int) -> Numbers:
        """Return an array to write before it is read: 31 bits and a sign, four bytes each."""
        return cast(Numbers, np.empty(length, np.int32))

    def blank_octets(length: int) -> Numbers:
        """Return an array like `octets` to write before it is read."""
        return cast(Numbers, np.empty(length, np.uint8))

    def octets(length: int) -> Numbers:
        """Return an array of zeros for numbers from 0 to 255, one byte each."""
        return cast(Numbers, np.zeros(length, np.uint8))

    def octets_of(content: bytearray) -> Numbers:
        """Return the same bytes as an array like `octets`."""
        return cast(Numbers, np.frombuffer(content, np.uint8))

else:

    def compiled(function: Function) -> Function:
        """Return the function unchanged."""
        return function

    inlined = compiled

    def numbers(length: int) -> Numbers:
        """Return an array of zeros, 8 bytes each."""
        return array("q", bytes(8 * length))

    def pairs_of_octets(length: int) -> Numbers:
        """Return an array of zeros for numbers from 0 to 65,535, two bytes each."""
        return array("H", bytes(2 * length))

    def blank_quads(length: int) -> Numbers:
        """Return an array to write before it is read: 31 bits and a sign, four bytes each."""
        return array("i", bytes(4 * length))

    def blank_octets(length: int) -> Numbers:
        """Return an array like `octets` to write before it is read."""
        return bytearray(length)

    def octets(length: int) -> Numbers:
        """Return an array of zeros for numbers from 0 to 255, one byte each."""
        return bytearray(length)

    def octets_of(content: bytearray) -> Numbers:
        """Return the same bytes as an array like `octets`."""
        return content


def listed(array: Numbers) -> list[int]:
    """Return the numbers of an array as Python's own."""
    return cast(list[int], cast(Any, array).tolist())
