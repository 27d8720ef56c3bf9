"""What a site gives away: accounts, and the daily challenges that are over, with their runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils import timezone
from msgspec.structs import replace

from games.management.transfer.lines import (
    VERSION,
    DailyLine,
    Email,
    FollowLine,
    Head,
    Line,
    PlayerLine,
    ProofLine,
    RatingLine,
    ResultLine,
    RunLine,
)
from games.models import Attempt, Daily, Entry, Follow, NoticeKind, Player, Proof, Wishes
from games.models.database.instants import to_ms
from games.models.deals.difficulty import StoredDifficulty
from games.models.deals.proof import ProofKind
from games.racing import RunState


class Departure:
    """Everything that goes, read from one snapshot."""

    def __init__(self) -> None:
        self._now = timezone.now()
        running = Attempt.objects.running().filter(trial=OuterRef("trial"))
        past = Daily.objects.past(to_ms(self._now)).exclude(Exists(running))
        self._dailies = past.filter(trial__deal__key__isnull=False)
        self._runs = Entry.objects.filter(
            race__attempt__trial__daily__in=self._dailies, race__closed_at__isnull=False
        )
        accounts = Q(guest=False, deleted_at=None)
        self._players = Player.objects.filter(accounts | Q(pk__in=self._runs.values("player")))
        self._follows = Follow.objects.filter(
            follower__in=Player.objects.filter(accounts),
            followed__in=Player.objects.filter(accounts),
        )

    def head(self) -> Head:
        """Return the first line. Costs four queries."""
        return Head(
            version=VERSION,
            written_at=self._now,
            players=self._players.count(),
            follows=self._follows.count(),
            dailies=self._dailies.count(),
            runs=self._runs.count(),
        )

    def lines(self) -> Iterator[Line]:
        """Yield the other lines."""
        yield from self._accounts()
        follows = self._follows.select_related("follower", "followed").order_by("pk")
        for follow in follows.iterator():
            yield FollowLine(follow.follower.username, follow.followed.username, follow.created_at)
        dailies = self._dailies.with_deals().order_by("day", "game")
        for daily in dailies.prefetch_related("trial__deal__proofs"):
            yield _daily(daily)
            runs = self._runs.filter(race__attempt__trial=daily.trial_id).order_by("pk")
            played = runs.select_related("player", "race__deal", "race__attempt")
            for entry in played.prefetch_related("actions"):
                yield _run(entry)

    def _accounts(self) -> Iterator[PlayerLine]:
        emails: dict[int, list[EmailAddress]] = defaultdict(list)
        for email in EmailAddress.objects.order_by("pk"):
            emails[email.user_id].append(email)
        # Owners come before their bots.
        players = self._players.select_related("owner").order_by("bot", "pk")
        wishes = Prefetch("wishes", Wishes.objects.all())
        for player in players.prefetch_related(wishes, "ratings").iterator(chunk_size=500):
            yield _player(player, emails[player.pk])


def _player(player: Player, emails: list[EmailAddress]) -> PlayerLine:
    about = PlayerLine(
        username=player.username,
        name=player.name,
        joined=player.date_joined,
        guest=player.guest,
        bot=player.bot,
        deleted=player.deleted_at,
        private=player.private,
    )
    if player.guest or player.deleted_at is not None:
        return about
    wishes: Wishes | None = getattr(player, "wishes", None)
    return replace(
        about,
        owner=None if player.owner is None else player.owner.username,
        active=player.is_active,
        password=player.password if player.has_usable_password() else "",
        email=player.email,
        emails=tuple(Email(one.email, one.verified, one.primary) for one in emails),
        show_online=player.show_online,
        quiet=() if wishes is None else tuple(map(NoticeKind, wishes.quiet)),
        language=None if wishes is None else wishes.language,
        ratings=tuple(
            RatingLine(one.game, one.mu, one.sigma, one.races) for one in player.ratings.all()
        ),
    )


def _daily(daily: Daily) -> DailyLine:
    deal = daily.deal
    return DailyLine(
        game=daily.game,
        day=daily.day,
        rules=daily.rules,
        key=bytes(deal.key or b"").hex(),
        public=deal.public,
        limit=daily.trial.limit_s,
        created=daily.created_at,
        proofs=tuple(map(_proof, deal.proofs.all())),
    )


def _proof(proof: Proof) -> ProofLine:
    return ProofLine(
        rules=proof.rules,
        kind=ProofKind(proof.kind),
        states=proof.states,
        line=proof.line,
        difficulty=StoredDifficulty(proof.difficulty) if proof.difficulty else None,
    )


def _run(entry: Entry) -> RunLine:
    race = entry.race
    assert race.starts_at is not None  # noqa: S101
    assert race.closed_at is not None  # noqa: S101
    removed = race.actions_removed_at
    return RunLine(
        player=entry.player.username,
        code=race.code,
        ranked=race.attempt.ranked,
        created=race.created_at,
        starts=race.starts_at,
        closed=race.closed_at,
        countdown=race.countdown_s,
        as_guest=entry.as_guest,
        assisted=entry.assisted,
        hints=entry.hints,
        void=entry.void_reason,
        place=entry.place,
        result=ResultLine(
            state=RunState(entry.state),
            progress=entry.progress,
            progress_at=entry.progress_at,
            moves=entry.moves,
            undos=entry.undos,
            last_at=entry.last_at,
            time=entry.time_ms,
        ),
        record=None if removed else str(entry.record()),
        removed=removed,
    )
