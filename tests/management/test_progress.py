"""How far a long command is, as an operator reads it."""

from __future__ import annotations

from io import StringIO

from games.management.progress import LINE_EVERY, Progress


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
    assert stream.getvalue() == "Copying: 20 of 100 (20%), 2.0/s, 40 s left\n"


def test_without_a_total_it_tells_what_is_done() -> None:
    stream, clock = StringIO(), Clock()
    with Progress(stream, "Copying", None, clock) as progress:
        clock.now = LINE_EVERY
        progress.reach(5_000)
    assert stream.getvalue() == "Copying: 5,000, 500.0/s\n"


def test_items_are_counted_once_they_are_done() -> None:
    with Progress(StringIO(), "Solving", 3, Clock()) as progress:
        assert [str(progress).split(",")[0] for _ in progress.over("abc")] == [
            "Solving: 0 of 3 (0%)",
            "Solving: 1 of 3 (33%)",
            "Solving: 2 of 3 (67%)",
        ]


def test_a_terminal_gets_a_bar() -> None:
    stream = Terminal()
    with Progress(stream, "Copying", 100) as progress:
        progress.reach(50)
    assert "50/100" in stream.getvalue()
