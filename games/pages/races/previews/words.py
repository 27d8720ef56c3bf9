"""The words of previews: an invitation, a race that is on, a result, a run, a daily, the site.

They give away no card and no key. Whether a visitor may see a race at all is the page's question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import racing
from games.models import Daily
from games.pages.deals.counting import counting, progress_text
from games.pages.deals.labels import title
from games.pages.races.anytime.card import AnytimeCard
from games.pages.races.event.card import EventCard
from games.pages.races.previews.picture import Row
from games.pages.races.previews.preview import SOON, Preview, written
from games.pages.site.name_list import names_text
from games.pages.site.times import hour_text, time_text

NameOf: TypeAlias = Callable[[str], str]
"""How a name is shown: `written` or `drawn`, which returns an empty text to leave it out."""

PODIUM: Final = 3


def site_preview() -> Preview:
    """Return the preview of the start page."""
    return Preview(
        _("Race your friends at patience"), _("Same cards, same start. No account needed.")
    )


def dailies_preview() -> Preview:
    """Return the preview of the page of today's challenges."""
    return Preview(
        _("Daily challenge"), _("One deal of each game, the same for everyone. One try each.")
    )


def daily_preview(daily: Daily) -> Preview:
    """Return the preview of a challenge, which says nothing about its results."""
    day = date_format(daily.day, "DATE_FORMAT")
    headline = _("%(game)s, daily challenge of %(day)s") % {"game": title(daily.rules), "day": day}
    return Preview(headline, _("The same deal for everyone. One try each."))


def anytime_preview(card: AnytimeCard, name_of: NameOf = written) -> Preview:
    """Return the preview of an any-time race: its results only once everyone may see them."""
    rules = card.trial.rules
    if card.over:
        runs = [(row.rank, row.entry.as_seat(row.entry.settled_run)) for row in card.results]
        placed = [racing.Standing(place, seat) for place, seat in runs if place]
        return _podium(placed, racing.decision(placed), rules, name_of)
    host = name_of(card.race.host.name) if card.race.host else ""
    values = {"game": title(rules), "host": host}
    headline = (
        _("%(host)s invites you to race %(game)s, when it suits you")
        if host
        else _("You're invited to race %(game)s, when it suits you")
    ) % values
    text = _("%(taken)s of %(seats)s seats taken. Same cards, one try each. Open until %(end)s.")
    end = hour_text(card.trial.closes_at)
    counts = {"taken": card.taken, "seats": card.trial.seats, "end": end}
    return Preview(headline, text % counts, seconds=SOON)


def event_preview(card: EventCard) -> Preview:
    """Return the preview of an event."""
    values = {"start": hour_text(card.event.starts_at), "rounds": len(card.stored.rounds)}
    text = _("%(rounds)s rounds, the same cards for everyone. Starts on %(start)s.") % values
    if card.state != "coming":
        text = _("%(rounds)s rounds, the same cards for everyone.") % values
    return Preview(card.event.name, text, seconds=SOON)


def race_preview(race: racing.Race, now: int, name_of: NameOf = written) -> Preview:
    """Return the preview of a race."""
    if race.closed_at is not None:
        return _result(race, name_of)
    if race.kind.is_alone:
        return Preview(title(race.rules), site_preview().text, seconds=SOON)
    if race.state(now) in (racing.RaceState.OPEN, racing.RaceState.COUNTDOWN):
        return _invitation(race, name_of)
    return _on(race, name_of)


def run_preview(seat: racing.Seat, rules: str, name_of: NameOf = written) -> Preview:
    """Return the preview of a finished run that anyone may race against."""
    return Preview(_reached(seat, rules, name_of), _("Can you do better with the same cards?"))


def _invitation(race: racing.Race, name_of: NameOf) -> Preview:
    values = {"game": title(race.rules)}
    host = next((name_of(seat.name) for seat in race.seats if seat.player == race.host), "")
    headline = (
        _("%(host)s invites you to race %(game)s") % {**values, "host": host}
        if host
        else _("You're invited to race %(game)s") % values
    )
    counts = {"taken": len(race.seats), "seats": race.seats_max}
    text = (
        _("All %(seats)s seats are taken. Watch it live.")
        if len(race.seats) >= race.seats_max
        else _("%(taken)s of %(seats)s seats taken. Same cards, same start.")
    )
    allowed = [_("Bots may join.")] if race.bots_allowed else []
    return Preview(headline, " ".join([text % counts, *allowed]), seconds=SOON)


def _on(race: racing.Race, name_of: NameOf) -> Preview:
    names = [name_of(seat.name) for seat in race.seats]
    values = {"game": title(race.rules), "name": names[0] if names else ""}
    match names:
        case [_first, other] if all(names):
            values["other"] = other
            headline = _("%(name)s and %(other)s are racing %(game)s") % values
        case [first, *others] if first and others:
            headline = ngettext(
                "%(name)s and %(count)s other are racing %(game)s",
                "%(name)s and %(count)s others are racing %(game)s",
                len(others),
            ) % {**values, "count": len(others)}
        case _:
            headline = _("A race of %(game)s is on") % values
    return Preview(headline, _("Watch it live."), seconds=SOON)


def _result(race: racing.Race, name_of: NameOf) -> Preview:
    placed = [one for one in race.standings() if not one.seat.void_reason]
    if race.kind.is_alone and placed:
        return run_preview(placed[0].seat, race.rules, name_of)
    return _podium(placed, race.decision(), race.rules, name_of)


def _podium(
    placed: Sequence[racing.Standing],
    decided: racing.Decision | None,
    rules: str,
    name_of: NameOf,
) -> Preview:
    """Return the preview of a race that is over, whose seats come in the order of their places."""
    rows = tuple(
        Row(str(one.place), name_of(one.seat.name), _came(one.seat, rules))
        for one in placed[:PODIUM]
        if one.place is not None
    )
    text = " · ".join(f"{row.place}. {row.name} {row.result}" for row in rows)
    return Preview(_verdict(placed, decided, rules, name_of), text, rows)


def _verdict(
    placed: Sequence[racing.Standing],
    decided: racing.Decision | None,
    rules: str,
    name_of: NameOf,
) -> str:
    """Return the sentence that sums up a race: who comes first, and what decided it."""
    first = [one.seat for one in placed if one.place == placed[0].place]
    names = [name_of(seat.name) for seat in first]
    if not first or not all(names):
        return _("The race of %(game)s is over") % {"game": title(rules)}
    run, words = first[0].run, counting(rules)
    values = {
        "name": names_text(names),
        "progress": run.progress,
        "game": title(rules),
        "time": "" if run.time is None else time_text(run.time),
    }
    nothing = words.nothing_more if run.progress else words.nothing
    match decided:
        case racing.Decision.CARDS:
            sentence = str(words.most)
        case racing.Decision.SOONER:
            sentence = str(words.sooner)
        case racing.Decision.LEFT:
            sentence = _alone([one.seat.run for one in placed if one.place != 1])
        case racing.Decision.MOVES:
            sentence = _("%(name)s wins %(game)s: same time, fewer moves")
        case racing.Decision.SHARED if run.time is None:
            sentence = str(words.level)
        case racing.Decision.SHARED:
            sentence = _("A tie at %(game)s in %(time)s: %(name)s")
        case racing.Decision.NOTHING:
            sentence = str(nothing)
        case racing.Decision.NOBODY:
            sentence = _nobody([one.seat.run for one in placed])
        case _ if run.time is not None:
            sentence = _("%(name)s wins %(game)s in %(time)s")
        case _:
            sentence = str(words.reached if run.progress_at else nothing)
    return sentence % {**values, "title": values["game"]}


def _alone(others: Sequence[racing.Run]) -> str:
    """Return the sentence about who wins because nobody else stayed and moved."""
    idle = [_is_idle(run) for run in others]
    if all(idle):
        return _("%(name)s wins %(game)s: no one else made a move")
    if any(idle):
        return _("%(name)s wins %(game)s: the others left or made no move")
    return _("%(name)s wins %(game)s: no one else stayed")


def _nobody(runs: Sequence[racing.Run]) -> str:
    """Return the sentence about a race in which nobody stayed and moved."""
    idle = [_is_idle(run) for run in runs]
    if all(idle):
        return _("No one made a move")
    return _("Everyone left or made no move") if any(idle) else _("Everyone left the race")


def _is_idle(run: racing.Run) -> bool:
    """Tell whether a player moved no card, and didn't leave the race either."""
    return run.state is not racing.RunState.FORFEIT and not run.has_moved


def _reached(seat: racing.Seat, rules: str, name_of: NameOf) -> str:
    name = name_of(seat.name)
    values = {"name": name, "title": title(rules), "progress": seat.run.progress}
    if not name:
        return f"{title(rules)}: {_came(seat, rules)}"
    if seat.run.time is None:
        return str(counting(rules).reached) % values
    return _("%(name)s solved %(title)s in %(time)s") % {
        **values,
        "time": time_text(seat.run.time),
    }


def _came(seat: racing.Seat, rules: str) -> str:
    """Return a run's result as lists show it: a time, or the progress."""
    run = seat.run
    return progress_text(run.progress, rules) if run.time is None else time_text(run.time)
