"""How to play: help pages generated from the rules in force."""
