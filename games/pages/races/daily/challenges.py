"""A day's challenges, with one visitor's attempts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, TypeAlias

from django.db.models import Count, Q
from django.http import Http404
from django.shortcuts import get_object_or_404

from games import engine
from games.engine import GAMES
from games.models import Attempt, Daily, Follow, Player, Proof, Trial
from games.models.races.daily import day_of
from games.models.visibility import hidden_from
from games.pages.deals.labels import DIFFICULTIES, difficulty
from games.pages.deals.small_board import SmallBoard, covered_board, small_board
from games.pages.races.daily.friends import FriendResult, friends_results
from games.pages.races.daily.rank import rank_text
from games.pages.races.own_attempt import OwnAttempt, own_attempts
from games.pages.site.clock import now

FRIENDS: Final = 3
"""How many friends a card names."""


@dataclass(frozen=True)
class DailyCard(OwnAttempt):
    """A game's challenge on one day, and the visitor's attempt at it."""

    game: str
    day: date
    daily: Daily | None
    """None while no proven deal is ready, or if no one visited that day."""
    board: SmallBoard
    """Face down until the visitor may know the deal."""
    stored_difficulty: str = ""
    finished: int = 0
    """How many have finished, guests too."""
    friends_finished: int = 0
    """How many of those whom the visitor follows have finished."""
    friends: Sequence[FriendResult] = ()
    """What the best of them came to, once the visitor may know."""

    @property
    def title(self) -> str:
        """The game's title."""
        return GAMES[self.game].title

    @property
    def difficulty(self) -> str:
        """The name of the deal's difficulty; empty if it is unknown."""
        return difficulty(self.stored_difficulty)

    @property
    def rank(self) -> str:
        """A sentence on where the attempt stands; empty before it has ended. Costs queries."""
        if self.attempt is None or self.entry is None:
            return ""
        return rank_text(self.attempt, self.entry, day_of(now()))


def find_daily(day: date, game: str) -> Daily:
    """Return a game's challenge on a day; the first request of the day creates today's.

    :raises Http404: if there is none.
    """
    if game in GAMES and day == day_of(now()):
        Daily.objects.of_day(game, now())
    if day > day_of(now()):
        raise Http404("no challenge of a day to come")
    return get_object_or_404(Daily.objects.with_deals(), day=day, game=game)


def challenges(
    day: date, dailies: dict[str, Daily | None], player: Player | None
) -> list[DailyCard]:
    """Return a day's challenges with the visitor's attempts."""
    found = [daily for daily in dailies.values() if daily is not None]
    attempts, entries = own_attempts([one.trial_id for one in found], player)
    trials = Trial.objects.filter(pk__in=[one.trial_id for one in found])
    hidden = set(trials.filter(hidden_from(player, now())).values_list("pk", flat=True))
    difficulties = _difficulties(found)
    finished = _finished(found, player)
    over = [attempts[trial].trial_id for trial in attempts if attempts[trial].race_id in entries]
    friends = friends_results(over, player)
    made = []
    for game, daily in dailies.items():
        attempt = attempts.get(daily.trial_id) if daily else None
        is_open = daily is not None and daily.trial_id not in hidden
        all_finished, friends_finished = finished.get(daily.trial_id, (0, 0)) if daily else (0, 0)
        made.append(
            DailyCard(
                game=game,
                day=day,
                daily=daily,
                board=_board(game, daily if is_open else None),
                stored_difficulty=difficulties.get(daily.deal.pk, "") if daily else "",
                attempt=attempt,
                entry=entries.get(attempt.race_id) if attempt else None,
                finished=all_finished,
                friends_finished=friends_finished,
                friends=friends.get(daily.trial_id, [])[:FRIENDS] if daily and is_open else (),
            )
        )
    return made


Preparing: TypeAlias = Literal["", "some", "all"]


def preparing(cards: Iterable[DailyCard]) -> Preparing:
    """Return which of a day's challenges have no deal yet."""
    missing = [card.daily is None for card in cards]
    if all(missing):
        return "all"
    return "some" if any(missing) else ""


def ready_first(cards: Iterable[DailyCard]) -> list[DailyCard]:
    """Return challenges in their order, but those without a deal last."""
    return sorted(cards, key=lambda card: card.daily is None)


def left_to_play(cards: Iterable[DailyCard]) -> list[DailyCard]:
    """Return the challenges that can still be played: one that runs first, then the easiest."""
    left = [card for card in cards if card.daily is not None and card.state != "ended"]
    return sorted(easiest_first(left), key=lambda card: card.state != "running")


def untouched(cards: Iterable[DailyCard]) -> bool:
    """Return whether a day's challenges can be played, and no one has tried one yet."""
    open_ones = [card for card in cards if card.daily is not None]
    tried = any(card.finished or card.state == "ended" for card in open_ones)
    return bool(open_ones) and not tried


def easiest_first(cards: Iterable[DailyCard]) -> list[DailyCard]:
    """Return challenges by the difficulty of their deals; those of unknown difficulty last."""
    order = [value for value, _name in DIFFICULTIES]
    return sorted(
        cards, key=lambda card: [*order, card.stored_difficulty].index(card.stored_difficulty)
    )


def _difficulties(dailies: Iterable[Daily]) -> dict[int, str]:
    """Return the difficulty of each daily's deal, as far as it is known."""
    rules = {daily.deal.pk: daily.rules for daily in dailies}
    proofs = Proof.objects.filter(deal__in=rules).values_list("deal", "rules", "difficulty")
    return {deal: found for deal, of, found in proofs if of == rules[deal]}


def _finished(dailies: Iterable[Daily], player: Player | None) -> dict[int, tuple[int, int]]:
    """Return how many tries at each daily have ended, and how many of friends, by trial."""
    ended = Attempt.objects.tried().filter(trial__daily__in=dailies)
    friends = Q(player__in=Follow.objects.filter(follower=player).values("followed"))
    counted = ended.values("trial").annotate(
        all=Count("pk"), friends=Count("pk", filter=friends if player else Q(pk=None))
    )
    return {row["trial"]: (row["all"], row["friends"]) for row in counted}


def _board(game: str, shown: Daily | None) -> SmallBoard:
    if shown is None:
        return covered_board(f"{game}/standard")
    return small_board(shown.rules, engine.Deal.parse(shown.deal.cards))
