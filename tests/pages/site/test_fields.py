from __future__ import annotations

import pytest
from django import forms
from django.test.html import parse_html

from games.engine import GAMES
from games.pages.races.race_form import RaceForm
from games.pages.site.fields import Select


@pytest.mark.parametrize("game", GAMES)
def test_a_select_is_what_django_would_render(game: str) -> None:
    form = RaceForm(game)
    selects = [field for field in form if isinstance(field.field.widget, Select)]
    assert len(selects) > 5
    for field in selects:
        written = str(field)
        field.field.widget.__class__ = forms.Select
        assert parse_html(written) == parse_html(str(field)), field.name


def test_an_option_cannot_add_elements() -> None:
    written = Select(choices=[("<1>", "<b>&</b>")]).render("<name>", "<1>", {"id": "<id>"})
    assert "<b>" not in written
    assert written.count("<") == 4
