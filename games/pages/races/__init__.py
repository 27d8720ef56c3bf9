"""Races: how they begin, their page, and their results and replays."""
