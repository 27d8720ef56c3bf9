"""People on a site: accounts with results, ratings and friends, and the deals of the day."""

from __future__ import annotations

from games.engine import GAMES
from tests.e2e.person import Person
from tests.live.wins import win
from tests.processes import Site

RULES = "agnes-sorel/standard"
PASSWORD = "a long pass phrase"

PEOPLE = """
from datetime import timedelta
from django.utils import timezone
from games.models import Leaderboard, Deal, Follow, Player, Race, Rating, RatingChange
from games.models.standings.booking import enter
from games.models.deals.proof import Proof
from games.racing.code import ALPHABET

own = Player.objects.get(username={own!r})
names = (
    "Zoë", "Marguerite-Antoinette", "李小龍", "Öğün", "אברהם בן שלמה", "kim_1987", "x",
    "Wolfeschlegelsteinhausenbergerdorff-Muel",
)
now = timezone.now()
for number in range(9):
    player = own
    if number:
        player = Player.objects.create_user(f"user-{{number}}")
        player.name = names[number - 1]
        player.save()
        Follow.objects.create(follower=own, followed=player)
        Follow.objects.create(follower=player, followed=own)
    for day in range(12):
        closed = now - timedelta(days=3 * day, seconds=60)
        race = Race.objects.create(
            code=f"QQ{{ALPHABET[number]}}{{ALPHABET[day]}}QQ",
            rules={rules!r},
            deal=Deal.objects.draw(bytes([9, number, day]) + bytes(29)),
        )
        won = (number + day) % 3 > 0
        entry = race.entries.create(
            player=player, seat=0, place=1, state="won" if won else "ended",
            time_ms=120_000 + 7_310 * ((3 * number + 5 * day) % 17) if won else None,
            progress=52 if won else 11 + day, moves=96 + day, undos=day,
        )
        # No one can take a seat once the race has started.
        race.starts_at, race.closed_at = closed - timedelta(minutes=5), closed
        race.save()
        enter([entry])
        RatingChange.objects.create(
            race=race, player=player, game="agnes-sorel", closed_at=closed,
            mu=25 + number / 3 - day / 5, sigma=3 + day / 5,
        )
    Rating.objects.create(
        player=player, game="agnes-sorel",
        mu=25 + number / 3, sigma=3, low=16 + number / 3, races=12,
    )
for number, (rules, deal) in enumerate({deals!r}):
    proof = Proof.objects.store(rules, bytes([number, 7]) * 16, "winnable", 1, "", secret=True)
    Deal.objects.filter(pk=proof.deal_id).update(cards=deal)
"""


def settle(site: Site, person: Person, name: str) -> None:
    """Sign a person up and populate the site around them."""
    person.page.goto("/accounts/signup/")
    person.page.get_by_label("Username").fill(name)
    for field in person.page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    person.page.get_by_role("button", name="Sign up").click()
    person.page.locator(".menu-name").wait_for(state="attached")
    deals = [(known.rules, known.deal) for known in map(win, GAMES)]
    code = PEOPLE.format(own=name, rules=RULES, deals=deals)
    site.manage("shell", "--no-imports", "--command", code)
