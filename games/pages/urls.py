"""The addresses of the pages."""

from __future__ import annotations

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
from games.pages.accounts import data, deletion
from games.pages.accounts.settings import settings
from games.pages.charts import views as charts
from games.pages.converters import CONVERTERS
from games.pages.howto import views as howto
from games.pages.quick import quick_race
from games.pages.remarks import remarks
from games.pages.replays import views as replays

for name, converter in CONVERTERS.items():
    register_converter(converter, name)

urlpatterns = [
    path("", home.home, name="home"),
    path("race/", home.open_race, name="open-race"),
    path("race/<code:code>/", races.race, name="race"),
    path("race/<code:code>/qr.svg", invitations.qr_code, name="qr-code"),
    path("race/<code:code>/progress/", charts.progress, name="race-progress"),
    path("race/<code:code>/deal/", deals.deal, name="race-deal"),
    path("race/<code:code>/join/", races.join, name="join-race"),
    path("race/<str:text>/", races.no_race, name="no-race"),
    path("practice/", practice.practice, name="practice"),
    path("race/<code:code>/remarks", remarks, name="race-remarks"),
    path("name/", names.rename, name="rename"),
    path("quick/", quick_race, name="quick-race"),
    path("friends/", friends.friends, name="friends"),
    path("friends/challenges/", friends.challenges, name="challenges"),
    path("friends/follow/", friends.follow, name="follow"),
    path("friends/<number:pk>/unfollow/", friends.unfollow, name="unfollow"),
    path("friends/<number:pk>/challenge/", friends.challenge, name="challenge"),
    path("friends/challenges/<number:pk>/decline/", friends.decline, name="decline-challenge"),
    path("account/", settings, name="account-settings"),
    path("account/data/", data.export, name="account-data"),
    path("account/delete/", deletion.delete, name="account-delete"),
    path("daily/", daily.today, name="daily"),
    path("daily/<day:day>/<slug:game>/", daily.board, name="daily-board"),
    path("daily/<day:day>/<slug:game>/play/", daily.play, name="daily-play"),
    path("daily/<day:day>/<slug:game>/practice/", daily.practise, name="daily-practice"),
    path("history/", history.history, name="history"),
    path("player/<number:pk>/", players.player, name="player"),
    path("entry/<number:pk>/record", records.record, name="record"),
    path("entry/<number:pk>/race", ghosts.race_run, name="race-run"),
    path("entry/<number:pk>/replay", replays.replay, name="replay"),
    path("entry/<number:pk>/frames", replays.data, name="replay-data"),
    path("entry/<number:pk>/moves", replays.moves, name="replay-moves"),
    path("ratings/<slug:game>/", ratings.ratings, name="ratings"),
    path("leaderboard/<slug:game>/", leaderboards.leaderboard, name="leaderboard"),
    path(
        "leaderboard/<slug:game>/<slug:preset>/<slug:period>/",
        leaderboards.leaderboard,
        name="leaderboard-of",
    ),
    path("how-to-play/", howto.index, name="how-to-play"),
    path("how-to-play/<slug:game>/", howto.of_game, name="how-to-play-game"),
    path("how-to-play/<slug:game>/<slug:preset>/", howto.of_preset, name="how-to-play-preset"),
    path("catalogue/<str:release>/<slug:language>.js", languages.catalogue, name="catalogue"),
    path("healthz", health.healthz, name="healthz"),
]
