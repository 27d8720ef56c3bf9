"""Form fields and their elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.forms.utils import flatatt
from django.utils.choices import flatten_choices
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Select(forms.Select):
    """A select, with or without groups, written in one go.

    Django renders a template for each option and for its attributes: half of a host's race page.
    """

    def render(
        self,
        name: str,
        value: Any,
        attrs: Mapping[str, Any] | None = None,
        renderer: object = None,
    ) -> SafeString:
        """Return the element."""
        widget = self.get_context(name, value, None if attrs is None else dict(attrs))["widget"]
        groups = format_html_join(
            "", "{}", ((_group(name, options),) for name, options, _index in widget["optgroups"])
        )
        attributes = flatatt(widget["attrs"])
        return format_html('<select name="{}"{}>{}</select>', widget["name"], attributes, groups)


class WholeField(forms.CharField):
    """A text field that refuses what is too long: with `maxlength`, a browser cuts it silently."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of the element, without `maxlength`."""
        attributes: dict[str, Any] = super().widget_attrs(widget)
        attributes.pop("maxlength", None)
        return attributes


class ChoiceField(forms.ChoiceField):
    """A choice field whose error message lists the valid choices."""

    widget = Select

    def __init__(self, *, choices: Sequence[tuple[str, Any]] = (), **settings: Any) -> None:
        super().__init__(choices=choices, **settings)
        flat: Iterable[tuple[str, object]] = flatten_choices(choices)
        known = ", ".join(value for value, _label in flat if value)
        self.error_messages["invalid_choice"] = format_lazy(
            _("“%(value)s” isn't an option. Choose one of: {known}."), known=known
        )


def _group(name: StrOrPromise | None, options: Sequence[Mapping[str, Any]]) -> SafeString:
    written = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((option["value"], flatatt(option["attrs"]), option["label"]) for option in options),
    )
    return format_html('<optgroup label="{}">{}</optgroup>', name, written) if name else written
