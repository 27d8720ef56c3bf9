"""Foundation moves that can be forced: if a position can be won, it can be won after such a move.

Write rel for a card's distance from the base rank and n(suit) for the height of a foundation. Let
card c, rel r, be playable, so n(its suit) = r. Suppose that
(1) for every suit that packs on c's suit, the card of rel r - 1 is home or comes next on its
    foundation: n >= r - 1; and
(2) for every suit that packs on those suits, the card of rel r - 2 is home or comes next:
    n >= r - 2.
Cards of lower rel in the suits concerned are then home: the conditions for r - 3 and below follow
from these two, as a suit that packs at an odd distance is one of (1) and at an even one of (2).

Take a line that wins from the position without the move. Play it after the move, but leave home
what is home too early, and whenever the line packs a card on one that is home too early, or moves
it along with one, send it home instead, the last card of its run first. By (1) and (2) such a card
comes next on its foundation, and nothing else can lie on it. So our position is always the line's
with a set S of cards taken away to the foundations, and only a deal can lay another card on one of
S in the line's position. Each other move of the line stays legal: what is exposed there is exposed
or home here, an empty column there is empty here, a foundation is at least as high here, and the
unit that moves there moves here without its cards of S, with the same head. It may have been joined
here to the cards that S covered or divided: harmless where part of a run may move, and also where
it may not as long as S lies at the ends of the columns only, that is, while no stock can fall on
columns (`is_forced` asks for that). When the line ends with everything home, so do we.

- deal=when-stuck: the last card of S on a pile is always playable, so the line is not stuck until
  all of S is home there too; then both positions are the same.
- on-base=yes, unless the corner forbids it: high cards may be packed on base cards, which breaks
  the order of (1) and (2). A base card is then never forced, and base cards concerned must be home:
  n >= 1.
- return=yes: cards of S and below serve no purpose in the tableau except to carry lower cards of
  the kind, which are home here, so they stay home. With high cards on base cards that is false:
  nothing is forced.

- cells: where the line puts a card of S in a cell, or moves one from there, it is home here. A cell
  or column that is empty there is empty here, so as many cards move at once here, or more.

The rule for Beleaguered Castle (rank at most two above the lowest foundation) and the usual one
for alternating colours are special cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.packing import PackingGame

NEVER: Final = 99


def needs(game: PackingGame, base: int, *, forced: bool) -> Iterator[int]:
    """Yield, for each card and suit, how high that foundation must be to force the card home."""
    base_carries = game.on_base and (game.wrap or base != 0)
    forced = forced and not (base_carries and game.returns)
    near = [[suit for suit in range(4) if game.packs(13 * suit, 13 * on)] for on in range(4)]
    for card in range(52):
        rel = (card % 13 - base) % 13
        near_suits = near[card // 13]
        far_suits = {far for suit in near_suits for far in near[suit]}
        for suit in range(4):
            if not forced or (base_carries and rel == 0):
                yield NEVER
                continue
            need = 0
            if suit in near_suits:
                need = max(rel - 1, base_carries)
            elif suit in far_suits and rel >= 2:
                need = max(rel - 2, base_carries)
            yield need
