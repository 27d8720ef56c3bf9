"""The work behind `games.tasks`: what it does, and the workers that do it."""
