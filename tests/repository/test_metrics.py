from __future__ import annotations

import re

from tests.repository.files import REPOSITORY
from tests.repository.metric_names import exported, families

PAGE = (REPOSITORY / "docs/reference/metrics.md").read_text()


def test_the_page_of_metrics_explains_exactly_those_there_are() -> None:
    explained = re.findall(r"^\| `(samedeal_\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(explained) == sorted(map(exported, families()))
