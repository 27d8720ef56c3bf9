"""Text in the reader's language."""

from __future__ import annotations

from typing import TypeAlias

from django.utils.functional import Promise

Text: TypeAlias = Promise | str
