"""The form that asks for a race code."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games import racing


class CodeForm(forms.Form):
    """A race code as typed, in any case and with spaces or hyphens."""

    code = forms.CharField(
        label=_("Race code"),
        strip=True,
        max_length=100,
        error_messages={"required": _("Type the race's six-letter code.")},
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": "QFXKMP",
                "size": 8,
            }
        ),
    )

    def clean_code(self) -> str:
        """Return the code in capitals, without spaces and hyphens."""
        given: str = self.cleaned_data["code"]
        code = "".join(letter for letter in given if letter not in " -").upper()
        if len(code) != racing.CODE_LENGTH or not (code.isascii() and code.isalpha()):
            raise ValidationError(
                _("“%(code)s” isn't a race code. A code is six letters, such as QFXKMP."),
                params={"code": given},
            )
        return code
