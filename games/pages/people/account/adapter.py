"""Sign-up and log-in: a guest's history moves into the account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import get_user_by_username
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.addresses import counted_as
from games.models import Player
from games.models.people.names import clean_name, refuse_long
from games.models.races.identity import hold_guest
from games.models.standings.absorbing import absorb
from games.pages.people.account.guests import guest_of
from games.pages.people.account.holders import holder_of
from games.pages.people.account.mail_links import with_own_links
from games.pages.people.account.recent_login import has_just_logged_in, keeping_records
from games.pages.site.destinations import is_safe

LOGGED_IN: Final = "account/messages/logged_in.txt"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Adapts allauth's sign-up and log-in to visitors who may already be guests.

    Wrong passwords are counted by account and address together, so that nobody can lock a player
    out from elsewhere; a far higher limit of the account stops guesses from many addresses, and one
    of the address those of many accounts.
    """

    error_messages: ClassVar = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": _("Too many failed attempts. Try again in five minutes.")
    }

    def is_safe_url(self, url: str) -> bool:
        """Tell whether a redirect may lead to an address."""
        return is_safe(self.request, url)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address under which limits count a visitor; headers are ignored."""
        return counted_as(request.META.get("REMOTE_ADDR", ""))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a log-in before its password is compared.

        :raises ValidationError: if there were too many.
        """
        super().pre_authenticate(request, **credentials)
        if not ratelimit.consume(request, action="login_anywhere", key=_account(credentials)):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Player | None:
        """Return whose password it is.

        One password is compared for a name and one for an address, whether or not they are known:
        otherwise the time would tell, and an address that many signed up with would take long.
        """
        self.pre_authenticate(request, **credentials)
        named, address = credentials.get("username"), credentials.get("email")
        accounts = [get_user_by_username(named)] if named else []
        accounts += [holder_of(address)] if address else []
        password = credentials["password"]
        found = next((one for one in accounts if _is_password_of(one, password)), None)
        if found is None:
            self.authentication_failed(request, **credentials)
        else:
            self._rollback_login_failed_rl_usage()
        return found

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return what failed log-ins are counted under.

        Allauth's own knows no address, and counts anew for each port that a client writes into the
        header Host.
        """
        return f"{self.get_client_ip(request)} {_account(credentials)}"

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Tell whether players must confirm who they are: not if they have just logged in."""
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        return required and not has_just_logged_in(self.request)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to this site alone."""
        super().send_mail(template_prefix, email, with_own_links(context, self.request))

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *rest: Any,
        **more: Any,
    ) -> None:
        """Show a notice; not that a player is logged in where one stands that tells more."""
        if message_template != LOGGED_IN or not len(messages.get_messages(request)):
            super().add_message(request, level, message_template, *rest, **more)

    def new_user(self, request: HttpRequest) -> Player:
        """Return the row for a new account: the guest's own, so that its history stays."""
        return guest_of(request) or Player()

    def save_user(
        self, request: HttpRequest, user: Player, form: Any, commit: bool = True
    ) -> Player:
        """Store the account in the guest's row, or in a new one if that row is no longer a guest.

        :raises ImmediateHttpResponse: if a concurrent request has just taken the name.
        """
        try:
            with transaction.atomic():
                if user.guest and not hold_guest(user):
                    user = Player()
                super().save_user(request, user, form, commit=False)
                if user.guest:
                    user.become_account()
                    user.attempts.rank_unstarted()
                    _say_kept(request, user)
                elif commit:
                    user.save()
        except IntegrityError as error:
            messages.error(request, _taken(form.cleaned_data["username"]))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return a username; others see it, so it must be valid as a player's name.

        :raises ValidationError: if it is too long, taken, or not allowed.
        """
        if not shallow:
            refuse_long(username)
        given: str = super().clean_username(username, shallow)
        if shallow:
            return given
        name = clean_name(given)
        if Player.objects.names_alike(name).exists():
            raise ValidationError(_taken(name))
        return name

    def set_password(self, user: Player, password: str) -> None:
        """Store the chosen password, and no other field."""
        user.choose_password(password)

    def login(self, request: HttpRequest, user: Player) -> None:
        """Log in; the account absorbs the races of the session's guest."""
        guest = guest_of(request)
        with keeping_records(request, user):
            super().login(request, user)
        if guest is not None and guest != user and guest.guest and not user.guest:
            _say_kept(request, guest)
            absorb(user, guest)


def _account(credentials: Mapping[str, Any]) -> str:
    """Return the name or the mail address that somebody logs in with."""
    return str(credentials.get("email", credentials.get("username", ""))).lower()


def _is_password_of(account: Player | None, password: str) -> bool:
    if account is None:
        make_password(password)
        return False
    return account.check_password(password)


def _say_kept(request: HttpRequest, guest: Player) -> None:
    """Say that an account keeps what its player did as a guest, if there was anything."""
    if guest.entries.exists():
        said = _("Your games as a guest are kept.")
        messages.success(request, said)


def _taken(name: str) -> str:
    sentence = _("“%(name)s” is taken or too close to a name that is. Choose another one.")
    return sentence % {"name": name}


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Adapts allauth's log-in by an external account."""

    def new_user(self, request: HttpRequest, sociallogin: Any) -> Player:
        """Return a new row: allauth would take a guest's row for an existing account."""
        return Player()
