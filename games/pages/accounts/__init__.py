"""Accounts: how one gets, keeps, protects, takes along and deletes one."""
