"""Names in a row, as `frontend/src/lib/names.js` writes them: "Ada, Bob and Mo"."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _


def names_text(names: Sequence[str], count: int | None = None) -> str:
    """Return the first of so many names; without a count, they are all."""
    if count is not None and (more := count - len(names)) > 0:
        return _("%(names)s and %(count)s more") % {"names": ", ".join(names), "count": more}
    return str(get_text_list(list(names), _("and")))
