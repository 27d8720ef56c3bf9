"""The bundle: each page's modules and style sheets in few small files, which `make bundle` makes.

A site runs without one, because browsers understand the sources. It uses only a bundle of exactly
the sources that it has.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

LIST: Final = "bundle.json"
"""The file in which `bundle.js` lists what it read and what it wrote."""


@dataclass(frozen=True)
class Bundle:
    """What may be served of a bundle, and why not all of it."""

    imports: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The files that pages name, each with the modules that it imports at once."""
    changed: Sequence[str] = ()
    """The sources that have changed since; nothing is served then."""


def read(folder: Path, root: Path) -> Bundle:
    """Read the bundle in `folder`, made from the sources under `root`; empty if there is none."""
    if not folder.is_dir():
        return Bundle()
    if not (folder / LIST).is_file():
        return Bundle(changed=[LIST])
    made = json.loads((folder / LIST).read_bytes())
    changed = [name for name, digest in made["sources"].items() if _digest(root / name) != digest]
    return Bundle(changed=changed) if changed else Bundle(made["imports"])


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
