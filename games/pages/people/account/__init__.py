"""Accounts: sign up, log in, protect, export and delete."""
