from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Action, Board, Deal, InvalidNotationError, Record, RecordError, Rules
from tests.engine.strategies import any_rules, deals

GAME = f"""\
[Record "same-deal/1"]
[Player "Quiet Otter"]
[Rules "agnes-sorel/standard"]
[Deal "{Deal.from_key(b"1")}"]
[Key "31"]
[Result "open 1"]

1. 0:01.250 t7t2
2. 0:03.000 undo
3. 0:07.500 deal
4. 1:09.125 end
"""


def test_a_record_is_its_text() -> None:
    record = Record.parse(GAME)
    assert record.actions[1] == Action(3_000, "undo")
    assert record.key == b"1"
    assert record.remarks == (("Player", "Quiet Otter"),)
    assert str(record) == GAME


def test_a_record_may_give_its_deal_by_number() -> None:
    lines = '[Record "same-deal/1"]\n[Rules "freecell"]\n[Deal "#11982"]\n[Result "open 0"]\n'
    record = Record.parse(lines)
    assert record.deal == Deal.numbered(11982)
    assert str(Record.parse(str(record))) == str(record)


@given(any_rules(), deals, st.randoms(use_true_random=False), st.lists(st.integers(0, 10**7)))
def test_any_game_is_written_and_read_back(
    rules: Rules, deal: Deal, chance: Random, times: list[int]
) -> None:
    board = Board(rules, deal)
    actions = []
    for ms in sorted(times):
        choices = [str(move) for move in board.legal_moves] + ["undo"] * board.can_undo
        if not choices:
            break
        action = Action(ms, chance.choice(choices))
        actions.append(action)
        if action.text == "undo":
            board.pop()
        else:
            board.push(board.find_move(action.text))
    record = Record(rules, deal, tuple(actions))
    assert Record.parse(str(record)) == record
    assert record.replay() == board


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("same-deal/1", "same-deal/9", 1, "the format is not same-deal/1"),
        (
            "standard",
            "dalten",
            3,
            "Rules: unknown preset of agnes-sorel 'dalten': did you mean dalton? ",
        ),
        ("TC KH", "TC TC", 4, "Deal: 'TC TC 8C "),
        ('"31"', '"32"', 5, "the key does not give this deal"),
        ('"31"', '"x"', 5, "Key: "),
        ("open 1", "won 52", 6, "the result is 'open 1', not 'won 52'"),
        ("t7t2", "t7t1", 8, "illegal move 't7t1' (not-packing): "),
        ("t7t2", "t7-t1", 8, "neither a tag nor an action: '1. 0:01.250 t7-t1'"),
        ("2. 0:03.000", "2. 0:01.249", 9, "this is earlier than the action before it"),
        ("3. 0:07", "4. 0:07", 10, "action 3 comes next, not 4"),
        ("deal\n", "undo\n", 10, "there is no move to take back"),
        ("deal\n", "end\n", 11, "'end' comes after the end"),
        ("end\n", "t1f *\n", 11, "illegal move 't1f' (foundation): "),
        ("end\n", "t7t2\n", 11, "illegal move 't7t2' (not-packing): "),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, line: int, problem: str) -> None:
    assert old in GAME
    with pytest.raises(RecordError) as caught:
        Record.parse(GAME.replace(old, new, 1))
    assert caught.value.line == line
    assert caught.value.problem.startswith(problem)
    assert str(caught.value) == f"line {line}: {caught.value.problem}"


def test_two_actions_may_come_at_once() -> None:
    assert Record.parse(GAME.replace("2. 0:03.000", "2. 0:01.250")).actions[1].ms == 1_250


@pytest.mark.parametrize(
    ("remarks", "fault"),
    [
        ([("Winner", "Quiet Otter")], "'Winner' is not a list of remarks: expected any of Player"),
        ([("Date", "2026-11-22"), ("Player", "Quiet Otter")], "'Date, Player' is not a list"),
        ([("Date", "2026-11-22"), ("Date", "2026-11-23")], "'Date, Date' is not a list"),
        (
            [("Player", 'Otter"]\n[Result "won 52')],
            """'Otter"]\\n[Result "won 52' is not a remark Player: expected one line""",
        ),
        ([("Race", "ABCDEF\u2028")], "'ABCDEF\\u2028' is not a remark Race: expected one line"),
    ],
)
def test_a_remark_that_could_not_be_read_back_is_refused(
    remarks: list[tuple[str, str]], fault: str
) -> None:
    with pytest.raises(InvalidNotationError) as caught:
        Record(Rules.parse("applegate"), Deal.from_key(b"1"), remarks=tuple(remarks))
    assert str(caught.value).startswith(fault)


@pytest.fixture
def finished() -> Record:
    """Return a won game whose last moves the server played."""
    rules, deal = Rules.parse("beleaguered-castle"), Deal.from_key(b"1")
    wins = json.loads((Path(__file__).parent.parent / "fixtures" / "wins.json").read_text("ascii"))
    win = next(w for w in wins if w["rules"] == "beleaguered-castle/standard" and w["key"] == "1")
    board = Board(rules, deal)
    actions = []
    for move in win["moves"].split():
        if finish := board.finish():
            actions += [Action(60_000, str(each), True) for each in finish]
            break
        board.push(board.find_move(move))
        actions.append(Action(500 * len(actions), move))
    return Record(rules, deal, tuple(actions))


def test_automatic_moves_have_a_star(finished: Record) -> None:
    told = str(finished)
    assert told.count(" *\n") == sum(action.automatic for action in finished.actions) > 1
    assert '[Result "won 52"]' in told
    assert Record.parse(told) == finished


def test_an_automatic_finish_is_complete_and_uninterrupted(finished: Record) -> None:
    before, _star, after = str(finished).rpartition(" *")
    with pytest.raises(RecordError) as caught:
        Record.parse(before + after)
    assert caught.value.line == len(before.splitlines())
    assert (
        caught.value.problem == f"'{finished.actions[-1].text}' comes after the board was finished"
    )
    with pytest.raises(RecordError) as caught:
        Record.parse(before.rpartition("\n")[0] + "\n")
    assert caught.value.line == len(before.splitlines()) - 1
    assert caught.value.problem == "only the moves that finish a board are automatic"


def test_in_a_practice_a_move_that_revealed_a_card_can_be_taken_back() -> None:
    told = GAME.replace("4. 1:09.125 end", "4. 1:09.125 undo")
    with pytest.raises(RecordError, match="no move to take back"):
        Record.parse(told)
    practice = told.replace("[Deal", '[Undo "free"]\n[Deal')
    assert Record.parse(practice).free_undo
    assert str(Record.parse(practice)) == practice
    with pytest.raises(RecordError, match="Undo is 'free' or left out") as caught:
        Record.parse(practice.replace('"free"', '"always"'))
    assert caught.value.line == 4


def test_only_a_finish_is_automatic() -> None:
    with pytest.raises(RecordError, match="only the moves that finish") as caught:
        Record.parse(
            GAME.replace("2. 0:03.000 undo\n3. 0:07.500 deal\n4. 1:09.125 end\n", "").replace(
                "t7t2", "t7t2 *"
            )
        )
    assert caught.value.line == 8


def test_a_missing_tag_is_named() -> None:
    with pytest.raises(RecordError, match="the tag Rules is missing"):
        Record.parse(GAME.replace('[Rules "agnes-sorel/standard"]\n', ""))


@given(st.text())
def test_any_text_is_a_record_or_refused_with_its_line(text: str) -> None:
    with pytest.raises(RecordError):
        Record.parse(text)


@given(any_rules())
def test_comments_and_empty_lines_are_skipped(rules: Rules) -> None:
    record = Record(rules, Deal.from_key(b"1"))
    assert Record.parse(f"# a comment\n\n{record}\n\n# the end\n") == record


def test_the_command_tells_valid_from_invalid(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(GAME)
    bad.write_text(GAME.replace("undo", "t3f"))
    done = subprocess.run(
        [sys.executable, "-m", "games.engine", "verify", str(good), str(bad)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    first, second = done.stdout.splitlines()
    assert first == f"{good}: valid, agnes-sorel/standard, 4 actions"
    assert second.startswith(f"{bad}: invalid: line 9: illegal move 't3f'")


@pytest.mark.parametrize("tag", ["Winner", "Deal"])
def test_an_unexpected_tag_is_refused_with_the_expected_ones(tag: str) -> None:
    unexpected = GAME.replace("\n\n", f'\n[{tag} "Quiet Otter"]\n\n', 1)
    with pytest.raises(RecordError) as caught:
        Record.parse(unexpected)
    assert str(caught.value) == (
        f"line 7: unexpected tag {tag}: a record has each of"
        " Record, Player, Race, Date, Rules, Undo, Deal, Key, Result once"
    )


def test_a_missing_tag_is_reported_for_the_first_line() -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(GAME.replace('[Key "31"]\n', "").replace('[Result "open 1"]\n', ""))
    assert (caught.value.line, caught.value.problem) == (1, "the tag Result is missing")


def test_a_record_that_breaks_its_rules_names_the_action() -> None:
    actions = (Action(1_250, "t7t2"), Action(2_000, "t7t2"))
    with pytest.raises(RecordError, match="illegal move") as caught:
        Record(Rules.parse("agnes-sorel"), Deal.from_key(b"1"), actions).replay()
    assert caught.value.line == 2
