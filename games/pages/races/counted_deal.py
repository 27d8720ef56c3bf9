"""After a win that counts nowhere: a deal on which one would."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Daily, Player, Proof, Race
from games.models.races.daily import day_of
from games.racing import Kind


@dataclass(frozen=True)
class CountedDeal:
    """A deal that no one has seen, by the standard rules of a game."""

    game: str
    daily: Daily | None
    """Today's challenge where no deal is ready for a ranked race."""

    @classmethod
    def after(cls, race: Race, player: Player | None, now: int) -> CountedDeal | None:
        """Return what to offer after a race on a deal that was no secret, or None."""
        if race.kind != Kind.SOLO and not race.deal.public:
            return None
        if Proof.objects.stock(f"{race.game}/standard").exists():
            return cls(race.game, None)
        daily = Daily.objects.with_deals().filter(day=day_of(now), game=race.game).first()
        if daily is None or daily.trial.attempt_of(player) is not None:
            return None
        return cls(race.game, daily)
