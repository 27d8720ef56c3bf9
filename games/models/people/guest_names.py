"""Friendly names for players who haven't chosen one."""

from __future__ import annotations

from typing import Final

# 64 words each: 64 divides 256, so a random byte picks every word equally often.
MANNERS: Final = (
    "Able Amber Brave Bright Brisk Calm Candid Cheery Clever Cosy Crisp Curious "
    "Dapper Daring Eager Early Earnest Easy Fair Fleet Fond Frank Gentle Glad "
    "Golden Handy Happy Hardy Hearty Honest Humble Jolly Keen Kind Lively Loyal "
    "Lucky Mellow Merry Mild Modest Neat Nimble Noble Patient Plucky Polite Prompt "
    "Proud Quick Quiet Ready Rosy Silver Snug Spry Steady Sunny Sure Swift "
    "Tidy Warm Wise Witty"
).split()
ANIMALS: Final = (
    "Badger Beaver Bison Bittern Bunting Curlew Deer Dolphin Donkey Dove Dunlin Egret "
    "Falcon Ferret Finch Fox Gannet Gecko Goat Grebe Grouse Hare Hawk Hedgehog "
    "Heron Ibex Ibis Jackdaw Kestrel Kite Koala Lark Linnet Lizard Lynx Magpie "
    "Marmot Marten Merlin Mole Moose Newt Nuthatch Osprey Otter Owl Panda Pelican "
    "Petrel Pipit Plover Puffin Rabbit Raven Robin Seal Siskin Sparrow Squirrel Stork "
    "Swallow Swan Tortoise Wren"
).split()

CHANCE_BYTES = 2
"""How many random bytes pick a name."""


def guest_name(chance: bytes) -> str:
    """Return the name that two random bytes pick, such as "Quiet Otter"."""
    manner, animal = chance
    return f"{MANNERS[manner % len(MANNERS)]} {ANIMALS[animal % len(ANIMALS)]}"
