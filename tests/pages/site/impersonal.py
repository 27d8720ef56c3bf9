"""The fields of models that say nothing of a person, besides their automatic keys."""

from __future__ import annotations

from typing import Final

IMPERSONAL: Final = (
    "auth.Permission: name content_type codename",
    "auth.Group: name",
    "contenttypes.ContentType: app_label model",
    # Its arguments are numbers of runs and rules; finished ones go after a day, failed ones later.
    "django_tasks_database.DBTaskResult: status enqueued_at started_at finished_at args_kwargs"
    " priority task_path worker_ids queue_name backend_name run_after return_value"
    " exception_class_path traceback",
    "socialaccount.SocialApp: provider provider_id name client_id secret key settings",
    "socialaccount.SocialToken: app",
    "games.StorageProbe: written_at payload",
    "games.Process: role host pid release started_at seen_at figures key",
    "games.SavedBackup: saved_at size",
    "games.Likeness: deal digest",
    "games.Deal: key cards public help_from",
    "games.Proof: deal rules kind states line difficulty created_at in_stock",
    "games.Match: code target two_ahead chosen created_at stopped_at",
    "games.MatchRace: match race number",
    "games.Race: code rules kind deal countdown_s limit_s helped watchable bots_allowed gather_s"
    " lobby wished_difficulty created_at starts_at planned_at replanned_at dealt_at closed_at"
    " version round rematch_of booked actions_removed_at ended_runs",
    "games.Trial: kind rules deal opens_at closes_at limit_s seats",
    "games.AnytimeRace: code trial created_at told rematch_of",
    "games.Event: code starts_at ends_at break_s public created_at called_off_at version",
    "games.Round: event number rules wished_difficulty limit_s starts_at ends_at deal seated_at",
    "games.Daily: game day trial created_at",
    "games.Leaderboard: name",
    "games.LeaderboardTally: leaderboard stretch count",
    "games.Ladder: game version",
)
