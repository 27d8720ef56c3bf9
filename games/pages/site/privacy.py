"""What is stored about a person, why, how long, and who sees it: the page that says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.pages.site.text import Text


@dataclass(frozen=True)
class Kept:
    """Something that is stored about a person, and the fields of models that hold it."""

    what: Text
    why: Text
    how_long: Text
    who: Text
    fields: tuple[str, ...]
    """For each model its label, then the names of fields: a test finds those that are missing."""


UNTIL_DELETED: Final = _("Until you delete your account.")
NOBODY: Final = _("You alone, and the people who run the site.")

KEPT: Final = (
    Kept(
        _("Your name, and since when you play"),
        _("The others know whom they race. A guest's name is made up, and needn't be changed."),
        _("Until you delete your account. What stays has no name, only the day it began."),
        _("Everyone."),
        ("games.Player: name name_key guest bot owner date_joined deleted_at",),
    ),
    Kept(
        _("Your log-in"),
        _(
            "Username, password, email addresses, passkeys and log-ins elsewhere let you in again."
            " Guests have none of them."
        ),
        UNTIL_DELETED,
        _(
            "You alone, and the people who run the site. Nobody can read a password: only its hash"
            " is stored."
        ),
        (
            "games.Player: username password email last_login session_epoch is_active is_staff"
            " is_superuser",
            "account.EmailAddress: user email verified primary",
            "account.EmailConfirmation: email_address created sent key",
            "mfa.Authenticator: user type data created_at last_used_at",
            "socialaccount.SocialAccount: user provider uid last_login date_joined extra_data",
            "socialaccount.SocialToken: account token token_secret expires_at",
        ),
    ),
    Kept(
        _("Cookies and sessions"),
        _(
            "One cookie says that it's still you, one protects forms, and others remember the"
            " language, the settings you choose and a message for the next page. None of them"
            " follows you elsewhere. A session also keeps which any-time races you were invited to."
        ),
        _("A year at most. You log out, and the session is gone."),
        NOBODY,
        ("sessions.Session: session_key session_data expire_date",),
    ),
    Kept(
        _("What you allow others, and when you were last here"),
        _("Friends see who is there, and may watch, unless you turn it off."),
        _("Until you delete your account. Only the latest time is stored."),
        _("Players whom you let see it in your account's settings."),
        ("games.Player: private show_online seen_at",),
    ),
    Kept(
        _("Your races"),
        _(
            "Each challenge, seat, move, undo and hint, with its time. The result, the replay and"
            " the proof that a race was fair follow from them."
        ),
        _(
            "As long as the site is there: others raced against you. It may remove moves earlier,"
            " as it says above. When you delete your account, your name is taken from them."
        ),
        _(
            "Everyone, once the cards may be shown. With a private profile, nobody finds a list of"
            " your races."
        ),
        (
            "games.Entry: player race seat ready elsewhere created_at seen_at void_reason assisted"
            " hints as_guest state progress progress_at moves undos last_at time_ms place stopped",
            "games.Action: entry number ms text automatic",
            "games.Analysis: entry created_at winnable_until lost_from undecided rescue taken_back"
            " circling wasted_ms direct",
            "games.Attempt: player trial race ranked told",
            "games.GhostRace: seat race ghost",
            "games.Challenge: race challenger challenged created_at declined_at",
            "games.Match: stopped_by",
            "games.Race: host",
            "games.AnytimeRace: host",
            "games.Deal: brought_by",
            "games.Event: organiser name",
            "games.Participation: event player joined_at left_at removed_at",
        ),
    ),
    Kept(
        _("Your standings"),
        _("Best times and ratings. A run that looks odd is noted, and staff may void it."),
        _("As long as the site is there. When you delete your account, your name is taken off."),
        _("Everyone sees standings. Only staff see what was odd; you read why a run was voided."),
        (
            "games.LeaderboardRow: player leaderboard entry rank_key",
            "games.Rating: player game mu sigma low races",
            "games.EarlierRating: player game mu sigma races",
            "games.RatingChange: player race game closed_at mu sigma",
            "games.Review: entry doubts reviewed_at",
            "games.Ruling: entry decision staff reason created_at",
        ),
    ),
    Kept(
        _("Whom you follow"),
        _("Your friends' page."),
        _("Until you stop following, or delete your account."),
        _("You, and the player you follow."),
        ("games.Follow: follower followed created_at",),
    ),
    Kept(
        _("Notifications"),
        _(
            "What happened to you, and how you want to hear of it. A browser with push has an"
            " address at its maker, to which notifications are sent sealed."
        ),
        _("30 days. Your choices and browsers: until you change them or delete your account."),
        NOBODY,
        (
            "games.Notice: player by kind cause race trial event at until shown seen_at mail_due"
            " mail_retry_at mailed_at push_due",
            "games.Wishes: player quiet mailed pushed language origin",
            "games.PushSubscription: player endpoint digest p256dh auth session language origin"
            " created_at",
            "games.Push: notice browser tries due_at",
        ),
    ),
    Kept(
        _("Programs that use your account"),
        _("Tokens, applications and webhooks that you set up, and what was lately sent to them."),
        _("Until you revoke or delete them; what was sent, eight days."),
        NOBODY,
        (
            "games.AccessToken: player name digest scopes created_at expires_at used_at",
            "games.UsedGrant: player client digest used_at",
            "games.Request: player key asked race anytime event sent_at",
            "games.Webhook: player address format secret origin created_at after failures"
            " failing_since retry_at disabled_at",
            "games.Delivery: webhook number kind code at status fault",
            "allauth_idp_oidc.Client: owner name secret scopes default_scopes type grant_types"
            " redirect_uris cors_origins allow_uri_wildcards response_types skip_consent created_at"
            " data",
            "allauth_idp_oidc.Token: user client type hash data created_at expires_at scopes",
        ),
    ),
    Kept(
        _("What you lately did"),
        _(
            "Who opened which race, for limits and for programs that follow public races. For a"
            " guest, a fingerprint of the address on the internet stands beside it."
        ),
        _("One or two days."),
        _("Everyone sees who opened a public race. Nobody can read the fingerprint."),
        (
            "games.Opening: player race code place opened_at",
            "games.RaceEvent: player number kind race code quick at",
        ),
    ),
    Kept(
        _("What staff changed"),
        _("Changes in the admin are logged."),
        _("As long as the site is there."),
        _("Staff."),
        (
            "admin.LogEntry: user action_time content_type object_id object_repr action_flag"
            " change_message",
        ),
    ),
)
"""Each field that refers to a person, or says something of one, stands here exactly once."""


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is stored about a visitor, why, how long, and who sees it."""
    days = {"guest_days": settings.GUEST_DAYS, "actions_days": settings.ACTIONS_DAYS}
    contact = settings.CONTACT.removeprefix("mailto:")
    shown = {"contact": contact, "contact_address": settings.CONTACT}
    return render(request, "site/privacy.html", {"kept": KEPT, **days, **shown})
