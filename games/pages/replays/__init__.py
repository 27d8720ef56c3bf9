"""Replays: a run that is over, move by move, with the time that each move took."""
