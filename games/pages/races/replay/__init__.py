"""Replays: a finished run, move by move, with the time that each move took."""
