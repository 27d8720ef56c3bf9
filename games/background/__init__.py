"""The work behind `games.tasks`, and the workers that do it."""
