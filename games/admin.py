"""The admin: players can be edited, races only looked at, since their results are derived."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from games.models import Action, Deal, Entry, Player, Proof, Race

SECRET = "secret until its races are over"  # noqa: S105


class LookOnly:
    """Keeps an admin from adding and changing."""

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


class ActionsOfEntry(LookOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Action
    fields = ("number", "ms", "text", "automatic")
    can_delete = False


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "name", "guest", "email", "is_staff", "last_login")
    list_filter = ("guest", "is_staff", "is_active")
    search_fields = ("username", "name", "email")
    ordering = ("-date_joined",)
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "name", "email", "guest")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )


@admin.register(Deal)
class DealAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "commitment")
    fields = ("commitment", "shown_key", "shown_cards")
    search_fields = ("races__code",)

    @admin.display(description="key")
    def shown_key(self, deal: Deal) -> str:
        if deal.is_secret:
            return SECRET
        return "-" if deal.key is None else deal.key.hex()

    @admin.display(description="cards")
    def shown_cards(self, deal: Deal) -> str:
        return SECRET if deal.is_secret else deal.cards


@admin.register(Proof)
class ProofAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "rules", "kind", "states", "in_stock", "created_at")
    list_filter = ("kind", "in_stock", "rules")
    fields = ("deal", "rules", "kind", "states", "in_stock", "created_at", "shown_line")
    search_fields = ("rules", "deal__races__code")

    @admin.display(description="line")
    def shown_line(self, proof: Proof) -> str:
        secret = proof.deal.is_secret and not proof.deal.public
        return SECRET if secret else proof.line


@admin.register(Race)
class RaceAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "rules", "kind", "host", "created_at", "starts_at", "closed_at")
    list_filter = ("kind", ("closed_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("host",)
    search_fields = ("code", "rules", "entries__player__name", "entries__player__username")
    ordering = ("-pk",)
    inlines = (EntriesOfRace,)


@admin.register(Entry)
class EntryAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "race", "seat", "player", "state", "place", "progress", "time_ms")
    list_filter = ("state", "player__guest")
    list_select_related = ("race", "player")
    search_fields = ("race__code", "player__name", "player__username")
    ordering = ("-pk",)
    inlines = (ActionsOfEntry,)


@admin.register(Action)
class ActionAdmin(LookOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "entry", "number", "ms", "text", "automatic")
    list_select_related = ("entry",)
    search_fields = ("=entry__race__code",)
    ordering = ("-pk",)
    # Counting all rows of the largest table would be the slowest part of its page.
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Action | None = None) -> bool:
        return False
