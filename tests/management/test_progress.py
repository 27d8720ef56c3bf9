"""How far a long command is, as an operator reads it."""

from __future__ import annotations

from io import StringIO

from games.management.progress import DRAW_EVERY, LINE_EVERY, Progress


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(StringIO):
    """A stream that draws."""

    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_a_line_now_and_then_with_rate_and_time_left() -> None:
    stream, clock = StringIO(), Clock()
    with Progress(stream, "Copying", 100, clock) as progress:
        progress.reach(10)
        assert not stream.getvalue()
        clock.now = LINE_EVERY
        progress.reach(20)
        progress.reach(21)
    assert stream.getvalue() == "Copying: 20 of 100 (20%), 2.0/s, 0:00:40 left\n"


def test_without_a_total_it_tells_what_is_done() -> None:
    stream, clock = StringIO(), Clock()
    with Progress(stream, "Copying", None, clock) as progress:
        clock.now = LINE_EVERY
        progress.reach(5_000)
    assert stream.getvalue() == "Copying: 5,000, 500.0/s\n"


def test_an_estimated_total_is_called_one_and_dropped_once_it_was_too_low() -> None:
    stream, clock = StringIO(), Clock()
    with Progress(stream, "Copying", None, clock) as progress:
        clock.now = LINE_EVERY
        progress.reach(20, 100, about=True)
        clock.now += LINE_EVERY
        progress.reach(120, 100, about=True)
    assert stream.getvalue().splitlines() == [
        "Copying: 20 of about 100 (20%), 2.0/s, about 0:00:40 left",
        "Copying: 120, 6.0/s",
    ]


def test_items_are_counted_once_they_are_done() -> None:
    with Progress(StringIO(), "Solving", 3, Clock()) as progress:
        assert [str(progress).split(",")[0] for _ in progress.over("abc")] == [
            "Solving: 0 of 3 (0%)",
            "Solving: 1 of 3 (33%)",
            "Solving: 2 of 3 (67%)",
        ]


def test_a_terminal_gets_a_bar() -> None:
    stream, clock = Terminal(), Clock()
    with Progress(stream, "Copying", 100, clock) as progress:
        clock.now = DRAW_EVERY
        progress.reach(50)
    assert "50/100" in stream.getvalue()
    assert " left" in stream.getvalue()


def test_the_bar_makes_room_for_what_else_is_written() -> None:
    stream = Terminal()
    with Progress(stream, "Copying", 100, Clock()) as progress:
        with progress.aside():
            bar, row = len(stream.getvalue()), "half of it\n"
            stream.write(row)
        drawn = stream.getvalue()
    assert "Copying" in drawn[:bar]
    assert drawn[bar:].startswith(row)
    assert "Copying" in drawn[bar:]


def test_another_part_of_the_work_has_a_rate_of_its_own() -> None:
    stream, clock = StringIO(), Clock()
    with Progress(stream, "Copying", 100, clock) as progress:
        clock.now = 60.0
        progress.begin("Comparing", 50)
        clock.now += LINE_EVERY
        progress.reach(20)
    assert stream.getvalue() == "Comparing: 20 of 50 (40%), 2.0/s, 0:00:15 left\n"
