"""Accounts and daily challenges in a file, from one site to another."""

from __future__ import annotations
