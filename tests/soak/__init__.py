"""A site under mixed load for a long time: `python -m tests.soak`."""
