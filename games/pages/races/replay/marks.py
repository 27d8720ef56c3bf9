"""Marks on the actions of a run, for the buttons that jump between them."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import Action
from games.models import Analysis
from games.racing import Thinking


class Marks:
    """The marks of each action: `deal`, `undo`, `long`, `automatic`, `lost`, `wasted`."""

    def __init__(
        self, actions: Sequence[Action], thinking: Thinking, analysis: Analysis | None
    ) -> None:
        numbered = list(enumerate(actions, 1))
        self.places: dict[str, list[int]] = {
            "deal": [number for number, action in numbered if action.text == "deal"],
            "undo": [number for number, action in numbered if action.text == "undo"],
            "long": sorted(thinking.long),
            "automatic": [number for number, action in numbered if action.automatic],
        }
        if analysis is not None:
            self.places["lost"] = [] if analysis.lost_by is None else [analysis.lost_by]
            self.places["wasted"] = sorted({*analysis.taken_back, *analysis.circling})
        self._marked = {mark: frozenset(numbers) for mark, numbers in self.places.items()}

    def of(self, number: int) -> tuple[str, ...]:
        """Return the marks of one action."""
        return tuple(mark for mark, numbers in self._marked.items() if number in numbers)
