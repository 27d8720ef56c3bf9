from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE, SET_NULL


class Migration(migrations.Migration):
    """Rename in Python only: tables and columns keep their names, so an earlier release still runs."""

    dependencies = [
        ("games", "0020_session_epoch"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("line", "line_one_a_player"),
                migrations.RemoveIndex("line", "line_in_order"),
                migrations.RemoveConstraint("tally", "tally_once_a_stretch"),
                migrations.RenameModel("Board", "Leaderboard"),
                migrations.AlterModelTable("leaderboard", "games_board"),
                migrations.RenameModel("Line", "LeaderboardRow"),
                migrations.AlterModelTable("leaderboardrow", "games_line"),
                migrations.RenameModel("Tally", "LeaderboardTally"),
                migrations.AlterModelTable("leaderboardtally", "games_tally"),
                migrations.AlterModelOptions(
                    "leaderboardtally", {"verbose_name_plural": "leaderboard tallies"}
                ),
                migrations.RenameField("leaderboardrow", "board", "leaderboard"),
                migrations.RenameField("leaderboardrow", "merit", "rank_key"),
                migrations.RenameField("leaderboardtally", "board", "leaderboard"),
                migrations.RenameField("entry", "voided", "void_reason"),
                migrations.RenameField("race", "wished", "wished_difficulty"),
                migrations.AlterField(
                    "entry",
                    "void_reason",
                    models.CharField(
                        blank=True,
                        db_column="voided",
                        default="",
                        help_text="Why staff voided the run; empty if it counts.",
                        max_length=200,
                    ),
                ),
                migrations.AlterField(
                    "race",
                    "wished_difficulty",
                    models.CharField(
                        blank=True,
                        choices=[("easy", "Easy"), ("medium", "Medium"), ("hard", "Hard")],
                        db_column="wished",
                        help_text="How hard the host wanted the deal to be.",
                        max_length=6,
                    ),
                ),
                migrations.AlterField(
                    "deal",
                    "brought_by",
                    models.ForeignKey(
                        editable=False,
                        help_text="Who has brought these cards from elsewhere.",
                        null=True,
                        on_delete=SET_NULL,
                        related_name="brought_deals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    "leaderboardrow",
                    "leaderboard",
                    models.ForeignKey(
                        db_column="board_id",
                        db_index=False,
                        on_delete=CASCADE,
                        related_name="rows",
                        to="games.leaderboard",
                    ),
                ),
                migrations.AlterField(
                    "leaderboardrow",
                    "player",
                    models.ForeignKey(
                        on_delete=CASCADE,
                        related_name="leaderboard_rows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                migrations.AlterField(
                    "leaderboardrow",
                    "entry",
                    models.ForeignKey(
                        on_delete=CASCADE, related_name="leaderboard_rows", to="games.entry"
                    ),
                ),
                migrations.AlterField(
                    "leaderboardrow",
                    "rank_key",
                    models.BigIntegerField(
                        db_column="merit", help_text="Smaller ranks higher: racing.rank_key."
                    ),
                ),
                migrations.AlterField(
                    "leaderboardtally",
                    "leaderboard",
                    models.ForeignKey(
                        db_column="board_id",
                        db_index=False,
                        on_delete=CASCADE,
                        related_name="tallies",
                        to="games.leaderboard",
                    ),
                ),
                migrations.AddIndex(
                    "leaderboardrow",
                    models.Index(fields=["leaderboard", "rank_key", "id"], name="line_in_order"),
                ),
                migrations.AddConstraint(
                    "leaderboardrow",
                    models.UniqueConstraint(
                        fields=("leaderboard", "player"), name="line_one_a_player"
                    ),
                ),
                migrations.AddConstraint(
                    "leaderboardtally",
                    models.UniqueConstraint(
                        fields=("leaderboard", "stretch"), name="tally_once_a_stretch"
                    ),
                ),
            ],
        ),
    ]
