"""Races among faults, checked afterwards: `python -m tests.faults`."""
