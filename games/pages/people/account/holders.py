"""Whose a mail address is, for those who log in by it: one account's at most, however many gave it.

Anyone can sign up with the address of somebody else, again and again.
"""

from __future__ import annotations

from django.db.models import F, Min, Q

from games.models import Player


def holder_of(address: str) -> Player | None:
    """Return the account that has confirmed an address, or else the first to sign up with it.

    An unconfirmed address counts only until its account confirms another.
    """
    address = address.lower()
    given = Min("emailaddress", filter=Q(emailaddress__email=address))
    unconfirmed = (
        Player.objects.filter(email=address, is_active=True)
        .exclude(emailaddress__verified=True)
        .annotate(given=given)
        # Accounts made by a command have the address in their own row alone.
        .order_by(F("given").asc(nulls_first=True))
    )
    return confirmed_holder_of(address) or unconfirmed.first()


def confirmed_holder_of(address: str) -> Player | None:
    """Return the account that has confirmed an address."""
    return Player.objects.filter(
        emailaddress__email=address.lower(), emailaddress__verified=True, is_active=True
    ).first()
