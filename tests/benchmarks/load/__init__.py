"""The load generator, racers on real sockets: `python -m tests.benchmarks.load`."""
