"""The admin. Staff can edit players but only view races, whose results are derived."""

from __future__ import annotations

from typing import Any, cast

from allauth.idp.oidc.admin import ClientAdmin
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from games.admin_forms import ApplicationForm, NewPlayerForm, PlayerForm
from games.models import (
    Action,
    Analysis,
    AnytimeRace,
    Attempt,
    Daily,
    Deal,
    Entry,
    Player,
    Proof,
    Race,
    Review,
    Ruling,
    Trial,
)
from games.models.database.instants import to_ms
from games.models.people import application
from games.models.standings.ruling import Decision
from games.models.visibility import is_secret_to, is_solution_secret, replayable_by
from games.racing import RefusedError

SECRET = "secret until its races are over"  # noqa: S105


def is_secret(deal: Deal) -> bool:
    """Return whether a deal must stay hidden from staff, who play too."""
    return is_secret_to(deal, None, to_ms(timezone.now()))


def decide_link(entry: int) -> str:
    """Return a link to the form for a ruling on a run."""
    address = f"{reverse('admin:games_ruling_add')}?entry={entry}"
    return format_html('<a href="{}">Decide</a>', address)


class LookOnly:
    """A mixin that forbids adding, changing, and filtering by hidden fields."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Allow only the page's own filters: `?cards__startswith=QH` would leak a secret deal."""
        filters = [*getattr(self, "list_filter", ()), getattr(self, "date_hierarchy", None)]
        names = [one[0] if isinstance(one, tuple) else one for one in filters]
        return any(lookup == name or lookup.startswith(f"{name}__") for name in names)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EntriesOfRace(LookOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Entry
    fields = ("seat", "player", "ready", "state", "place", "progress", "moves", "undos", "time_ms")
    ordering = ("seat",)
    show_change_link = True
    can_delete = False


class ShownText:
    """A mixin that shows actions to staff, who play too, only once strangers may see them."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Action]:
        found: QuerySet[Action] = super().get_queryset(request)  # type: ignore[misc]
        seen = Entry.objects.filter(replayable_by(None, to_ms(timezone.now())))
        return found.annotate(is_shown=Exists(seen.filter(pk=OuterRef("entry"))))

    @admin.display(description="text")
    def shown_text(self, action: Action) -> str:
        return action.text if getattr(action, "is_shown", False) else SECRET


class ActionsOfEntry(LookOnly, ShownText, admin.TabularInline):  # type: ignore[type-arg]
    model = Action
    fields = ("number", "ms", "shown_text", "automatic")
    readonly_fields = ("shown_text",)
    can_delete = False


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    form = PlayerForm
    add_form = NewPlayerForm
    list_display = ("username", "name", "guest", "bot", "email", "is_staff", "last_login")
    list_filter = ("guest", "bot", "is_staff", "is_active")
    search_fields = ("username", "name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("bot", "owner", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "name", "email", "guest", "private")}),
        ("Bot", {"fields": ("bot", "owner")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: races keep their runs, so `manage.py erase` erases the player alone."""
        return False

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Say how an account is erased instead."""
        raise PermissionDenied(
            "The admin deletes no players: races keep their runs. If an account's owner asks,"
            " run manage.py erase USERNAME."
        )


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Second factors: staff can delete a lost one, but can't see its secret."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    exclude = ("data",)


admin.site.unregister((Client, Token))


@admin.register(Client)
class ApplicationAdmin(ClientAdmin):  # type: ignore[misc]
    """Applications of others. Players are always asked, and all may ask for the same."""

    form = ApplicationForm
    fields = ("name", "type", "redirect_uris", "owner", "created_at")
    readonly_fields = ("created_at",)
    list_display = ("name", "id", "type", "owner", "created_at")
    list_filter = ("type",)
    list_select_related = ("owner",)

    def save_model(self, request: HttpRequest, obj: Client, form: Any, change: bool) -> None:
        if not change:
            application.allow(obj)
        super().save_model(request, obj, form, change)


@admin.register(Token)
class GrantedTokenAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What applications hold: staff can delete it, but can't see its hash."""

    list_display = ("id", "client", "type", "user", "created_at", "expires_at")
    list_filter = ("type",)
    list_select_related = ("client", "user")
    search_fields = ("client__name", "user__username")
    fields = ("client", "type", "user", "scopes", "created_at", "expires_at")


@admin.register(Deal)
class DealAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "commitment")
    fields = ("commitment", "shown_key", "shown_cards")
    search_fields = ("races__code",)

    @admin.display(description="key")
    def shown_key(self, deal: Deal) -> str:
        if is_secret(deal):
            return SECRET
        return "-" if deal.key is None else deal.key.hex()

    @admin.display(description="cards")
    def shown_cards(self, deal: Deal) -> str:
        return SECRET if is_secret(deal) else deal.cards


@admin.register(Proof)
class ProofAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "rules", "kind", "difficulty", "states", "in_stock", "created_at")
    list_filter = ("kind", "in_stock", "difficulty", "rules")
    fields = (
        *("deal", "rules", "kind", "difficulty", "states", "in_stock", "created_at"),
        "shown_line",
    )
    search_fields = ("rules", "deal__races__code")

    @admin.display(description="line")
    def shown_line(self, proof: Proof) -> str:
        secret = is_solution_secret(proof, None, to_ms(timezone.now()))
        return SECRET if secret else proof.line


@admin.register(Race)
class RaceAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "rules", "kind", "host", "created_at", "starts_at", "closed_at")
    list_filter = ("kind", ("closed_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("host",)
    search_fields = ("code", "rules", "entries__player__name", "entries__player__username")
    ordering = ("-pk",)
    inlines = (EntriesOfRace,)


@admin.register(Daily)
class DailyAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "day", "game", "trial", "created_at")
    list_filter = ("game",)
    date_hierarchy = "day"
    ordering = ("-day", "game")


@admin.register(AnytimeRace)
class AnytimeRaceAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "code", "host", "trial", "created_at")
    list_select_related = ("host", "trial")
    search_fields = ("code", "host__name", "host__username")
    ordering = ("-pk",)


@admin.register(Trial)
class TrialAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "kind", "rules", "deal", "opens_at", "closes_at")
    list_filter = ("kind",)
    ordering = ("-pk",)


@admin.register(Attempt)
class AttemptAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "trial", "player", "race", "ranked")
    list_select_related = ("trial", "player", "race")
    search_fields = ("race__code", "player__name", "player__username")
    ordering = ("-pk",)


@admin.register(Entry)
class EntryAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "race", "seat", "player", "state", "place", "progress", "time_ms", "rule")
    list_filter = ("state", "player__guest")
    list_select_related = ("race", "player")
    search_fields = ("race__code", "player__name", "player__username")
    ordering = ("-pk",)
    inlines = (ActionsOfEntry,)

    @admin.display(description="")
    def rule(self, entry: Entry) -> str:
        return decide_link(entry.pk)


@admin.register(Analysis)
class AnalysisAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    # A deleted analysis is computed again.
    list_display = ("entry", "winnable_until", "lost_from", "undecided", "direct", "created_at")
    list_select_related = ("entry__race", "entry__player")
    search_fields = ("=entry__race__code",)
    ordering = ("-pk",)
    exclude = ("rescue",)
    readonly_fields = ("shown_rescue",)

    @admin.display(description="rescue")
    def shown_rescue(self, analysis: Analysis) -> str:
        return SECRET if is_secret(analysis.entry.race.deal) else analysis.rescue


@admin.register(Action)
class ActionAdmin(LookOnly, ShownText, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "entry", "number", "ms", "shown_text", "automatic")
    fields = ("entry", "number", "ms", "shown_text", "automatic")
    list_select_related = ("entry__race", "entry__player")
    search_fields = ("=entry__race__code",)
    ordering = ("-pk",)
    # Counting all rows of the largest table would be the slowest query of its page.
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Action | None = None) -> bool:
        return False


@admin.register(Review)
class ReviewAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Reviewed runs and their doubts; what to do about them is a ruling."""

    list_display = ("entry", "doubts", "decided", "rule", "reviewed_at")
    list_filter = (("doubts", admin.EmptyFieldListFilter), "reviewed_at")
    list_select_related = ("entry__race", "entry__player")
    search_fields = ("=entry__race__code", "entry__player__name", "doubts")
    ordering = ("-reviewed_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Review]:
        done = super().get_queryset(request).filter(reviewed_at__isnull=False)
        return done.prefetch_related("entry__rulings")

    @admin.display
    def decided(self, review: Review) -> str:
        rulings = sorted(review.entry.rulings.all(), key=lambda ruling: ruling.pk)
        return rulings[-1].decision if rulings else ""

    @admin.display(description="")
    def rule(self, review: Review) -> str:
        return decide_link(review.entry_id)


@admin.register(Ruling)
class RulingAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Decisions of staff. Rulings can be added, but not changed or deleted."""

    list_display = ("created_at", "entry", "decision", "staff", "reason")
    list_filter = ("decision", "created_at")
    list_select_related = ("entry__player", "entry__race", "staff")
    search_fields = ("=entry__race__code", "entry__player__name", "staff__name", "reason")
    ordering = ("-pk",)
    fields = ("entry", "decision", "reason")
    raw_id_fields = ("entry",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        try:
            return super().add_view(request, form_url, extra_context)
        except RefusedError as error:
            self.message_user(request, error.sentence, messages.ERROR)
            return redirect(request.get_full_path())

    def save_model(self, request: HttpRequest, obj: Ruling, form: Any, change: bool) -> None:
        staff = cast("Player", request.user)
        now = to_ms(timezone.now())
        made = Ruling.objects.make(obj.entry, Decision(obj.decision), staff, obj.reason, now)
        obj.pk, obj.staff = made.pk, made.staff
