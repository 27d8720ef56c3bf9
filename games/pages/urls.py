"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path, register_converter
from django.views.generic import RedirectView

from games.pages.howto import views as howto
from games.pages.people import challenges, following, friends
from games.pages.people.account import bots, data, deletion, tokens, webhooks
from games.pages.people.account.applications import views as applications
from games.pages.people.account.overview import overview
from games.pages.people.notices import list as notices_list
from games.pages.people.notices import settings as notices_settings
from games.pages.people.notices import stopping, worker
from games.pages.people.rename import rename
from games.pages.races import (
    calendar,
    document,
    ghosts,
    history,
    home,
    invitation,
    join,
    match,
    news,
    no_race,
    on_now,
    opening,
    outcome,
    practice,
    progress,
    queue,
    quick,
    race,
    record,
    screen,
    terms,
    verify,
)
from games.pages.races.anytime import opening as anytime_opening
from games.pages.races.anytime import views as anytime
from games.pages.races.daily import views as daily
from games.pages.races.event import planning as event_planning
from games.pages.races.event import players as event_players
from games.pages.races.event import views as event
from games.pages.races.previews import views as previews
from games.pages.races.replay import embed
from games.pages.races.replay import views as replay
from games.pages.races.replay.hindsight import remarks
from games.pages.site import health, languages, manifest, privacy, readiness, security
from games.pages.site.converters import CONVERTERS
from games.pages.standings import daily_feed, daily_leaderboard, deal, leaderboard, player, ratings

for name, converter in CONVERTERS.items():
    register_converter(converter, name)

urlpatterns = [
    path("", home.home, name="home"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("preview/<slug:language>.png", previews.site_picture, name="site-picture"),
    # Where the options of a new race were.
    path("new/", RedirectView.as_view(url="/", permanent=True), name="new-race"),
    path("race/", opening.open_race, name="open-race"),
    path("race/<code:code>/", race.race, name="race"),
    path(
        "race/<code:code>/preview/<slug:language>.png", previews.race_picture, name="race-picture"
    ),
    path("race/<code:code>/qr.svg", invitation.qr_code, name="qr-code"),
    path("race/<code:code>/calendar.ics", calendar.calendar, name="race-calendar"),
    path("race/<code:code>/progress/", progress.progress, name="race-progress"),
    path("race/<code:code>/outcome/", outcome.outcome, name="race-outcome"),
    path("race/<code:code>/race.json", document.document, name="race-document"),
    path("race/<code:code>/deal/", deal.deal, name="race-deal"),
    path("race/<code:code>/join/", join.join, name="join-race"),
    path("race/<code:code>/following/", following.following, name="following"),
    path("race/<code:code>/leave/", join.leave, name="leave-race"),
    path("race/<code:code>/terms/", terms.terms, name="race-terms"),
    path("race/<code:code>/next/", match.choose, name="next-race"),
    path("match/<code:code>/", match.match, name="match"),
    path("match/<code:code>/now/", match.match_now, name="match-now"),
    path("match/<code:code>/stop/", match.stop, name="stop-match"),
    path("race/<code:code>/ghost/", queue.race_ghost, name="race-ghost"),
    path("on-now/", on_now.on_now, name="on-now"),
    path("on-now/lists/", on_now.on_now_lists, name="on-now-lists"),
    path("on-now/latest/", on_now.on_now_latest, name="on-now-latest"),
    path("privacy/", privacy.privacy, name="privacy"),
    path(".well-known/security.txt", security.security, name="security"),
    path("verify/", verify.verify, name="verify"),
    path("race/<str:text>/", no_race.no_race, name="no-race"),
    path("practice/", practice.practice, name="practice"),
    path("race/<code:code>/remarks", remarks, name="race-remarks"),
    path("name/", rename, name="rename"),
    path("quick/", quick.quick_race, name="quick-race"),
    path("friends/", friends.friends, name="friends"),
    path("friends/challenges/", challenges.challenges, name="challenges"),
    path("friends/follow/", friends.follow, name="follow"),
    path("friends/<number:pk>/follow/", friends.follow_player, name="follow-player"),
    path("friends/<number:pk>/unfollow/", friends.unfollow, name="unfollow"),
    path("friends/<number:pk>/challenge/", challenges.challenge, name="challenge"),
    path("friends/challenges/<number:pk>/decline/", challenges.decline, name="decline-challenge"),
    path("notices/", notices_list.notices, name="notices"),
    path("notices/panel/", notices_list.panel, name="notices-panel"),
    path("notices/new/", news.news, name="new-notices"),
    path("notices/seen/", notices_list.seen, name="notices-seen"),
    path("notices/settings/", notices_settings.choose, name="notice-settings"),
    path("notices/push/", notices_settings.subscribe, name="subscribe"),
    path("notices/push/stop/", notices_settings.unsubscribe, name="unsubscribe"),
    path("notices/stop/<str:key>/", stopping.stop, name="stop-mails"),
    path("sw.js", worker.worker, name="worker"),
    path("offline/<slug:language>/", worker.offline, name="offline"),
    path("account/", overview, name="account-settings"),
    path("account/data/", data.export, name="account-data"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<number:pk>/revoke/", tokens.revoke, name="revoke-token"),
    path("account/bots/", bots.bots, name="bots"),
    path("account/bots/<number:pk>/token/", bots.token, name="bot-token"),
    path("account/bots/<number:pk>/delete/", bots.delete, name="delete-bot"),
    path("account/applications/", applications.applications, name="applications"),
    path(
        "account/applications/<slug:client>/turn-out/",
        applications.turn_out,
        name="turn-out-application",
    ),
    path(
        "account/applications/<slug:client>/delete/",
        applications.delete,
        name="delete-application",
    ),
    path("account/webhooks/", webhooks.webhooks, name="webhooks"),
    path("account/webhooks/<number:pk>/test/", webhooks.test, name="test-webhook"),
    path("account/webhooks/<number:pk>/delete/", webhooks.delete, name="delete-webhook"),
    path("account/delete/", deletion.delete, name="account-delete"),
    path("daily/", daily.today, name="daily"),
    path("daily/come-back/", daily.come_back, name="come-back"),
    path("daily/feed.atom", daily_feed.DailyFeed(), name="daily-feed"),
    path(
        "daily/<day:day>/<slug:game>/",
        daily_leaderboard.daily_leaderboard,
        name="daily-leaderboard",
    ),
    path(
        "daily/<day:day>/<slug:game>/preview/<slug:language>.png",
        previews.daily_picture,
        name="daily-picture",
    ),
    path("daily/<day:day>/<slug:game>/play/", daily.play, name="daily-play"),
    path("daily/<day:day>/<slug:game>/practice/", daily.practise, name="daily-practice"),
    path("anytime/", anytime.anytime, name="anytime"),
    path("anytime/new/", anytime_opening.open_anytime, name="open-anytime"),
    path("anytime/<code:code>/", anytime.anytime_race, name="anytime-race"),
    path("anytime/<code:code>/now/", anytime.anytime_now, name="anytime-now"),
    path("anytime/<code:code>/progress/", anytime.anytime_progress, name="anytime-progress"),
    path("anytime/<code:code>/start/", anytime.start, name="start-anytime"),
    path("anytime/<code:code>/close-seats/", anytime.close_seats, name="close-seats"),
    path("anytime/<code:code>/dismiss/", anytime.dismiss, name="dismiss-anytime"),
    path("anytime/<code:code>/rematch/", anytime_opening.rematch, name="anytime-rematch"),
    path("anytime/<code:code>/qr.svg", invitation.anytime_qr_code, name="anytime-qr-code"),
    path(
        "anytime/<code:code>/preview/<slug:language>.png",
        previews.anytime_picture,
        name="anytime-picture",
    ),
    path("events/", event.events, name="events"),
    path("events/new/", event_planning.plan, name="plan-event"),
    path("event/<code:code>/", event.event, name="event"),
    path("event/<str:text>/", event.no_event, name="no-event"),
    path("event/<code:code>/screen/", screen.screen, name="screen"),
    path("event/<code:code>/join/", event.join, name="join-event"),
    path("event/<code:code>/leave/", event.leave, name="leave-event"),
    path("event/<code:code>/change/", event_planning.change, name="change-event"),
    path("event/<code:code>/call-off/", event_planning.cancel, name="call-off-event"),
    path("event/<code:code>/players/", event_players.players, name="event-players"),
    path("event/<code:code>/calendar.ics", calendar.event_calendar, name="event-calendar"),
    path("event/<code:code>/qr.svg", invitation.event_qr_code, name="event-qr-code"),
    path("history/", history.history, name="history"),
    path("player/<number:pk>/", player.player, name="player"),
    path("entry/<number:pk>/record", record.record, name="record"),
    path("entry/<number:pk>/race", ghosts.race_run, name="race-run"),
    path("entry/<number:pk>/preview/<slug:language>.png", previews.run_picture, name="run-picture"),
    path("entry/<number:pk>/replay", replay.replay, name="replay"),
    path("entry/<number:pk>/embed", embed.embed, name="embed"),
    path("oembed", embed.oembed, name="oembed"),
    path("entry/<number:pk>/frames", replay.data, name="replay-data"),
    path("entry/<number:pk>/moves", replay.moves, name="replay-moves"),
    path("ratings/<slug:game>/", ratings.ratings, name="ratings"),
    path("leaderboard/<slug:game>/", leaderboard.leaderboard, name="leaderboard"),
    path(
        "leaderboard/<slug:game>/<slug:preset>/<slug:period>/",
        leaderboard.leaderboard,
        name="leaderboard-of",
    ),
    path("how-to-play/", howto.index, name="how-to-play"),
    path("how-to-play/<slug:game>/", howto.of_game, name="how-to-play-game"),
    path("how-to-play/<slug:game>/<slug:preset>/", howto.of_preset, name="how-to-play-preset"),
    path("catalogue/<str:release>/<slug:language>.js", languages.catalogue, name="catalogue"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", readiness.readyz, name="readyz"),
]
