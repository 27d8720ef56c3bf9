"""What players are told of, and that each cause is told once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from games import racing
from games.models import AnytimeRace, Attempt, Challenge, Follow, Notice, Player, Race, Wishes
from games.models.database.instants import to_datetime
from games.models.people.wishes import NoticeKind, Way
from games.models.play.telling import LAST_CALL_MS, tell
from games.models.races.challenge import LASTS_MS
from games.models.races.closing import close_race
from games.models.races.event_plan import call_off
from games.models.races.event_players import join_event, leave_event
from games.models.races.identity import erase
from games.models.races.new_race import STANDARD, new_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.models.races.unstarted import unmake
from games.models.standings.absorbing import absorb
from games.pages.people.notices.said import said
from games.tasks import forget
from tests.clocks import at
from tests.models.anytime_races import anytime
from tests.models.dailies import DAY, HOUR, MINUTE, begin, daily, finish
from tests.models.events import START, planned, seat
from tests.models.stored_races import END, NOW, RULES, act, closed_race, join, started_race

pytestmark = pytest.mark.django_db


def told(now: int = NOW + HOUR) -> list[tuple[str, str, str]]:
    """Work, twice, and return who was told what, and of whom."""
    for _ in range(2):
        tell(at(now))
    found = Notice.objects.order_by("pk").select_related("player", "by")
    return [(one.player.name, one.kind, one.by.name if one.by else "") for one in found]


def unseen(player: Player, now: int = NOW) -> list[str]:
    found = Notice.objects.unseen(player, to_datetime(now))
    return list(found.order_by("pk").values_list("kind", flat=True))


def challenge(challenger: Player, challenged: Player) -> Challenge:
    return Challenge.objects.open(challenger, challenged, RULES, at(NOW))


def test_a_challenge_is_told_until_it_is_answered_or_too_old(alice: Player, bob: Player) -> None:
    made = challenge(alice, bob)
    assert told(NOW) == [("Bob", "challenged", "Alice")]
    assert unseen(bob, NOW + LASTS_MS - 1) == ["challenged"]
    assert unseen(bob, NOW + LASTS_MS) == []
    join(made.race, bob)
    assert unseen(bob) == []
    challenge(alice, bob).decline(NOW)
    assert Notice.objects.count() == 1
    # A race that everyone has left is gone, and with it what was told of it.
    other = challenge(alice, bob)
    other.race.claim()
    unmake(other.race)
    assert Notice.objects.count() == 1


def test_who_is_overtaken_is_told_once_and_only_after_the_own_attempt(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    race = anytime(alice, seats=5)
    finish(race.trial, bob, 3, now=NOW)
    assert told(NOW + MINUTE) == []
    begin(race.trial, charlie, NOW)
    finish(race.trial, guest, now=NOW)
    # Charlie still plays, and hears nothing; Alice never began.
    assert told(NOW + MINUTE) == [("Bob", "overtaken", guest.name)]
    finish(race.trial, alice, 2, now=NOW)
    assert [kind for _, kind, _ in told(NOW + MINUTE)] == ["overtaken", "played", "played"]


def test_who_has_played_is_told_of_each_who_plays_later(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    race = anytime(alice, seats=5)
    finish(race.trial, bob, 3)
    finish(race.trial, charlie, 2, now=NOW + MINUTE)
    # Charlie read of Bob after the own attempt; Alice hasn't played.
    assert told() == [("Bob", "played", "Charlie")]
    sentence = "Charlie has played your any-time race: Agnes Sorel. Your place now: 1 of 2."
    assert said(Notice.objects.with_cause().get()) == sentence
    # An overtaken player hears of it once, and an attempt without a move counts as none.
    finish(race.trial, guest, now=NOW + 2 * MINUTE)
    overtaken = [(name, "overtaken", guest.name) for name in ("Bob", "Charlie")]
    assert told()[1:] == overtaken
    finish(race.trial, alice, 0, now=NOW + 3 * MINUTE)
    assert told()[1:] == overtaken
    assert not Notice.objects.filter(mail_due=True).exists()
    assert not Notice.objects.filter(push_due=True).exists()


def test_who_left_is_told_nothing_more(alice: Player, bob: Player, charlie: Player) -> None:
    race = anytime(alice, seats=3)
    attempt = begin(race.trial, bob)
    act(attempt.race, bob, "forfeit")
    close_race(attempt.race, at(NOW + HOUR))
    assert told(NOW + MINUTE) == []
    finish(race.trial, alice, 3)
    finish(race.trial, charlie)
    # It is over with its last seat, which says more than who overtook whom; Charlie saw it.
    assert told() == [("Alice", "over", "Charlie")]
    assert (
        said(Notice.objects.get()) == "Charlie won your any-time race: Agnes Sorel. Place 2 of 3."
    )


def test_the_end_of_an_anytime_race_is_told_to_players_and_host(alice: Player, bob: Player) -> None:
    race = anytime(alice, window=HOUR)
    empty = anytime(alice, window=HOUR)
    finish(race.trial, bob, 3)
    assert told(NOW + HOUR - 1) == []
    assert sorted(told(NOW + HOUR)) == [("Alice", "over", "Bob"), ("Bob", "over", "Bob")]
    assert AnytimeRace.objects.get(pk=empty.pk).told
    notice = Notice.objects.filter(player=bob).get()
    assert said(notice) == "You won your any-time race: Agnes Sorel."
    # The host didn't race.
    hosts = Notice.objects.filter(player=alice).get()
    assert said(hosts) == "Bob won your any-time race: Agnes Sorel."
    assert notice.get_absolute_url() == race.get_absolute_url()


def test_an_anytime_race_with_two_first_names_no_winner(alice: Player, bob: Player) -> None:
    race = anytime(alice, window=HOUR)
    for player in (alice, bob):
        finish(race.trial, player, 3)
    assert sorted(told(NOW + HOUR)) == [("Alice", "over", ""), ("Bob", "over", "")]
    assert (
        said(Notice.objects.filter(player=bob).get())
        == "Your any-time race is over: Agnes Sorel. Shared place 1 of 2."
    )


def test_of_a_daily_only_friends_are_told(alice: Player, bob: Player, charlie: Player) -> None:
    made = daily(NOW)
    Follow.objects.begin(bob, alice)
    finish(made, bob, 3)
    finish(made, charlie, 3)
    finish(made, alice)
    assert told(NOW) == [("Bob", "overtaken", "Alice")]
    assert "/daily/" in Notice.objects.get().get_absolute_url()
    assert told(NOW + DAY) == [("Bob", "overtaken", "Alice")]


def test_what_was_missed_for_a_day_is_not_told_of_a_past_daily(alice: Player, bob: Player) -> None:
    made = daily(NOW)
    Follow.objects.begin(bob, alice)
    finish(made, bob, 3)
    finish(made, alice)
    assert told(NOW + DAY) == []
    assert not Attempt.objects.filter(told=False).exists()


def planned_race(host: Player, *others: Player, start: int) -> Race:
    options = replace(STANDARD, planned_at=to_datetime(start))
    race = new_race(host, RULES, at(NOW), options)
    for player in others:
        join(race, player)
    race.entries.update(created_at=to_datetime(NOW))
    return race


def test_a_planned_race_is_told_before_it_begins_to_those_with_a_seat(
    alice: Player, bob: Player, charlie: Player
) -> None:
    start = NOW // MINUTE * MINUTE + HOUR
    race = planned_race(alice, bob, start=start)
    near = start - racing.NEAR
    assert told(near - 1) == []
    assert sorted(told(near)) == [("Alice", "begins", ""), ("Bob", "begins", "")]
    change_race(race.code, charlie.take_seat, at(near + 1))
    race.entries.filter(player=charlie).update(created_at=to_datetime(near + 1))
    assert len(told(near + 2)) == 3
    assert unseen(charlie, near + 2) == ["begins"]
    assert len(told(near + 3)) == 3
    change_race(race.code, lambda stored, now: stored.leave(bob.pk, now), at(near + 3))
    assert unseen(bob, near + 4) == []
    assert not Notice.objects.listed(bob, to_datetime(NOW)).exists()
    assert unseen(alice, near + 4) == ["begins"]
    assert unseen(alice, start) == ["begins"]


def test_a_rematch_calls_those_who_stayed(alice: Player, bob: Player, charlie: Player) -> None:
    race = started_race(alice, bob, charlie)
    act(race, charlie, "forfeit")
    act(race, bob, "end")
    act(race, alice, "end")
    close_race(race, at(END))
    again = open_rematch(race, alice, at(END))
    assert told(END) == [("Bob", "rematch", "Alice")]
    assert unseen(bob, END) == ["rematch"]
    open_rematch(race, bob, at(END))
    assert unseen(bob, END) == []
    assert Notice.objects.get().get_absolute_url() == again.get_absolute_url()


def test_a_race_calls_to_its_rematch_once_however_often_that_is_left(
    alice: Player, bob: Player
) -> None:
    race = started_race(alice, bob)
    for player in (alice, bob):
        act(race, player, "end")
    close_race(race, at(END))
    for _ in range(3):
        again = open_rematch(race, alice, at(END))
        change_race(again.code, lambda race, now: race.leave(alice.pk, now), at(END))
        assert Notice.objects.count() == 1
        assert unseen(bob, END) == []
        assert not Notice.objects.listed(bob, to_datetime(NOW)).exists()
    assert not Notice.objects.to_mail(to_datetime(END)).exists()


def test_each_kind_can_be_switched_off(alice: Player, bob: Player) -> None:
    wishes = Wishes(player=bob)
    wishes.choose({Way.SITE: [], Way.MAIL: [NoticeKind.CHALLENGED], Way.PUSH: []})
    wishes.save()
    challenge(alice, bob)
    notice = Notice.objects.get()
    assert (notice.shown, notice.mail_due, notice.push_due) == (False, True, False)
    assert not Notice.objects.listed(bob, to_datetime(NOW)).exists()
    wishes.choose({})
    wishes.save()
    challenge(alice, bob)
    assert Notice.objects.count() == 1


def test_an_event_is_told_to_those_who_joined_and_still_take_part(
    alice: Player, bob: Player, charlie: Player
) -> None:
    event = planned(alice, bob, charlie)
    leave_event(event, charlie, at(NOW))
    near = START - racing.NEAR
    assert told(near - 1) == []
    assert told(near) == [("Bob", "event", "")]
    assert unseen(bob, near) == ["event"]
    assert Notice.objects.get().get_absolute_url() == event.get_absolute_url()
    # Who joins when it is called has read so, and is called once more.
    join_event(event, charlie, at(near + 1))
    last = START - LAST_CALL_MS
    assert len(told(last - 1)) == 1
    assert told(last) == [("Bob", "event", ""), ("Charlie", "event", "")]
    assert len(told(START - 1)) == 2
    assert unseen(charlie, last) == ["event"]
    assert unseen(charlie, START) == ["event"]
    leave_event(event, bob, at(near + 3))
    assert unseen(bob, near + 4) == []
    join_event(event, bob, at(near + 5))
    call_off(event, alice, at(near + 6))
    assert unseen(bob, near + 7) == []


def test_a_race_planned_four_minutes_ahead_is_told_once(alice: Player, bob: Player) -> None:
    start = NOW // MINUTE * MINUTE + 5 * MINUTE
    planned_race(alice, bob, start=start)
    assert sorted(told(NOW)) == [("Alice", "begins", ""), ("Bob", "begins", "")]
    assert len(told(start - 1)) == 2


def test_who_joins_an_event_between_rounds_is_told_of_the_next(
    alice: Player, bob: Player, charlie: Player
) -> None:
    event = planned(alice, bob)
    seat(event, 1)
    join_event(event, charlie, at(START + 1))
    following = START + 3 * MINUTE
    assert told(following - LAST_CALL_MS - 1) == []
    assert told(following - LAST_CALL_MS) == [("Charlie", "event", "")]
    assert len(told(following - 1)) == 1
    assert unseen(charlie, following - 1) == ["event"]
    assert said(Notice.objects.with_cause().get()).startswith("The next round")
    assert unseen(charlie, following) == ["event"]


def test_a_cause_is_told_once_whoever_tries(alice: Player, bob: Player, bot: Player) -> None:
    for _ in range(2):
        Notice.objects.tell([bob.pk, bot.pk, 10**9], NoticeKind.EVENT, "event 1", NOW)
    assert told() == [("Bob", "event", "")]


def test_notices_go_with_an_account_and_after_a_month(
    alice: Player, bob: Player, charlie: Player
) -> None:
    challenge(alice, bob)
    challenge(charlie, bob)
    erase(alice, to_datetime(NOW))
    assert told(NOW) == [("Bob", "challenged", "Charlie")]
    Wishes.objects.create(player=bob)
    erase(bob, to_datetime(NOW))
    assert told(NOW) == []
    assert not Wishes.objects.exists()
    Notice.objects.tell([charlie.pk], NoticeKind.EVENT, "event 1", NOW)
    forget()
    assert not Notice.objects.exists()


def test_a_guest_takes_notices_along(alice: Player, bob: Player, guest: Player) -> None:
    closed_race(guest, bob)
    challenge(guest, bob)
    challenge(bob, guest)
    absorb(alice, guest)
    assert told(NOW) == [("Bob", "challenged", "Alice"), ("Alice", "challenged", "Bob")]


def test_what_is_seen_is_not_new(alice: Player, bob: Player) -> None:
    challenge(alice, bob)
    first = Notice.objects.get().pk
    challenge(alice, bob)
    Notice.objects.see(bob, first, to_datetime(NOW))
    Notice.objects.see(alice, 10**9, to_datetime(NOW))
    assert unseen(bob) == ["challenged"]
    assert Notice.objects.listed(bob, to_datetime(NOW)).count() == 2
    Notice.objects.prune(to_datetime(NOW) + timedelta(days=31))
    assert not Notice.objects.exists()
