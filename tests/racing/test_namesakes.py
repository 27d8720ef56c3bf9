"""Players of the same name, told apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.racing import told_apart


def test_who_shares_a_name_is_numbered() -> None:
    names = {7: "Mia", 3: "Mia", 5: "Mo"}
    assert told_apart(names) == {3: "Mia (1)", 5: "Mo", 7: "Mia (2)"}


@given(st.dictionaries(st.integers(), st.sampled_from("abc")))
def test_no_two_keep_the_same_name(names: dict[int, str]) -> None:
    found = told_apart(names)
    assert found.keys() == names.keys()
    assert len(set(found.values())) == len(found)
