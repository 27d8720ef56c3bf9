"""A site with accounts and daily challenges that are over, to be moved to another one."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.utils import timezone

from games.engine import Board, Deal, Rules
from games.models import (
    Action,
    Daily,
    Follow,
    NoticeKind,
    Player,
    Proof,
    Race,
    Rating,
    Wishes,
)
from games.models.people.bot import make_bot
from games.models.races.closing import close_race
from games.models.races.identity import erase
from games.models.standings.booking import book_closed
from tests.clocks import at
from tests.models import events
from tests.models.dailies import DAY, GAME, HOUR, begin
from tests.models.old_races import done_with, remove
from tests.models.stored_races import NOW, act

PASSWORD = "correct horse"


def fill() -> None:
    """Fill an empty site."""
    alice, bob, boss = (
        Player.objects.create_user(name, f"{name}@example.org", PASSWORD, name=name.title())
        for name in ("alice", "bob", "boss")
    )
    for player in (alice, bob):
        address = {"email": player.email, "verified": True, "primary": True}
        EmailAddress.objects.create(user=player, **address)
    Player.objects.filter(pk=boss.pk).update(is_staff=True, is_superuser=True)
    Player.objects.filter(pk=bob.pk).update(private=True, show_online=False)
    make_bot(alice, "Greedy")
    guest = Player.objects.create_guest()
    former = Player.objects.create_user("former", password=PASSWORD, name="Former")
    Follow.objects.begin(alice, bob)
    Wishes.objects.create(player=alice, quiet=[NoticeKind.OVERTAKEN], language="de")
    Rating.objects.create(player=alice, game=GAME, mu=30, sigma=4, low=18, races=17)
    events.stock(2)
    first, second = (Daily.objects.of_day(GAME, now) for now in (NOW, NOW + DAY))
    assert first is not None
    assert second is not None
    win(first, alice)
    for number, player in enumerate((bob, guest, former), 3):
        run = begin(first, player).race
        act(run, player, *moves(first)[:number], "end")
        close_race(run, at(NOW + HOUR))
    book_closed()
    erase(former, timezone.now())
    old = begin(second, bob, NOW + DAY).race
    act(old, bob, *moves(second)[:4], "end")
    close_race(old, at(NOW + DAY + HOUR))
    done_with(old)
    Race.objects.exclude(pk=old.pk).update(booked=False)
    assert remove(NOW + 90 * DAY) == 1
    book_closed()


def moves(daily: Daily) -> list[str]:
    """Return the moves that win a challenge."""
    return Proof.objects.get(deal=daily.deal, rules=daily.rules).line.split()


def win(daily: Daily, player: Player) -> None:
    """Store an attempt that wins, its last moves by the server."""
    race = begin(daily, player).race
    board = Board(Rules.parse(daily.rules), Deal.parse(daily.deal.cards))
    played: list[tuple[str, int, bool]] = []
    for number, move in enumerate(moves(daily), 1):
        board.push(board.find_move(move))
        played.append((move, 1000 * number, False))
        if finishing := board.finish():
            played += [(str(each), 1000 * number, True) for each in finishing]
            break
    entry = race.entries.get()
    Action.objects.bulk_create(
        Action(entry=entry, number=number, ms=ms, text=text, automatic=automatic)
        for number, (text, ms, automatic) in enumerate(played, 1)
    )
    close_race(race, at(NOW + HOUR))
