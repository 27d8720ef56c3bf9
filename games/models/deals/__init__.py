"""Deals, what is proven of them, and which are alike."""

from __future__ import annotations
