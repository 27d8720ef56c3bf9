"""Any-time races: opening one, its page, and the list of a player's."""
