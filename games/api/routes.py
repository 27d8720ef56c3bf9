"""Which resource answers at which address."""

from __future__ import annotations

from typing import Final

from dmr.routing import Router, path

from games.api.resources.anytime import (
    AnytimeRacesResource,
    AnytimeResource,
    AttemptResource,
    CloseSeatsResource,
)
from games.api.resources.bots import BotResource, BotsResource
from games.api.resources.catalogue import GamesResource
from games.api.resources.competition_players import CompetitionRemoveResource
from games.api.resources.competition_standings import CompetitionStandingsResource
from games.api.resources.competitions import (
    CompetitionCallOffResource,
    CompetitionJoinResource,
    CompetitionLeaveResource,
    CompetitionResource,
    CompetitionsResource,
    CompetitionTermsResource,
)
from games.api.resources.dailies import DailyResource, DayResource
from games.api.resources.deals import DealResource
from games.api.resources.entrances import PracticesResource, QuickRacesResource, RematchResource
from games.api.resources.entries import EntryResource
from games.api.resources.frames import FramesResource
from games.api.resources.history import HistoryResource
from games.api.resources.leaderboards import LeaderboardResource, RankResource, RatingsResource
from games.api.resources.matches import MatchResource, MatchStopResource
from games.api.resources.notices import NoticesResource, NoticesSeenResource
from games.api.resources.own import OwnRacesResource, OwnResource
from games.api.resources.players import PlayerResource
from games.api.resources.race_list import RacesResource
from games.api.resources.races import RaceResource
from games.api.resources.seats import JoinResource, LeaveResource, ReadyResource, StartResource
from games.api.resources.tokens import TicketsResource, TokenResource, TokensResource
from games.api.resources.words import GameResource, HelpResource
from games.api.streaming.streams import EventsResource, OwnEventsResource, RaceEventsResource
from games.api.webhooks.own import (
    DeliveriesResource,
    WebhookResource,
    WebhooksResource,
    WebhookTestResource,
)

V1: Final = Router(
    "api/v1/",
    [
        path("games", GamesResource.as_view(), name="api-games"),
        path("games/<str:game>", GameResource.as_view(), name="api-game"),
        path("help", HelpResource.as_view(), name="api-help"),
        path("races", RacesResource.as_view(), name="api-races"),
        path("races/<str:code>", RaceResource.as_view(), name="api-race"),
        path("races/<str:code>/deal", DealResource.as_view(), name="api-deal"),
        path("races/<str:code>/join", JoinResource.as_view(), name="api-join"),
        path("races/<str:code>/ready", ReadyResource.as_view(), name="api-ready"),
        path("races/<str:code>/start", StartResource.as_view(), name="api-start"),
        path("races/<str:code>/leave", LeaveResource.as_view(), name="api-leave"),
        path("races/<str:code>/rematch", RematchResource.as_view(), name="api-rematch"),
        path("races/<str:code>/events", RaceEventsResource.as_view(), name="api-race-events"),
        path("events", EventsResource.as_view(), name="api-events"),
        path("matches/<str:code>", MatchResource.as_view(), name="api-match"),
        path("matches/<str:code>/stop", MatchStopResource.as_view(), name="api-match-stop"),
        path("anytime", AnytimeRacesResource.as_view(), name="api-anytime"),
        path("anytime/<str:code>", AnytimeResource.as_view(), name="api-anytime-race"),
        path("anytime/<str:code>/attempt", AttemptResource.as_view(), name="api-attempt"),
        path(
            "anytime/<str:code>/close-seats",
            CloseSeatsResource.as_view(),
            name="api-close-seats",
        ),
        path("competitions", CompetitionsResource.as_view(), name="api-competitions"),
        path("competitions/<str:code>", CompetitionResource.as_view(), name="api-competition"),
        path(
            "competitions/<str:code>/call-off",
            CompetitionCallOffResource.as_view(),
            name="api-competition-call-off",
        ),
        path(
            "competitions/<str:code>/terms",
            CompetitionTermsResource.as_view(),
            name="api-competition-terms",
        ),
        path(
            "competitions/<str:code>/join",
            CompetitionJoinResource.as_view(),
            name="api-competition-join",
        ),
        path(
            "competitions/<str:code>/leave",
            CompetitionLeaveResource.as_view(),
            name="api-competition-leave",
        ),
        path(
            "competitions/<str:code>/players/<str:id>/remove",
            CompetitionRemoveResource.as_view(),
            name="api-competition-remove",
        ),
        path(
            "competitions/<str:code>/standings",
            CompetitionStandingsResource.as_view(),
            name="api-competition-standings",
        ),
        path("quick-races", QuickRacesResource.as_view(), name="api-quick-races"),
        path("practices", PracticesResource.as_view(), name="api-practices"),
        path("dailies/<str:day>", DayResource.as_view(), name="api-day"),
        path("dailies/<str:day>/<str:game>", DailyResource.as_view(), name="api-daily"),
        path(
            "leaderboards/<str:game>/<str:preset>/<str:period>",
            LeaderboardResource.as_view(),
            name="api-leaderboard",
        ),
        path(
            "leaderboards/<str:game>/<str:preset>/<str:period>/players/<str:id>",
            RankResource.as_view(),
            name="api-rank",
        ),
        path("ratings/<str:game>", RatingsResource.as_view(), name="api-ratings"),
        path("entries/<str:id>", EntryResource.as_view(), name="api-entry"),
        path("entries/<str:id>/frames", FramesResource.as_view(), name="api-frames"),
        path("me", OwnResource.as_view(), name="api-me"),
        path("me/events", OwnEventsResource.as_view(), name="api-my-events"),
        path("me/notices", NoticesResource.as_view(), name="api-notices"),
        path("me/notices/seen", NoticesSeenResource.as_view(), name="api-notices-seen"),
        path("me/races", OwnRacesResource.as_view(), name="api-my-races"),
        path("me/bots", BotsResource.as_view(), name="api-bots"),
        path("me/bots/<str:id>", BotResource.as_view(), name="api-bot"),
        path("me/tickets", TicketsResource.as_view(), name="api-tickets"),
        path("me/tokens", TokensResource.as_view(), name="api-tokens"),
        path("me/tokens/<str:id>", TokenResource.as_view(), name="api-token"),
        path("me/webhooks", WebhooksResource.as_view(), name="api-webhooks"),
        path("me/webhooks/<str:id>", WebhookResource.as_view(), name="api-webhook"),
        path("me/webhooks/<str:id>/test", WebhookTestResource.as_view(), name="api-webhook-test"),
        path(
            "me/webhooks/<str:id>/deliveries", DeliveriesResource.as_view(), name="api-deliveries"
        ),
        path("players/<str:id>", PlayerResource.as_view(), name="api-player"),
        path("players/<str:id>/races", HistoryResource.as_view(), name="api-history"),
    ],
)
