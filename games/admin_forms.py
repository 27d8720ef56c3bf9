"""Forms of the admin that refuse what would leave a site or a player without what they need."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm

from games.models import Player
from games.models.people import application
from games.models.people.names import NAME_LENGTH, clean_name, taken

RIGHTS = ("is_active", "is_staff", "is_superuser")
"""What makes an administrator, all three."""


class NewPlayerForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """A new account, whose username is its name and is checked as one that signs up."""

    def clean_username(self) -> str:
        username: str = super().clean_username()
        if Player.objects.names_alike(username).exists():
            raise taken(username)
        return clean_name(username)


class PlayerForm(UserChangeForm):  # type: ignore[type-arg]
    """A player, whose name is checked as the player's own page does."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
        help_text="What others see.",
        error_messages={"required": "Type a name: it's what others see."},
    )

    def clean_name(self) -> str:
        """Return the name; one that isn't changed may be the site's own, such as *admin*."""
        name: str = self.cleaned_data["name"]
        return name if name == self.instance.name else clean_name(name)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        name = cleaned.get("name")
        if name and not cleaned.get("guest"):
            if Player.objects.names_alike(name).exclude(pk=self.instance.pk).exists():
                self.add_error("name", taken(name))
        if not all(cleaned.get(right, True) for right in RIGHTS):
            self.instance.keep_an_administrator()
        return cleaned


class ApplicationForm(forms.ModelForm):  # type: ignore[type-arg]
    """An application, with the addresses that players may give it too."""

    def clean_redirect_uris(self) -> str:
        return "\n".join(application.addresses(self.cleaned_data["redirect_uris"]))
