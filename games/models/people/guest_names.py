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

# Without their endings.
GERMAN_MANNERS: Final = (
    "Artig Beherzt Brav Bunt Clever Eifrig Emsig Fair Fein Fesch Fidel Findig "
    "Fleißig Flink Flott Forsch Frech Freundlich Friedlich Froh Fröhlich Geduldig Gemütlich "
    "Gescheit Geschickt Gewitzt Glücklich Golden Gut Gütig Heiter Herzlich Höflich Jung Keck "
    "Klar Klug Kühn Lebhaft Leis Listig Lustig Mild Munter Mutig Nett Pfiffig Quirlig Rasch "
    "Ruhig Sanft Scheu Schlau Schnell Sonnig Stark Still Stolz Tapfer Treu Wach Wacker Weis Zart"
).split()
GERMAN_ANIMALS: Final = tuple(
    (ending, noun)
    for ending, nouns in {
        "er": (
            "Biber Bussard Dachs Delfin Dompfaff Eisvogel Esel Falke Fasan Fink Fischotter Frosch "
            "Fuchs Habicht Hase Hecht Igel Iltis Kauz Kiebitz Koala Kranich Kuckuck Lachs Luchs "
            "Marder Maulwurf Milan Molch Otter Panda Pelikan Rabe Reiher Schwan Spatz Specht Star "
            "Storch Zaunkönig Zeisig"
        ),
        "e": (
            "Amsel Dohle Drossel Eidechse Elster Eule Gans Gämse Hummel Lerche Libelle Meise Möwe "
            "Robbe Schildkröte Schnecke Schwalbe Taube"
        ),
        "es": "Eichhorn Murmeltier Reh Rotkehlchen Wiesel",
    }.items()
    for noun in nouns.split()
)
"""The ending that an animal's gender gives to the word before it, and the animal."""

CHANCE_BYTES = 2
"""How many random bytes pick a name."""


def guest_name(chance: bytes, language: str = "en") -> str:
    """Return the name that two random bytes pick: "Quiet Otter", "Ruhiger Otter" in German."""
    manner, animal = chance
    if language != "de":
        return f"{MANNERS[manner % len(MANNERS)]} {ANIMALS[animal % len(ANIMALS)]}"
    ending, noun = GERMAN_ANIMALS[animal % len(GERMAN_ANIMALS)]
    return f"{GERMAN_MANNERS[manner % len(GERMAN_MANNERS)]}{ending} {noun}"
