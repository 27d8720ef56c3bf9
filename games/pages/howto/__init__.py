"""How to play: help pages made from the rules that are in force."""
