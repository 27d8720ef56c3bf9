"""A second implementation of the rules: naive, slow, and sharing no code with the engine."""

from __future__ import annotations
