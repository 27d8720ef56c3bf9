"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path

from games.pages import health, history, home, leaderboards, names, players, races, records
from games.pages.howto import views as howto

urlpatterns = [
    path("", home.home, name="home"),
    path("race/", home.open_race, name="open-race"),
    path("race/<str:code>/", races.race, name="race"),
    path("race/<str:code>/join/", races.join, name="join-race"),
    path("name/", names.rename, name="rename"),
    path("history/", history.history, name="history"),
    path("player/<int:pk>/", players.player, name="player"),
    path("entry/<int:pk>/record", records.record, name="record"),
    path("leaderboard/<str:game>/", leaderboards.leaderboard, name="leaderboard"),
    path("how-to-play/", howto.index, name="how-to-play"),
    path("how-to-play/<str:game>/", howto.of_game, name="how-to-play-game"),
    path("how-to-play/<str:game>/<str:preset>/", howto.of_preset, name="how-to-play-preset"),
    path("healthz", health.healthz, name="healthz"),
]
