"""Who may see which deal, board, record and result, and when."""

from __future__ import annotations
