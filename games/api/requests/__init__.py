"""What every request passes: who asks, what is read of it, and how it is refused."""

from __future__ import annotations
