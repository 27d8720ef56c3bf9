"""Small endgames of every game under any options, to be searched to the end."""

from __future__ import annotations

from random import Random

from games.engine import GAMES, Board, Rules
from games.engine.cards import NAMES, RANKS
from games.engine.moves import PILE_NAMES, STOCK

FROM_ACES = ("beleaguered-castle", "freecell")
"""Open games of eight columns whose foundations begin with Aces."""

FOUNDATION_NAMES = ("fc", "fd", "fh", "fs")


def chance_of(name: str) -> Random:
    """Return chance that is the same in every run of a test."""
    return Random(name)


def random_rules(chance: Random, game: str) -> Rules:
    """Return rules of a game, its options freely combined."""
    options = {option.name: chance.choice(option.values) for option in GAMES[game].options}
    return Rules.of(game, changes=options)


def random_endgame(chance: Random, rules: Rules, most: int) -> Board:
    """Return a position with at most `most` cards in play and the others home, not yet won."""
    if rules.game == "applegate":
        return _applegate(chance, rules)
    if rules.game == "klondike":
        return _klondike(chance, rules, most)
    base = 0 if rules.game in FROM_ACES else chance.randrange(13)
    heights = [13] * 4
    for _ in range(chance.randint(most // 2, most)):
        heights[chance.randrange(4)] -= 1
    heights = [max(1, height) for height in heights]
    piles: dict[str, list[str]] = {}
    loose = []
    for suit, height in enumerate(heights):
        cards = [NAMES[13 * suit + (base + rel) % 13] for rel in range(13)]
        piles[FOUNDATION_NAMES[suit]] = cards[:height]
        loose += cards[height:]
    chance.shuffle(loose)
    _scatter(chance, rules, loose, piles)
    return _board(rules, base, piles)


def _scatter(chance: Random, rules: Rules, loose: list[str], piles: dict[str, list[str]]) -> None:
    """Lay loose cards on the columns, and some on stock, reserve or hand."""
    game = rules.referee
    if STOCK in game.piles:
        for height in (9, 2):
            if chance.random() < 0.4 and len(loose) > height + 3:
                if height == 2 and rules.options["last"] == "hand":
                    piles["h1"], piles["h2"] = [loose.pop()], [loose.pop()]
                else:
                    piles["s"] = [f"*{loose.pop()}" for _ in range(height)]
                break
    for cell in game.cells:
        if chance.random() < 0.5 and len(loose) > 3:
            piles[PILE_NAMES[cell]] = [loose.pop()]
    columns = [f"t{number}" for number in range(1, game.columns + 1)]
    least = len(columns) if rules.game in FROM_ACES else 1
    used = chance.sample(columns, chance.randint(least, len(columns)))
    if rules.game == "agnes-bernauer":
        used += [f"r{number}" for number in range(1, chance.randint(1, 8))]
    for name in loose:
        piles.setdefault(chance.choice(used), []).append(name)
    if rules.options.get("face") == "last":
        for column in columns:
            if len(piles.get(column, ())) > 2 and chance.random() < 0.5:
                piles[column][:2] = [f"*{name}" for name in piles[column][:2]]


def _klondike(chance: Random, rules: Rules, most: int) -> Board:
    """Return some low cards buried in a few columns and the talon, in any pass."""
    heights, share = [13] * 4, [chance.random() ** 2 for _ in range(4)]
    for _ in range(chance.randint(most // 2, most)):
        suit = chance.choices(range(4), share)[0]
        heights[suit] = max(0, heights[suit] - 1)
    piles: dict[str, list[str]] = {}
    loose = []
    for suit, height in enumerate(heights):
        cards = [NAMES[13 * suit + rank] for rank in range(13)]
        piles[FOUNDATION_NAMES[suit]] = cards[:height]
        loose += cards[height:]
    chance.shuffle(loose)
    size = chance.randint(0, len(loose) * 2 // 3)
    mark = chance.randint(0, size)
    star = chance.choice("* ").strip()
    piles["w"], piles["s"] = loose[:mark], [f"{star}{name}" for name in loose[mark:size]]
    columns = chance.sample([f"t{number}" for number in range(1, 8)], chance.randint(1, 4))
    for name in loose[size:]:
        piles.setdefault(chance.choice(columns), []).append(name)
    for column in columns:
        if len(piles.get(column, ())) > 1:
            down = chance.randint(0, min(6, len(piles[column]) - 1))
            piles[column][:down] = [f"*{name}" for name in piles[column][:down]]
    redeals = chance.randint(0, rules.referee.redeals or 0)
    return _board(rules, 0, piles, redeals)


def _applegate(chance: Random, rules: Rules) -> Board:
    """Return one or two suits in play, the others gone or, if they never go, on columns."""
    suits = chance.sample(range(4), 4)
    columns = [f"t{number}" for number in range(1, 8)]
    chance.shuffle(columns)
    piles: dict[str, list[str]] = {}
    playing = chance.randint(1, 2)
    for suit in suits[playing:]:
        descending = [NAMES[13 * suit + rank] for rank in range(12, -1, -1)]
        if rules.options["remove"] == "never":
            if chance.random() < 0.4:
                descending[0] = f"*{descending[0]}"
            piles[columns.pop()] = descending
        else:
            piles[FOUNDATION_NAMES[suit]] = descending
    loose = [NAMES[13 * suit + rank] for suit in suits[:playing] for rank in range(13)]
    # Only some neighbours change places, or hardly any of these could be won.
    loose.reverse()
    for _ in range(chance.randint(2, 20)):
        first, second = chance.sample(range(len(loose)), 2)
        loose[first], loose[second] = loose[second], loose[first]
    names = ["r1"] if rules.options["reserve"] == "pile" else ["r1", "r2"]
    for name in names[: chance.randint(0, 2)]:
        piles[name] = [loose.pop(chance.randrange(len(loose)))]
    used = columns[: chance.randint(2, len(columns))]
    for index, name in enumerate(loose):
        piles.setdefault(used[index * len(used) // len(loose)], []).append(name)
    for column in used:
        if len(piles[column]) > 3 and chance.random() < 0.4:
            piles[column][:2] = [f"*{name}" for name in piles[column][:2]]
    return _board(rules, 0, piles)


def _board(rules: Rules, base: int, piles: dict[str, list[str]], redeals: int = 0) -> Board:
    parts = [f"base {RANKS[base]}", *([f"redeals {redeals}"] if redeals else [])]
    parts += [f"{name} {' '.join(piles[name])}" for name in PILE_NAMES if piles.get(name)]
    return Board.from_position(rules, "; ".join(parts))
