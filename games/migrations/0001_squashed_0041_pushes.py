import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import games.models.people.player
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('games', '0001_initial'), ('games', '0002_proof'), ('games', '0003_practice'), ('games', '0004_names_and_privacy'), ('games', '0005_lobby'), ('games', '0006_friends'), ('games', '0007_fair_play'), ('games', '0008_difficulty'), ('games', '0009_daily'), ('games', '0010_analysis'), ('games', '0011_ratings'), ('games', '0012_pending_reviews'), ('games', '0013_board_names'), ('games', '0014_suits_with_a_king_face_down'), ('games', '0015_likeness'), ('games', '0016_dealt'), ('games', '0017_storage_probe'), ('games', '0018_watchable_races'), ('games', '0019_opening'), ('games', '0020_session_epoch'), ('games', '0021_names'), ('games', '0022_elsewhere'), ('games', '0023_hints'), ('games', '0024_ghost_race'), ('games', '0025_access_tokens'), ('games', '0026_events'), ('games', '0027_bots'), ('games', '0028_webhooks'), ('games', '0030_trial'), ('games', '0031_trials_of_dailies'), ('games', '0032_attempts_at_trials'), ('games', '0033_matches'), ('games', '0034_anytime_races'), ('games', '0035_planned_races'), ('games', '0036_notices'), ('games', '0037_race_events'), ('games', '0038_events'), ('games', '0039_request_anytime'), ('games', '0040_request_event'), ('games', '0041_pushes')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('name', models.CharField(blank=True, help_text='What others see.', max_length=40)),
                ('guest', models.BooleanField(default=False)),
                ('deleted_at', models.DateTimeField(editable=False, null=True)),
                ('name_key', models.CharField(default='', editable=False, help_text='What the names of accounts that look alike have in common; empty for guests.', max_length=160)),
                ('private', models.BooleanField(default=False, help_text='Others see your name and your place in a race, not your profile page.', verbose_name='private profile')),
                ('seen_at', models.DateTimeField(editable=False, null=True)),
                ('show_online', models.BooleanField(default=True, help_text='Others see when you are here, and may watch you race.', verbose_name='show that I am here')),
                ('session_epoch', models.PositiveIntegerField(default=0, editable=False, help_text='Sessions that were begun in another one have ended.')),
                ('bot', models.BooleanField(db_default=False, default=False, editable=False, help_text='A program plays: it has no password, and sits only where the host allows bots.')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('owner', models.ForeignKey(blank=True, editable=False, help_text="Who answers for a bot; empty for people and for the site's own bots.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='bots', to=settings.AUTH_USER_MODEL)),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'constraints': [models.UniqueConstraint(condition=models.Q(('name_key', ''), _negated=True), fields=('name_key',), name='player_name_unlike_others'), models.CheckConstraint(condition=models.Q(('owner', None), ('bot', True), _connector='OR'), name='player_owned_if_a_bot'), models.CheckConstraint(condition=models.Q(('bot', False), ('guest', False), _connector='OR'), name='player_bot_or_guest')],
            },
            managers=[
                ('objects', games.models.people.player.PlayerManager()),
            ],
        ),
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40, unique=True)),
                ('version', models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Leaderboard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=300, unique=True)),
            ],
            options={
                'db_table': 'games_board',
            },
        ),
        migrations.CreateModel(
            name='StorageProbe',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('written_at', models.DateTimeField()),
                ('payload', models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name='Wishes',
            fields=[
                ('player', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='wishes', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('quiet', models.JSONField(default=list, editable=False, help_text='Kinds not told on the site.')),
                ('mailed', models.JSONField(default=list, editable=False, help_text='Kinds told by mail.')),
                ('pushed', models.JSONField(default=list, editable=False, help_text='Kinds told by push.')),
                ('language', models.CharField(default='en', editable=False, max_length=10)),
                ('origin', models.CharField(blank=True, editable=False, help_text="The site's own, for links in mails.", max_length=200)),
            ],
            options={
                'verbose_name_plural': 'wishes',
            },
        ),
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', models.CharField(help_text='Separated by spaces.', max_length=100)),
                ('created_at', models.DateTimeField(editable=False)),
                ('expires_at', models.DateTimeField(editable=False, null=True)),
                ('used_at', models.DateTimeField(editable=False, null=True)),
                ('player', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='AnytimeRace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(editable=False, max_length=6, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('told', models.BooleanField(db_default=False, default=False, editable=False, help_text='Its players have been told that it is over.')),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_anytime', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.BinaryField(max_length=32, null=True, unique=True)),
                ('cards', models.CharField(editable=False, max_length=155)),
                ('public', models.BooleanField(default=False, editable=False, help_text='Its key has been published with its solution.')),
                ('help_from', models.DateTimeField(editable=False, help_text='From when there is help with cards that were brought.', null=True)),
                ('brought_by', models.ForeignKey(editable=False, help_text='Who has brought these cards from elsewhere.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='brought_deals', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['cards'], name='deal_cards')],
                'constraints': [models.CheckConstraint(condition=models.Q(('brought_by', None), ('help_from__isnull', False), _connector='OR'), name='deal_brought_without_help'), models.CheckConstraint(condition=models.Q(('help_from', None), models.Q(('key', None), ('public', False)), _connector='OR'), name='deal_brought_is_bare')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('ready', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('playing', 'Playing'), ('won', 'Won'), ('stuck', 'Stuck'), ('ended', 'Ended'), ('forfeit', 'Forfeit'), ('no-show', 'No-show')], default='waiting', max_length=8)),
                ('progress', models.PositiveSmallIntegerField(default=0)),
                ('progress_at', models.PositiveIntegerField(blank=True, null=True)),
                ('moves', models.PositiveIntegerField(default=0)),
                ('undos', models.PositiveIntegerField(default=0)),
                ('last_at', models.PositiveIntegerField(blank=True, null=True)),
                ('time_ms', models.PositiveIntegerField(blank=True, null=True)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('assisted', models.BooleanField(default=False, help_text='The player was helped: the run counts in no ranking.')),
                ('as_guest', models.BooleanField(default=False, editable=False, help_text='The player had no account when the cards were dealt.')),
                ('void_reason', models.CharField(blank=True, db_column='voided', default='', help_text='Why staff voided the run; empty if it counts.', max_length=200)),
                ('elsewhere', models.BooleanField(db_default=False, default=False, editable=False, help_text='The player races a ghost while waiting for the race.')),
                ('hints', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='How many moves the player was shown.')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'constraints': [models.CheckConstraint(condition=models.Q(('seat__lt', 10)), name='entry_seat_in_bounds'), models.CheckConstraint(condition=models.Q(('progress__lte', 52)), name='entry_progress_in_bounds'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'won'), ('time_ms__isnull', False)), models.Q(models.Q(('state', 'won'), _negated=True), ('time_ms', None)), _connector='OR'), name='entry_time_if_won')],
            },
        ),
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('winnable_until', models.PositiveIntegerField(help_text='The last action after which a win is proven to have been possible.', null=True)),
                ('lost_from', models.PositiveIntegerField(help_text='The first action after which a loss is proven.', null=True)),
                ('undecided', models.PositiveIntegerField(default=0, help_text='Positions between the two, or after the first, that stay open.')),
                ('rescue', models.TextField(blank=True, help_text='Moves that win after `winnable_until`.')),
                ('taken_back', models.JSONField(default=list, help_text='Moves taken back, and their undos.')),
                ('circling', models.JSONField(default=list, help_text='Moves between a position and its return.')),
                ('wasted_ms', models.PositiveIntegerField(default=0, help_text='The time of both.')),
                ('direct', models.PositiveIntegerField(default=0, help_text='The moves that are left.')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='analysis', to='games.entry')),
            ],
            options={
                'verbose_name_plural': 'analyses',
                'constraints': [models.CheckConstraint(condition=models.Q(('winnable_until', None), ('lost_from', None), ('winnable_until__lt', models.F('lost_from')), _connector='OR'), name='analysis_won_before_lost')],
            },
        ),
        migrations.CreateModel(
            name='Action',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('ms', models.PositiveIntegerField(help_text='Milliseconds since the start of the race.')),
                ('text', models.CharField(max_length=12)),
                ('automatic', models.BooleanField(default=False)),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='games.entry')),
            ],
            options={
                'ordering': ('entry_id', 'number'),
                'constraints': [models.UniqueConstraint(fields=('entry', 'number'), name='action_number_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='action_number_from_one')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(editable=False, max_length=6, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('starts_at', models.DateTimeField(help_text='The start of its first round.')),
                ('ends_at', models.DateTimeField(help_text='The end of its last round; its start if it was called off before.')),
                ('break_s', models.PositiveSmallIntegerField(help_text='The break between two rounds.')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('called_off_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('organiser', models.ForeignKey(blank=True, help_text='Empty once the account is deleted; the event goes on.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='organised', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'games_competition',
                'indexes': [models.Index(fields=['ends_at', 'starts_at'], name='event_ends')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gte', models.F('starts_at'))), name='event_starts_before_it_ends')],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('followed', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='followed_by', to=settings.AUTH_USER_MODEL)),
                ('follower', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('follower', 'followed'), name='follow_once'), models.CheckConstraint(condition=models.Q(('follower', models.F('followed')), _negated=True), name='follow_somebody_else')],
            },
        ),
        migrations.AddField(
            model_name='player',
            name='following',
            field=models.ManyToManyField(related_name='followers', through='games.Follow', through_fields=('follower', 'followed'), to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='LeaderboardRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank_key', models.BigIntegerField(db_column='merit', help_text='Smaller ranks higher: racing.rank_key.')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leaderboard_rows', to='games.entry')),
                ('leaderboard', models.ForeignKey(db_column='board_id', db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='games.leaderboard')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leaderboard_rows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'games_line',
                'indexes': [models.Index(fields=['leaderboard', 'rank_key', 'id'], name='line_in_order')],
                'constraints': [models.UniqueConstraint(fields=('leaderboard', 'player'), name='line_one_a_player')],
            },
        ),
        migrations.CreateModel(
            name='LeaderboardTally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stretch', models.PositiveIntegerField()),
                ('count', models.PositiveIntegerField(default=0)),
                ('leaderboard', models.ForeignKey(db_column='board_id', db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tallies', to='games.leaderboard')),
            ],
            options={
                'verbose_name_plural': 'leaderboard tallies',
                'db_table': 'games_tally',
                'constraints': [models.UniqueConstraint(fields=('leaderboard', 'stretch'), name='tally_once_a_stretch')],
            },
        ),
        migrations.CreateModel(
            name='Likeness',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=32)),
                ('deal', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='likenesses', to='games.deal')),
            ],
            options={
                'verbose_name_plural': 'likenesses',
                'indexes': [models.Index(fields=['digest'], name='likeness_digest')],
                'constraints': [models.UniqueConstraint(fields=('deal', 'digest'), name='likeness_once_a_deal')],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(editable=False, max_length=6, unique=True)),
                ('target', models.PositiveSmallIntegerField(blank=True, help_text='How many wins end it; empty for an open series.', null=True)),
                ('two_ahead', models.BooleanField(default=False, help_text='The winner of two players must be two wins ahead.')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('stopped_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                'verbose_name_plural': 'matches',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('target', None), ('two_ahead', False)), ('target__in', (2, 3, 5, 7)), _connector='OR'), name='match_target_to_choose')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('challenged', 'Challenged'), ('rematch', 'Rematch'), ('overtaken', 'Overtaken'), ('over', 'Over'), ('begins', 'Begins'), ('event', 'Event')], editable=False, max_length=10)),
                ('cause', models.CharField(editable=False, help_text='What it is told of, unlike any other cause.', max_length=60)),
                ('at', models.DateTimeField(db_index=True, editable=False)),
                ('until', models.DateTimeField(editable=False, help_text='When it no longer matters; empty if it always does.', null=True)),
                ('shown', models.BooleanField(editable=False, help_text='Told on the site.')),
                ('seen_at', models.DateTimeField(editable=False, null=True)),
                ('mail_due', models.BooleanField(editable=False, help_text='To be mailed, and not tried yet.')),
                ('push_due', models.BooleanField(editable=False, help_text='To be pushed, and not tried yet.')),
                ('by', models.ForeignKey(editable=False, help_text='Who challenged or overtook the player.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.event')),
                ('player', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('seen_at', None), ('shown', True)), fields=['player'], name='notice_unseen'), models.Index(fields=['player', '-id'], name='notice_by_player'), models.Index(condition=models.Q(('mail_due', True), ('push_due', True), _connector='OR'), fields=['id'], name='notice_due')],
                'constraints': [models.UniqueConstraint(fields=('player', 'kind', 'cause'), name='notice_once')],
            },
        ),
        migrations.CreateModel(
            name='Participation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('left_at', models.DateTimeField(editable=False, null=True)),
                ('event', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='participations', to='games.event')),
                ('player', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='participations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'player'), name='participation_once_a_player')],
            },
        ),
        migrations.CreateModel(
            name='Proof',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.CharField(max_length=255)),
                ('kind', models.CharField(choices=[('winnable', 'Winnable'), ('lost', 'Lost'), ('unknown', 'Unknown')], max_length=8)),
                ('states', models.PositiveBigIntegerField(help_text='Positions that the search visited.')),
                ('line', models.TextField(blank=True, help_text='Moves that win, separated by spaces.')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('in_stock', models.BooleanField(default=False, help_text='Secret, and no race has had it.')),
                ('difficulty', models.CharField(blank=True, choices=[('easy', 'Easy'), ('medium', 'Medium'), ('hard', 'Hard')], max_length=6)),
                ('deal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='proofs', to='games.deal')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('in_stock', True)), fields=['rules'], name='proof_in_stock')],
                'constraints': [models.UniqueConstraint(fields=('deal', 'rules'), name='proof_one_verdict'), models.CheckConstraint(condition=models.Q(models.Q(('in_stock', True), _negated=True), ('kind', 'winnable'), _connector='OR'), name='proof_stock_is_winnable')],
            },
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(editable=False, max_length=1000)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('p256dh', models.CharField(editable=False, help_text="The browser's key.", max_length=100)),
                ('auth', models.CharField(editable=False, help_text='A secret with the browser.', max_length=40)),
                ('session', models.CharField(db_index=True, editable=False, help_text="A digest of its session's key.", max_length=64)),
                ('language', models.CharField(editable=False, max_length=10)),
                ('origin', models.CharField(editable=False, help_text="The site's own.", max_length=200)),
                ('created_at', models.DateTimeField(editable=False)),
                ('player', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Push',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tries', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('due_at', models.DateTimeField(db_index=True, editable=False, help_text='Empty while it is tried.', null=True)),
                ('notice', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='pushes', to='games.notice')),
                ('browser', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='pushes', to='games.pushsubscription')),
            ],
            options={
                'verbose_name_plural': 'pushes',
                'constraints': [models.UniqueConstraint(fields=('notice', 'browser'), name='push_once_a_browser')],
            },
        ),
        migrations.CreateModel(
            name='Race',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=6, unique=True)),
                ('rules', models.CharField(help_text='Canonical: game/preset+option=value', max_length=255)),
                ('kind', models.CharField(choices=[('casual', 'Casual'), ('ranked', 'Ranked'), ('daily', 'Daily'), ('anytime', 'Anytime'), ('event', 'Event'), ('solo', 'Solo')], default='casual', max_length=8)),
                ('countdown_s', models.PositiveSmallIntegerField(default=5)),
                ('limit_s', models.PositiveSmallIntegerField(blank=True, default=600, help_text='Empty for a practice.', null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('helped', models.BooleanField(default=False, help_text='Its players may have the dead-end alarm and hints.')),
                ('gather_s', models.PositiveSmallIntegerField(blank=True, help_text='How long a quick race waits for more than two.', null=True)),
                ('lobby', models.CharField(blank=True, default='', editable=False, help_text='The game whose quick race this is; empty for others and when it has started.', max_length=32)),
                ('booked', models.BooleanField(default=False, editable=False, help_text='Its results are on the leaderboards.')),
                ('dealt_at', models.DateTimeField(blank=True, editable=False, help_text='When its cards left for its players; nothing but its end changes after that.', null=True)),
                ('watchable', models.BooleanField(default=False, help_text='Spectators of a ranked race see its boards late.')),
                ('wished_difficulty', models.CharField(blank=True, choices=[('easy', 'Easy'), ('medium', 'Medium'), ('hard', 'Hard')], db_column='wished', help_text='How hard the host wanted the deal to be.', max_length=6)),
                ('bots_allowed', models.BooleanField(db_default=False, default=False, help_text='Bots may take seats.')),
                ('planned_at', models.DateTimeField(blank=True, help_text='The start that the host has set, whoever is there.', null=True)),
                ('deal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='races', to='games.deal')),
                ('host', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.race')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('closed_at', None), ('limit_s__isnull', False)), fields=['starts_at'], name='race_not_closed'), models.Index(condition=models.Q(('booked', False), ('closed_at__isnull', False)), fields=['closed_at', 'id'], name='race_not_booked'), models.Index(fields=['closed_at'], name='race_closed')],
                'constraints': [models.CheckConstraint(condition=models.Q(('countdown_s__range', (3, 60))), name='race_countdown_in_bounds'), models.CheckConstraint(condition=models.Q(('closed_at', None), models.Q(('closed_at__gte', models.F('starts_at')), ('starts_at__isnull', False)), _connector='OR'), name='race_starts_before_it_closes'), models.CheckConstraint(condition=models.Q(models.Q(('limit_s__isnull', False), ('limit_s__range', (120, 3600))), models.Q(('kind', 'solo'), ('limit_s', None)), _connector='OR'), name='race_limit_in_bounds'), models.CheckConstraint(condition=models.Q(('helped', False), ('kind__in', ['casual', 'solo']), _connector='OR'), name='race_helped_if_it_may_be'), models.UniqueConstraint(condition=models.Q(('lobby', ''), _negated=True), fields=('lobby',), name='race_one_in_each_lobby'), models.CheckConstraint(condition=models.Q(('dealt_at', None), models.Q(('dealt_at__gte', models.F('starts_at')), ('starts_at__isnull', False)), _connector='OR'), name='race_dealt_from_its_start')],
            },
        ),
        migrations.CreateModel(
            name='Opening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(db_index=True, editable=False, max_length=6)),
                ('place', models.CharField(blank=True, editable=False, help_text='A digest of the address of a guest.', max_length=16)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('player', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='openings', to=settings.AUTH_USER_MODEL)),
                ('race', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='opening', to='games.race')),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'opened_at'], name='opening_of_player'), models.Index(condition=models.Q(('place', ''), _negated=True), fields=['place', 'opened_at'], name='opening_at_place'), models.Index(fields=['opened_at'], name='opening_at')],
            },
        ),
        migrations.AddField(
            model_name='notice',
            name='race',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.race'),
        ),
        migrations.CreateModel(
            name='MatchRace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(editable=False)),
                ('match', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='races', to='games.match')),
                ('race', models.OneToOneField(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='in_match', to='games.race')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'number'), name='match_race_one_a_number')],
            },
        ),
        migrations.CreateModel(
            name='GhostRace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ghost', models.ForeignKey(help_text="Whose run it is; empty for the solver's.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.entry')),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='ghost_race', to='games.entry')),
                ('race', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='ghost_race', to='games.race')),
            ],
        ),
        migrations.AddField(
            model_name='entry',
            name='race',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.race'),
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('declined_at', models.DateTimeField(blank=True, null=True)),
                ('challenged', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to=settings.AUTH_USER_MODEL)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_sent', to=settings.AUTH_USER_MODEL)),
                ('race', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to='games.race')),
            ],
            options={
                'indexes': [models.Index(fields=['challenged', 'created_at'], name='challenge_by_challenged')],
                'constraints': [models.UniqueConstraint(fields=('race', 'challenged'), name='challenge_once_a_race')],
            },
        ),
        migrations.CreateModel(
            name='RaceEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(editable=False, help_text='Its place in the order of commits.', null=True, unique=True)),
                ('kind', models.CharField(choices=[('opened', 'Opened'), ('changed', 'Changed'), ('countdown', 'Countdown'), ('started', 'Started'), ('over', 'Over'), ('gone', 'Gone'), ('challenged', 'Challenged')], editable=False, max_length=10)),
                ('code', models.CharField(db_index=True, editable=False, max_length=6)),
                ('quick', models.BooleanField(default=False, editable=False, help_text='Anyone could take a seat in it by a quick race.')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
                ('player', models.ForeignKey(editable=False, help_text='Whom alone it concerns; empty for all who may see the race.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('race', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='events', to='games.race')),
            ],
            options={
                'db_table': 'games_event',
                'indexes': [models.Index(condition=models.Q(('number', None)), fields=['id'], name='event_not_numbered')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('low', models.FloatField(help_text='What the strength very likely is at least.')),
                ('races', models.PositiveIntegerField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['game', '-low'], name='rating_best')],
                'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='rating_one_a_game')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('closed_at', models.DateTimeField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
                ('race', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.race')),
            ],
            options={
                'indexes': [models.Index(fields=['game', 'closed_at', 'race'], name='rating_change_in_order')],
                'constraints': [models.UniqueConstraint(fields=('race', 'player'), name='rating_change_once')],
            },
        ),
        migrations.CreateModel(
            name='Request',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(editable=False, max_length=64)),
                ('asked', models.CharField(editable=False, help_text='A digest of the request.', max_length=64)),
                ('sent_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
                ('anytime', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.anytimerace')),
                ('event', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.event')),
                ('player', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('race', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.race')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'key'), name='request_of_player')],
            },
        ),
        migrations.CreateModel(
            name='Review',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('doubts', models.CharField(blank=True, help_text='Reasons to look at it; none if it is plausible.', max_length=100)),
                ('reviewed_at', models.DateTimeField(blank=True, help_text='Empty as long as it is to be reviewed.', null=True)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='review', to='games.entry')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('doubts', ''), _negated=True), fields=['-reviewed_at'], name='review_doubtful'), models.Index(condition=models.Q(('reviewed_at', None)), fields=['id'], name='review_pending')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(editable=False, help_text='From 1.')),
                ('rules', models.CharField(help_text='Canonical: game/preset+option=value', max_length=255)),
                ('wished_difficulty', models.CharField(blank=True, choices=[('easy', 'Easy'), ('medium', 'Medium'), ('hard', 'Hard')], help_text='Empty for any.', max_length=6)),
                ('limit_s', models.PositiveSmallIntegerField(help_text='How long it lasts.')),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('seated_at', models.DateTimeField(editable=False, help_text='When its players were seated, if any had joined.', null=True)),
                ('deal', models.OneToOneField(editable=False, help_text='Empty until a proven deal is ready, and once the event is called off.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='round', to='games.deal')),
                ('event', models.ForeignKey(db_index=False, editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='games.event')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('seated_at', None)), fields=['starts_at'], name='round_not_seated')],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='round_one_a_number')],
            },
        ),
        migrations.AddField(
            model_name='race',
            name='round',
            field=models.ForeignKey(blank=True, editable=False, help_text='The round of an event in which it is a table.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='games.round'),
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('decision', models.CharField(choices=[('clear', 'nothing is wrong with it'), ('void', 'it does not count'), ('restore', 'it counts again')], max_length=8)),
                ('reason', models.CharField(help_text='The player reads it.', max_length=200)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.entry')),
                ('staff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Trial',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('daily', 'Daily'), ('anytime', 'Anytime')], help_text='The kind of its races.', max_length=8)),
                ('rules', models.CharField(help_text='Canonical: game/preset+option=value', max_length=255)),
                ('opens_at', models.DateTimeField()),
                ('closes_at', models.DateTimeField(db_index=True, help_text='No attempt starts after that; who is playing may finish.')),
                ('limit_s', models.PositiveSmallIntegerField(help_text='The time limit of an attempt.')),
                ('seats', models.PositiveSmallIntegerField(blank=True, help_text='How many players may attempt it; empty for all.', null=True)),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='trial', to='games.deal')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('closes_at__gte', models.F('opens_at'))), name='trial_opens_before_it_closes')],
            },
        ),
        migrations.AddField(
            model_name='notice',
            name='trial',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.trial'),
        ),
        migrations.CreateModel(
            name='Daily',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('day', models.DateField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('trial', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='daily', to='games.trial')),
            ],
            options={
                'verbose_name_plural': 'dailies',
                'constraints': [models.UniqueConstraint(fields=('game', 'day'), name='daily_one_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ranked', models.BooleanField(default=True, help_text='False of those who began as guests.')),
                ('told', models.BooleanField(db_default=False, default=False, editable=False, help_text='Those whom it overtook have been told.')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to=settings.AUTH_USER_MODEL)),
                ('race', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='attempt', to='games.race')),
                ('trial', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.trial')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('told', False)), fields=['id'], name='attempt_untold')],
                'constraints': [models.UniqueConstraint(fields=('trial', 'player'), name='attempt_once_a_player')],
            },
        ),
        migrations.AddField(
            model_name='anytimerace',
            name='trial',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='anytime', to='games.trial'),
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(editable=False, max_length=500)),
                ('format', models.CharField(choices=[('json', 'JSON'), ('discord', 'Discord'), ('slack', 'Slack')], editable=False, max_length=8)),
                ('secret', models.CharField(editable=False, max_length=60)),
                ('origin', models.CharField(editable=False, help_text="The site's own.", max_length=200)),
                ('created_at', models.DateTimeField(editable=False)),
                ('after', models.PositiveBigIntegerField(editable=False, help_text='The number of the last event that was delivered or passed.')),
                ('failures', models.PositiveIntegerField(default=0, editable=False)),
                ('failing_since', models.DateTimeField(editable=False, null=True)),
                ('retry_at', models.DateTimeField(editable=False, null=True)),
                ('disabled_at', models.DateTimeField(editable=False, null=True)),
                ('player', models.ForeignKey(editable=False, help_text="Whose events it gets; empty for the site's, which gets those of public races.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(editable=False)),
                ('kind', models.CharField(editable=False, max_length=10)),
                ('code', models.CharField(editable=False, max_length=6)),
                ('at', models.DateTimeField(db_index=True, editable=False)),
                ('status', models.PositiveSmallIntegerField(editable=False, help_text="The receiver's HTTP status; empty if none came.", null=True)),
                ('fault', models.CharField(blank=True, editable=False, help_text="Why it failed; empty if it didn't.", max_length=200)),
                ('webhook', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='games.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('race', 'player'), name='entry_one_seat_a_player'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('race', 'seat'), name='entry_one_player_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='race',
            constraint=models.CheckConstraint(condition=models.Q(('round', None), ('kind', 'event'), _connector='OR'), name='race_table_of_an_event'),
        ),
    ]
