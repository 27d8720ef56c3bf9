"""Form fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ChoiceField(forms.ChoiceField):
    """A choice field whose error message lists the valid choices."""

    def __init__(
        self, *, choices: Sequence[tuple[str, StrOrPromise]] = (), **settings: Any
    ) -> None:
        super().__init__(choices=choices, **settings)
        known = ", ".join(value for value, _label in choices if value)
        self.error_messages["invalid_choice"] = format_lazy(
            _("“%(value)s” isn't an option. Choose one of: {known}."), known=known
        )
