from __future__ import annotations

import tomllib

import pytest

from tests.mutants.parts import PARTS
from tests.mutants.survivors import FOLDER, Mutant, changed, explained
from tests.mutants.verdicts import function

DIFF = """--- games/racing/race.py
+++ games/racing/race.py
@@ -2,3 +2,3 @@
     if self.limit:
-        return self.limit < "\\""
+        return self.limit <= "\\""
     return None
"""


def test_a_mutant_is_identified_by_the_lines_it_changes() -> None:
    assert changed(DIFF) == '- return self.limit < "\\""\n+ return self.limit <= "\\""'


def test_a_mutant_is_printed_as_it_is_listed() -> None:
    mutant = Mutant("games.racing.race.Race.late", changed(DIFF))
    [listed] = tomllib.loads(f'{mutant}why = ""')["survivor"]
    assert Mutant(listed["function"], listed["diff"].strip()) == mutant


@pytest.mark.parametrize(
    ("name", "qualified"),
    [
        ("games.racing.race.xǁRaceǁjoin__mutmut_7", "games.racing.race.Race.join"),
        (
            "games.racing.race.xǁRaceǁ__post_init____mutmut_1",
            "games.racing.race.Race.__post_init__",
        ),
        ("games.racing.pace.x_pace__mutmut_12", "games.racing.pace.pace"),
        ("games.racing.pace.x__last__mutmut_12", "games.racing.pace._last"),
    ],
)
def test_the_name_of_a_mutant_gives_its_function(name: str, qualified: str) -> None:
    assert function(name) == qualified


def test_each_list_belongs_to_a_part_and_gives_reasons() -> None:
    for path in FOLDER.glob("*"):
        assert path.stem in PARTS
        assert all(explained(path.stem).values()), path
