"""The resources: what the API reads and does."""

from __future__ import annotations
