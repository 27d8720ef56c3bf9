"""Visitors and players: their names, accounts and friends."""
