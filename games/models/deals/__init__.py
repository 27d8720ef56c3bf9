"""Deals, their proofs, and which deals are alike."""

from __future__ import annotations
