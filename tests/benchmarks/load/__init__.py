"""Racers on real sockets, and what a server does under them: `python -m tests.benchmarks.load`."""
