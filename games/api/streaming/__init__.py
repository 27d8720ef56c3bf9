"""Streams of events for programs that follow the site live."""

from __future__ import annotations
