"""Events: planning one, its page, and the list of all."""
