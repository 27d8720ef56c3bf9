"""Verbs that first ask what a player may see: start a practice, mark a run as assisted."""

from __future__ import annotations
