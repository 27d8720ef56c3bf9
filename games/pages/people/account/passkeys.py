"""Passkey forms that survive anything a client sends as a credential."""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as passkeys
from django import forms
from django.core.exceptions import ValidationError

MALFORMED = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""The errors that the libraries raise for JSON that is not a credential."""


class CredentialField(forms.JSONField):
    """A browser's description of a passkey: a JSON object."""

    def to_python(self, value: Any) -> Any:
        """Return the object.

        :raises ValidationError: if it is no object, or contains a number that Python cannot read.
        """
        try:
            credential = super().to_python(value)
        except ValidationError:
            raise
        except ValueError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error
        if credential is not None and not isinstance(credential, dict):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return credential


class AddForm(passkeys.AddWebAuthnForm):  # type: ignore[misc]
    """Adds a passkey."""

    credential = CredentialField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError:
            raise
        except MALFORMED as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned


class AuthenticateForm(passkeys.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """Takes a passkey as a second factor."""

    credential = CredentialField(widget=forms.HiddenInput)

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except ValidationError:
            raise
        except MALFORMED as error:
            raise get_adapter().validation_error("incorrect_code") from error


class LoginForm(AuthenticateForm, passkeys.LoginWebAuthnForm):  # type: ignore[misc]
    """Takes a passkey instead of a password."""


class ReauthenticateForm(AuthenticateForm, passkeys.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """Takes a passkey to confirm a visitor's identity again."""
