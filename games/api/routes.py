"""Which resource answers at which address."""

from __future__ import annotations

from typing import Final

from dmr.routing import Router, path

from games.api.catalogue import GamesResource
from games.api.dailies import DailyResource
from games.api.leaderboards import LeaderboardResource, RatingsResource
from games.api.players import PlayerResource
from games.api.races import RaceResource, RacesResource

V1: Final = Router(
    "api/v1/",
    [
        path("games", GamesResource.as_view(), name="api-games"),
        path("races", RacesResource.as_view(), name="api-races"),
        path("races/<str:code>", RaceResource.as_view(), name="api-race"),
        path("dailies/<str:day>/<str:game>", DailyResource.as_view(), name="api-daily"),
        path(
            "leaderboards/<str:game>/<str:preset>/<str:period>",
            LeaderboardResource.as_view(),
            name="api-leaderboard",
        ),
        path("ratings/<str:game>", RatingsResource.as_view(), name="api-ratings"),
        path("players/<str:id>", PlayerResource.as_view(), name="api-player"),
    ],
)
