"""The axes of a player's charts reach what is drawn."""

from __future__ import annotations

import pytest

from games.models import Player, RatingChange
from games.models.standings.booking import book_race
from games.pages.standings.rating_charts import rating_charts
from games.pages.standings.wins import wins_chart
from tests.models.standings.test_rating import ranked
from tests.models.stored_races import END
from tests.pages.standings.test_profile import solved

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("seconds", "top"), [(60, "1:00"), (61, "1:15"), (95, "2:00")])
def test_no_win_stands_above_the_highest_line_of_its_axis(
    alice: Player, seconds: int, top: str
) -> None:
    entries = [solved(alice, 1000 * each).entries.get() for each in (seconds, 20)]
    chart = wins_chart(entries)
    assert chart is not None
    assert (chart.levels[-1].label, chart.levels[-1].at) == (top, "0%")
    assert float(chart.wins[0].y.rstrip("%")) >= 0


@pytest.mark.parametrize("mu", [25.0, 40.0, 60.0])
def test_no_rating_stands_above_the_highest_line_of_its_axis(
    alice: Player, bob: Player, mu: float
) -> None:
    for number in range(2):
        book_race(ranked(alice, bob, ended=END + number))
    RatingChange.objects.filter(player=alice).update(mu=mu, sigma=1.0)
    (chart,) = rating_charts(alice)
    assert chart.levels[-1].at == "0%"
