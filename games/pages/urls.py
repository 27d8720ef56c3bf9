"""The addresses of the pages."""

from __future__ import annotations

from datetime import date

from django.urls import path, register_converter

from games.pages import (
    daily,
    deals,
    friends,
    ghosts,
    health,
    history,
    home,
    invitations,
    languages,
    leaderboards,
    names,
    players,
    practice,
    races,
    ratings,
    records,
)
from games.pages.accounts import data
from games.pages.accounts.settings import settings
from games.pages.charts import views as charts
from games.pages.howto import views as howto
from games.pages.quick import quick_race
from games.pages.remarks import remarks
from games.pages.replays import views as replays


class DayConverter:
    """A day in an address, such as 2026-11-21."""

    regex = r"\d{4}-\d\d-\d\d"

    def to_python(self, value: str) -> date:
        """:raises ValueError: if there is no such day."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("", home.home, name="home"),
    path("race/", home.open_race, name="open-race"),
    path("race/<str:code>/", races.race, name="race"),
    path("race/<str:code>/qr.svg", invitations.qr_code, name="qr-code"),
    path("race/<str:code>/progress/", charts.progress, name="race-progress"),
    path("race/<str:code>/deal/", deals.deal, name="race-deal"),
    path("race/<str:code>/join/", races.join, name="join-race"),
    path("practice/", practice.practice, name="practice"),
    path("race/<str:code>/remarks", remarks, name="race-remarks"),
    path("name/", names.rename, name="rename"),
    path("quick/", quick_race, name="quick-race"),
    path("friends/", friends.friends, name="friends"),
    path("friends/challenges/", friends.challenges, name="challenges"),
    path("friends/follow/", friends.follow, name="follow"),
    path("friends/<int:pk>/unfollow/", friends.unfollow, name="unfollow"),
    path("friends/<int:pk>/challenge/", friends.challenge, name="challenge"),
    path("friends/challenges/<int:pk>/decline/", friends.decline, name="decline-challenge"),
    path("account/", settings, name="account-settings"),
    path("account/data/", data.export, name="account-data"),
    path("account/delete/", data.delete, name="account-delete"),
    path("daily/", daily.today, name="daily"),
    path("daily/<day:day>/<str:game>/", daily.board, name="daily-board"),
    path("daily/<day:day>/<str:game>/play/", daily.play, name="daily-play"),
    path("daily/<day:day>/<str:game>/practice/", daily.practise, name="daily-practice"),
    path("history/", history.history, name="history"),
    path("player/<int:pk>/", players.player, name="player"),
    path("entry/<int:pk>/record", records.record, name="record"),
    path("entry/<int:pk>/race", ghosts.race_run, name="race-run"),
    path("entry/<int:pk>/replay", replays.replay, name="replay"),
    path("entry/<int:pk>/frames", replays.data, name="replay-data"),
    path("ratings/<str:game>/", ratings.ratings, name="ratings"),
    path("leaderboard/<str:game>/", leaderboards.leaderboard, name="leaderboard"),
    path(
        "leaderboard/<str:game>/<str:preset>/<str:period>/",
        leaderboards.leaderboard,
        name="leaderboard-of",
    ),
    path("how-to-play/", howto.index, name="how-to-play"),
    path("how-to-play/<str:game>/", howto.of_game, name="how-to-play-game"),
    path("how-to-play/<str:game>/<str:preset>/", howto.of_preset, name="how-to-play-preset"),
    path("catalogue/<str:release>/<str:language>.js", languages.catalogue, name="catalogue"),
    path("healthz", health.healthz, name="healthz"),
]
